import FileWatching
import Foundation
import MockModel
import SystemPackage
import Testing

extension KernelTests {
    /// A mutator changes a tree at full speed while a reader follows only the reported changes; in the end both must
    /// agree.
    struct FuzzTests {
        /// `MOCKD_FUZZ_SEEDS=500` runs the seeds 1 to 500, `MOCKD_FUZZ_SECONDS=30` mutates for longer than the default.
        static let seeds: [UInt64] = {
            let environment = ProcessInfo.processInfo.environment
            return Array(1...max(1, environment["MOCKD_FUZZ_SEEDS"].flatMap { UInt64($0) } ?? 60))
        }()

        static var seconds: Double {
            ProcessInfo.processInfo.environment["MOCKD_FUZZ_SECONDS"].flatMap { Double($0) } ?? 0.15
        }

        /// With the default durations such a storm is resolved once a second; with shorter ones, more resolutions
        /// happen in the middle of changes.
        static func makeImpatient(_ options: inout WatchOptions, _ seed: UInt64) {
            options.quiet = .milliseconds([50, 0, 1, 5][Int(seed % 4)])
            options.latency = .milliseconds([1_000, 0, 5, 20][Int(seed % 4)])
        }

        @Test(arguments: seeds)
        func `after random changes of a tree, the reports add up to its contents`(_ seed: UInt64) async throws {
            try await watching {
                Self.makeImpatient(&$0, seed)
            } _: { watched in
                let reader = FuzzReader(watched)
                let mutator = Mutator(playground: watched.playground, seed: seed, seconds: Self.seconds)
                mutator.start(watched.watcher)
                try await reader.follow(mutator)
                try reader.compare(seed, mutator)
            }
        }

        @Test(arguments: seeds.prefix(max(3, seeds.count / 6)))
        func `a watcher that is killed, stalled and flooded again and again loses nothing`(_ seed: UInt64) async throws
        {
            try await watching {
                Self.makeImpatient(&$0, seed)
            } _: { watched in
                let reader = FuzzReader(watched)
                let mutator = Mutator(
                    playground: watched.playground, seed: 1_000 + seed, seconds: Self.seconds * 3, torments: true)
                mutator.start(watched.watcher)
                try await reader.follow(mutator)
                try reader.compare(1_000 + seed, mutator)
            }
        }
    }
}
