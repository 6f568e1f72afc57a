import Glibc
import MockModel
import SystemPackage
import Testing

@testable import FileWatching

/// A running watcher and its events, for the body of a test.
final class Watched {
    let playground: Playground
    let watcher: FileWatcher
    private let root: FilePath
    private var iterator: AsyncStream<FileWatcher.Event>.Iterator
    /// Events of other kinds that were skipped.
    private(set) var passed: [FileWatcher.Event] = []

    init(_ playground: Playground, _ watcher: FileWatcher, root: FilePath) {
        self.playground = playground
        self.root = root
        self.watcher = watcher
        iterator = watcher.events.makeAsyncIterator()
    }

    struct Ended: Error {}

    /// Returns why changes are found late; a failure of the test if they are not.
    func degradation() throws -> WatchState.Degradation {
        let status = watcher.status()
        guard case .degraded(let degradation) = status.state else {
            Issue.record("not degraded: \(status)")
            throw Ended()
        }
        return degradation
    }

    func next() async throws -> FileWatcher.Event {
        guard let event = await iterator.next(isolation: #isolation) else { throw Ended() }
        return event
    }

    /// Returns the closure's first result that is not nil.
    func first<Value>(_ pick: (FileWatcher.Event) -> Value?) async throws -> Value {
        while true {
            let event = try await next()
            if let value = pick(event) { return value }
            passed.append(event)
        }
    }

    func started() async throws {
        _ = try await first { if case .started = $0 { true } else { nil } }
    }

    /// Returns the next batch.
    func batch() async throws -> [String: FileChange.Kind] {
        try await first { if case .changes(let changes, _) = $0 { Dictionary(changes, in: root) } else { nil } }
    }

    /// Returns the first batch that has the path, relative to the root.
    func batch(with path: String) async throws -> [String: FileChange.Kind] {
        while true {
            let batch = try await batch()
            if batch.keys.contains(path) { return batch }
        }
    }

    /// Returns all changes made before the call, the last kind of each path.
    func settled() async throws -> [String: FileChange.Kind] {
        try await settledBatches().reduce(into: [:]) { all, batch in all.merge(batch) { $1 } }
    }

    /// Returns these changes in their batches.
    func settledBatches() async throws -> [[String: FileChange.Kind]] {
        let id = watcher.sync()
        var batches: [[String: FileChange.Kind]] = []
        while true {
            switch try await next() {
            case .changes(let changes, _): batches.append(Dictionary(changes, in: root))
            case .synced(id): return batches
            case let event: passed.append(event)
            }
        }
    }
}

extension [String: FileChange.Kind] {
    /// Keys the changes by path relative to the root. Two changes of one path in a batch would be a defect, and trap.
    fileprivate init(_ changes: [FileChange], in root: FilePath) {
        self.init(
            uniqueKeysWithValues: changes.map { change in
                var path = change.path
                _ = path.removePrefix(root)
                return (path.string, change.kind)
            })
    }
}

/// Runs a watcher during the body of a test, then ends it.
func watching(
    _ playground: Playground? = nil,
    isolation: isolated (any Actor)? = #isolation,
    options adjust: (inout WatchOptions) throws -> Void = { _ in },
    whileStarting act: (FileWatcher) -> Void = { _ in },
    _ body: (Watched) async throws -> Void
) async throws {
    let playground = try playground ?? Playground()
    var options = WatchOptions(root: playground.root, runtimeDirectory: playground.runtime)
    try adjust(&options)
    let watcher = FileWatcher(options: options)
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await watcher.run() }
        act(watcher)
        let watched = Watched(playground, watcher, root: options.root)
        try await watched.started()
        try await body(watched)
        group.cancelAll()
        try await group.waitForAll()
    }
}

/// Counts the watches of a process, as the kernel lists them.
func kernelWatches(of process: Int32) -> Int {
    let directory = "/proc/\(process)/fdinfo"
    var count = 0
    for descriptor in 3..<16 {
        guard let file = try? FileDescriptor.open(FilePath("\(directory)/\(descriptor)"), .readOnly) else { continue }
        defer { try? file.close() }
        var text: [UInt8] = []
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
            while let got = try? file.read(into: buffer), got > 0 { text.append(contentsOf: buffer.prefix(got)) }
        }
        count += text.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: "inotify wd".utf8) }.count
    }
    return count
}
