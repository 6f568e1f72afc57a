import Foundation
import MockModel
import SystemPackage
import Testing

@testable import FileWatching

/// A process that is started before there is a watcher. One waits at a time, so one of these tests runs at a time.
@Suite(.serialized) struct EarlyWatcherTests {
    @Test func `the first watcher to start uses it, and the next one starts its own`() async throws {
        let playground = try Playground()
        let starts = playground.base.appending("starts")
        let wrapped = try playground.wrapWatcher("echo started >> '\(starts)'; exec")
        EarlyWatcher.start(wrapped)
        try await watching(playground) {
            $0.watcherExecutable = wrapped
        } _: { watched in
            let one = try String(contentsOfFile: starts.string, encoding: .utf8)
            #expect(one == "started\n")
            try playground.write("A.swift")
            let changes = try await watched.settled()
            #expect(changes == ["A.swift": .changed])
        }
        try await watching(playground) {
            $0.watcherExecutable = wrapped
        } _: { _ in
            let both = try String(contentsOfFile: starts.string, encoding: .utf8)
            #expect(both == "started\nstarted\n")
        }
    }

    @Test func `one of another executable is left alone`() async throws {
        let (playground, other) = (try Playground(), try Playground())
        let wrapped = try other.wrapWatcher("exec")
        EarlyWatcher.start(wrapped)
        try await watching(playground) { watched in
            try playground.write("A.swift")
            let changes = try await watched.settled()
            #expect(changes == ["A.swift": .changed])
        }
        // Nobody else may get what this test has made.
        let isLeft = EarlyWatcher.proceed(with: wrapped) { process in (try? process.get())?.end() }
        #expect(isLeft)
    }

    @Test func `one that cannot be started is the failure of the watcher that needs it`() async throws {
        let playground = try Playground()
        let missing = playground.base.appending("missing")
        EarlyWatcher.start(missing)
        var options = WatchOptions(root: playground.root, runtimeDirectory: playground.runtime)
        options.watcherExecutable = missing
        let watcher = FileWatcher(options: options)
        do {
            try await watcher.run()
            Issue.record("there is no such program")
        } catch let failure as WatcherFailure {
            #expect(failure.path == missing)
            #expect(failure.error == .noSuchFileOrDirectory)
        }
    }
}
