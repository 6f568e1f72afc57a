import FileWatching
import Foundation
import MockModel
import SystemPackage
import Testing

extension KernelTests {
    /// A mutator at full speed on one side, a reader that only does what it is told on the other; then both must agree.
    struct FuzzTests {
        /// `MOCKD_FUZZ_SEEDS=60` runs the seeds 1 to 60, `MOCKD_FUZZ_SECONDS` mutates for longer than the default.
        static let seeds: [UInt64] = {
            let environment = ProcessInfo.processInfo.environment
            return Array(1...max(1, environment["MOCKD_FUZZ_SEEDS"].flatMap { UInt64($0) } ?? 10))
        }()

        static var seconds: Double {
            ProcessInfo.processInfo.environment["MOCKD_FUZZ_SECONDS"].flatMap { Double($0) } ?? 0.4
        }

        /// The default patience would look at such a storm once a second; the shorter it is, the more looks meet changes
        /// in the middle.
        static func makeImpatient(_ options: inout WatchOptions, _ seed: UInt64) {
            options.quiet = .milliseconds([50, 0, 1, 5][Int(seed % 4)])
            options.latency = .milliseconds([1_000, 0, 5, 20][Int(seed % 4)])
        }

        @Test(arguments: seeds)
        func `whatever is done to a tree, what is reported adds up to what is there`(_ seed: UInt64) async throws {
            try await watching {
                Self.makeImpatient(&$0, seed)
            } _: { watched in
                let reader = Reader(watched)
                let mutator = Mutator(playground: watched.playground, seed: seed, seconds: Self.seconds)
                try await reader.follow(mutator)
                try reader.compare(seed, mutator)
            }
        }

        @Test(arguments: seeds.prefix(max(3, seeds.count / 3)))
        func `a watcher that is killed, stalled and flooded again and again loses nothing`(_ seed: UInt64) async throws
        {
            try await watching {
                Self.makeImpatient(&$0, seed)
            } _: { watched in
                let reader = Reader(watched)
                let mutator = Mutator(
                    playground: watched.playground, seed: 1_000 + seed, seconds: Self.seconds * 2, torments: true)
                try await reader.follow(mutator)
                try reader.compare(1_000 + seed, mutator)
            }
        }
    }
}

/// Knows of the tree what the changes said: the content of each file at the moment when its change was read.
private final class Reader {
    private let watched: Watched
    private var known: [FilePath: String] = [:]

    init(_ watched: Watched) {
        self.watched = watched
    }

    /// Reads changes as they come, until everything that the mutator did has been delivered.
    func follow(_ mutator: Mutator) async throws {
        mutator.start(watched.watcher)
        while true {
            switch try await watched.next() {
            case .changes(let changes):
                #expect(Set(changes.map(\.path)).count == changes.count)
                for change in changes { known[change.path] = change.kind == .removed ? nil : Self.content(change.path) }
            case .synced(mutator.lastSync):
                return
            default:
                break
            }
        }
    }

    func compare(_ seed: UInt64, _ mutator: Mutator) throws {
        let root = watched.playground.root
        var (files, directories): ([FilePath: String], Int) = ([:], 1)
        for path in FileManager.default.enumerator(atPath: root.string).map(Array.init) ?? [] {
            let path = root.pushing(FilePath(path as? String ?? ""))
            var status = stat()
            guard path.withPlatformString({ lstat($0, &status) }) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                directories += 1
            } else if WatchOptions.isSource(path) {
                files[path] = Self.content(path)
            }
        }
        let status = watched.watcher.status()
        let missing = files.keys.filter { known[$0] == nil }
        let ghosts = known.keys.filter { files[$0] == nil }
        let stale = files.keys.filter { known[$0] != nil && known[$0] != files[$0] }
        print(
            "fuzz seed \(seed): \(mutator.log.count) operations, \(status.events) events, \(files.count) files,",
            "\(directories) directories, \(status.restarts) restarts, \(status.overflows) overflows, \(status.recrawls) recrawls,",
            "missing \(missing.count), ghosts \(ghosts.count), stale \(stale.count)")
        if !(missing + ghosts + stale).isEmpty {
            Attachment.record(mutator.log.joined(separator: "\n"), named: "fuzz-\(seed).log")
        }
        #expect(missing == [], "seed \(seed)")
        #expect(ghosts == [], "seed \(seed)")
        #expect(stale == [], "seed \(seed)")
        #expect(status.directories == directories)
        // Two more: the root's parent and the cookies.
        #expect(kernelWatches(of: try #require(status.watcherProcess)) == directories + 2)
    }

    /// Nil if it has gone meanwhile: a change says that there was something, not that it is still there.
    private static func content(_ path: FilePath) -> String? {
        if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path.string) {
            return "-> " + target
        }
        return FileManager.default.contents(atPath: path.string).map { String(decoding: $0, as: UTF8.self) }
    }
}
