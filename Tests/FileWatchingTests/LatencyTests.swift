import FileWatching
import Foundation
import Glibc
import SystemPackage
import Testing

extension KernelTests {
    /// Prints times and asserts nothing about them, because they depend on the machine.
    struct LatencyTests {
        @Test func `how many events a second are read without missing any`() async throws {
            let playground = try Playground()
            for folder in 0..<20 { try playground.makeDirectories("D\(folder)") }
            let paths = (0..<200).map { playground.path("D\($0 % 20)/F\($0).swift").string }
            try await watching(playground) { watched in
                let saves = ProcessInfo.processInfo.environment["MOCKD_STORM_SAVES"].flatMap { Int($0) } ?? 4_000
                let clock = ContinuousClock()
                let begin = clock.now
                for number in 0..<saves {
                    let file = open(paths[number % 200], O_WRONLY | O_CREAT | O_TRUNC, 0o644)
                    _ = Glibc.write(file, "x", 1)
                    close(file)
                }
                _ = try await watched.settled()
                let status = watched.watcher.status()
                let rate = Double(status.events) / ((clock.now - begin) / .seconds(1))
                print("throughput: \(status.events) events, \(Int(rate)) a second, \(status.overflows) overflows")
                #expect(status.files == 200)
            }
        }

        @Test(arguments: [10, 10_000])
        func `how long a save takes to be reported`(_ files: Int) async throws {
            let playground = try Playground()
            for number in 0..<files {
                if number % 20 == 0 { try playground.makeDirectories("D\(number / 20)") }
                try playground.write("D\(number / 20)/F\(number).swift")
            }
            let clock = ContinuousClock()
            let begin = clock.now
            try await watching(playground) {
                // No save waits until the previous one is over.
                $0.quiet = .zero
            } _: { watched in
                let start = clock.now - begin
                var times: [Duration] = []
                for number in 0..<200 {
                    let saved = clock.now
                    try playground.write("D0/F\(number % 10).swift", "protocol P\(number) {}\n")
                    while try await watched.batch()["D0/F\(number % 10).swift"] == nil {}
                    times.append(clock.now - saved)
                    _ = try await watched.settled()
                }
                times.sort()
                print(
                    "latency with \(files) files: p50 \(times[100]), p99 \(times[198]), max \(times[199]);",
                    "start \(start)")
            }
        }
    }
}
