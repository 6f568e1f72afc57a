import Foundation
import Glibc

/// The times from the end of a save to the mock on the disk.
struct Latencies: CustomStringConvertible {
    private var times: [Duration] = []

    /// - Parameter pause: microseconds between a mock and the next save.
    static func measure(_ project: BenchmarkProject, saves: Int, pause: useconds_t) throws -> Latencies {
        var latencies = Latencies()
        for number in 0..<saves {
            let member = "m\(UInt32.random(in: 0...UInt32.max))x"
            project.save(number % 10, member)
            let saved = ContinuousClock.now
            while !project.mock(number % 10).contains("func \(member)(") { usleep(50) }
            latencies.times.append(ContinuousClock.now - saved)
            usleep(pause)
        }
        latencies.times.sort()
        return latencies
    }

    var description: String {
        let at = { (share: Double) in times[min(times.count - 1, Int(Double(times.count) * share))] }
        return "p50 \(at(0.5)), p99 \(at(0.99)), max \(at(1)), of \(times.count)"
    }
}
