import FileWatching
import Testing

extension KernelTests {
    /// Prints; asserts nothing about time, which belongs to the machine.
    struct LatencyTests {
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
                // No save has to wait for the one before it to be over.
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
