import Glibc
import MockModel
import SystemPackage
import Testing

@testable import FileWatching

extension KernelTests {
    /// Tests without a sync, which would notice a hanging watcher by itself.
    @Suite struct HeartbeatTests {
        @Test func `a watcher that is stopped is replaced, and the changes it did not report are found`() async throws {
            let playground = try Playground()
            try playground.write("A.swift")
            try await watching(playground) {
                $0.heartbeatInterval = .milliseconds(50)
                $0.answerTimeout = .milliseconds(500)
            } _: { watched in
                let old = try #require(watched.watcher.status().watcherProcess)
                #expect(kill(old, SIGSTOP) == 0)
                try playground.write("A.swift", "protocol Changed {}\n")
                #expect(try await watched.batch() == ["A.swift": .changed])
                _ = try await watched.first { if case .rescanned = $0 { true } else { nil } }
                #expect(watched.watcher.status().watcherProcess != old)
                #expect(watched.watcher.status().restarts >= 1)
            }
        }

        @Test func `a watcher without events gives a sign of life and is left alone`() async throws {
            let playground = try Playground()
            try await watching(playground) {
                $0.heartbeatInterval = .milliseconds(20)
            } _: { watched in
                let process = watched.watcher.status().watcherProcess
                let first = try #require(watched.watcher.status().lastSign)
                var signs: Set<SuspendingClock.Instant> = [first]
                while signs.count < 5 {
                    if let sign = watched.watcher.status().lastSign { signs.insert(sign) }
                    await Task.yield()
                }
                #expect(watched.watcher.status().watcherProcess == process)
                #expect(watched.watcher.status().recrawls == 0)
                #expect(signs.min() == first)
            }
        }

        @Test func `a folder of cookies that is removed and created again is watched again`() async throws {
            let playground = try Playground()
            try await watching(playground) {
                $0.heartbeatInterval = .milliseconds(20)
            } _: { watched in
                let process = watched.watcher.status().watcherProcess
                #expect(rmdir(playground.runtime.string) == 0)
                let sign = watched.watcher.status().lastSign
                // It keeps answering without the folder.
                while watched.watcher.status().lastSign == sign { await Task.yield() }
                #expect(mkdir(playground.runtime.string, 0o700) == 0)
                let posts = 3
                while kernelWatches(of: process ?? 0) < posts { await Task.yield() }
                let changes = try await watched.settled()
                #expect(changes == [:])
                #expect(watched.watcher.status().watcherProcess == process)
                #expect(watched.watcher.status().recrawls == 0)
            }
        }
    }
}
