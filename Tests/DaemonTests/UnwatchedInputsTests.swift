import Foundation
import Testing

@testable import mockd

@Suite struct UnwatchedInputsTests {
    @Test func `inputs outside of the watched folders are compared every ten seconds at least`() {
        #expect(PeriodicCheckService.pause(after: .zero) == .seconds(2))
        #expect(PeriodicCheckService.pause(after: .milliseconds(50)) == .seconds(5))
        #expect(PeriodicCheckService.pause(after: .seconds(2)) == .seconds(10))
        // After a minute without work and clients the checks become rare.
        #expect(PeriodicCheckService.pause(after: .zero, idle: .seconds(59)) == .seconds(2))
        #expect(PeriodicCheckService.pause(after: .zero, idle: .seconds(60)) == .seconds(10))
    }

    /// Libdispatch, on which Swift's tasks run, wakes once a second by itself. What the daemon adds is a check of its
    /// inputs every two seconds and a sign of life of its watcher every ten; a task for each would wake four threads.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "there is no /proc"))
    func `an idle daemon over two thousand files seldom wakes`() async throws {
        let package = try PackageFixture.kitchen()
        for number in 0..<2_000 {
            try package.write("Sources/Kitchen/Pan\(number).swift", "/// @mockable\nprotocol Pan\(number) {}\n")
        }
        let result = try await package.shell(
            """
            "$BIN/mockd" watch 2> ../errors & daemon=$!
            until grep -q '^ready in' ../errors; do sleep 0.05; done
            "$BIN/mockctl" sync > /dev/null
            watcher=$(pgrep -P $daemon -x mockd-watcher)
            wakes() { cat /proc/{$daemon,$watcher}/task/*/status | awk '/^voluntary/ { sum += $2 } END { print sum }'; }
            # Threads that the start needed end after some seconds; the quietest of five spans counts.
            for n in 1 2 3 4 5; do before=$(wakes); sleep 10; echo $(($(wakes) - before)); done | sort -n | head -1
            kill $daemon; wait $daemon
            """)
        let wakes = try #require(Int(result.output.trimmingCharacters(in: .whitespacesAndNewlines)), "\(result)")
        #expect(wakes <= 25)
    }
}
