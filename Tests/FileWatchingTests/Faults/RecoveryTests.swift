import FileWatching
import Foundation
import Glibc
import MockModel
import SystemPackage
import Testing

extension KernelTests {
    /// Storms, lost events, dead processes and vanished roots.
    struct RecoveryTests {
        @Test func `a checkout of hundreds of files is complete, and held until git has finished`() async throws {
            let playground = try Playground()
            try playground.git("init", "-q", "-b", "main")
            for number in 0..<250 { try playground.makeSource(number, "one") }
            try playground.git("add", ".")
            try playground.git("commit", "-q", "-m", "one")
            try playground.git("checkout", "-q", "-b", "two")
            for number in 0..<250 { try playground.makeSource(number, "two") }
            try playground.makeSource(1_000, "only here")
            try playground.git("add", ".")
            try playground.git("commit", "-q", "-m", "two")
            try await watching(playground) { watched in
                try playground.git("checkout", "-q", "main")
                var changes: [String: FileChange.Kind] = [:]
                var batches = 0
                while changes.count < 251 {
                    changes.merge(try await watched.batch()) { $1 }
                    batches += 1
                }
                #expect(changes["S0/F1000.swift"] == .removed)
                #expect(changes.values.filter { $0 == .changed }.count == 250)
                // Git locks before the first write: one batch, or two if the lock was released just before the last
                // events were read.
                #expect(batches <= 2)
                #expect(try await watched.settled() == [:])
            }
        }

        @Test func `a rebase and a stash lead to the right files`() async throws {
            let playground = try Playground()
            try playground.git("init", "-q", "-b", "main")
            try playground.makeSource(0, "base")
            try playground.git("add", ".")
            try playground.git("commit", "-q", "-m", "base")
            try playground.git("checkout", "-q", "-b", "work")
            for number in 1...20 {
                try playground.makeSource(number, "work")
                try playground.git("add", ".")
                try playground.git("commit", "-q", "-m", "\(number)")
            }
            try playground.git("checkout", "-q", "main")
            try playground.makeSource(0, "moved on")
            try playground.git("commit", "-q", "-a", "-m", "moved on")
            try playground.git("checkout", "-q", "work")
            try await watching(playground) { watched in
                try playground.git("rebase", "-q", "main")
                let changes = try await watched.settled()
                #expect(changes["S0/F0.swift"] == .changed)
                #expect(!changes.values.contains(.removed))
                #expect(watched.watcher.status().files == 21)
                try playground.makeSource(5, "not committed")
                try playground.git("stash", "-q")
                #expect(try await watched.settled() == ["S5/F5.swift": .changed])
            }
        }

        @Test func `changes wait while git holds its lock and come when it is released`() async throws {
            let playground = try Playground()
            try playground.git("init", "-q")
            try await watching(playground) { watched in
                try playground.write(".git/index.lock", "")
                try playground.write("A.swift")
                _ = try await watched.first { $0 == .stateChanged(.deferred) ? true : nil }
                try playground.write("B.swift")
                try playground.remove(".git/index.lock")
                #expect(try await watched.batch() == ["A.swift": .changed, "B.swift": .changed])
            }
        }

        @Test func `a lock that is never released holds changes up once`() async throws {
            let playground = try Playground()
            try playground.git("init", "-q")
            try playground.write(".git/index.lock", "")
            try await watching(playground) {
                $0.versionControlHold = .milliseconds(300)
            } _: { watched in
                try playground.write("A.swift")
                #expect(try await watched.batch() == ["A.swift": .changed])
                #expect(watched.passed.contains(.stateChanged(.deferred)))
                let clock = ContinuousClock()
                let begin = clock.now
                try playground.write("B.swift")
                #expect(try await watched.batch() == ["B.swift": .changed])
                #expect(clock.now - begin < .milliseconds(300))
                // The warning comes once, not for every later change.
                #expect(
                    watched.passed.filter { if case .warning = $0 { true } else { false } } == [
                        .warning(
                            "git has kept its lock, or taken it again and again, for 0.3 seconds; "
                                + "changes do not wait for it")
                    ])
            }
        }

        @Test func `sync answers after all changes made before it, even if they are held back`() async throws {
            let playground = try Playground()
            try playground.git("init", "-q")
            try playground.write(".git/index.lock", "")
            try await watching(playground) {
                ($0.quiet, $0.latency) = (.seconds(60), .seconds(60))
            } _: { watched in
                for round in 0..<20 {
                    try playground.makeDirectories("d\(round)/e")
                    try playground.write("d\(round)/e/F.swift")
                    try playground.write("A.swift", "\(round)")
                    #expect(try await watched.settled() == ["d\(round)/e/F.swift": .changed, "A.swift": .changed])
                }
                #expect(FileManager.default.subpaths(atPath: playground.runtime.string) == [])
            }
        }

        @Test func `many syncs at a time are all answered, in order`() async throws {
            try await watching { watched in
                let ids = (0..<100).map { _ in watched.watcher.sync() }
                var answered: [UInt64] = []
                while answered.count < ids.count {
                    if case .synced(let id) = try await watched.next() { answered.append(id) }
                }
                #expect(answered == ids)
            }
        }

        @Test func `a watcher that is killed is started again and nothing is lost`() async throws {
            let playground = try Playground()
            try playground.makeDirectories("a/b")
            for name in ["Same", "Edited", "Deleted"] { try playground.write("a/b/\(name).swift") }
            try await watching(playground) { watched in
                let old = try #require(watched.watcher.status().watcherProcess)
                #expect(kill(old, SIGSTOP) == 0)
                try playground.write("a/b/Edited.swift", "protocol Changed {}\n")
                try playground.remove("a/b/Deleted.swift")
                try playground.makeDirectories("c")
                try playground.write("c/New.swift")
                #expect(kill(old, SIGKILL) == 0)
                #expect(
                    try await watched.batch() == [
                        "a/b/Edited.swift": .changed, "a/b/Deleted.swift": .removed, "c/New.swift": .changed,
                    ])
                let changed = try await watched.first {
                    if case .rescanned(_, let changed) = $0 { changed } else { nil }
                }
                #expect(changed == 3)
                try playground.write("c/New.swift", "protocol Changed {}\n")
                #expect(try await watched.settled() == ["c/New.swift": .changed])
                let status = watched.watcher.status()
                #expect(status.watcherProcess != old)
                #expect((status.restarts, status.recrawls, status.directories) == (1, 1, 4))
            }
        }

        @Test func `a queue that overflows leads to a comparison of everything`() async throws {
            let playground = try Playground()
            for number in 0..<50 { try playground.makeSource(number, "before") }
            try await watching(playground) { watched in
                let process = try #require(watched.watcher.status().watcherProcess)
                #expect(kill(process, SIGSTOP) == 0)
                try playground.makeSource(7, "after")
                try playground.makeDirectories("late/deep")
                try playground.write("late/deep/L.swift")
                // Alternating names, because the kernel merges equal consecutive events.
                for number in 0..<9_000 {
                    try playground.write("Noise\(number % 2).txt", "")
                }
                try playground.removeTree("S3")
                #expect(kill(process, SIGCONT) == 0)
                let changes = try await watched.batch()
                #expect(changes["S7/F7.swift"] == .changed)
                #expect(changes["late/deep/L.swift"] == .changed)
                #expect(changes.filter { $0.key.hasPrefix("S3/") }.values.allSatisfy { $0 == .removed })
                #expect(changes.count == 5)
                #expect(
                    try await watched.first { if case .rescanned(let reason, _) = $0 { reason } else { nil } }
                        == "overflow")
                #expect(watched.watcher.status().overflows == 1)
                try playground.write("late/deep/L.swift", "protocol Changed {}\n")
                #expect(try await watched.settled() == ["late/deep/L.swift": .changed])
            }
        }

        @Test func `a root that disappears keeps its files and is compared when it returns`() async throws {
            let playground = try Playground()
            try playground.makeSource(1, "before")
            try playground.makeSource(2, "before")
            try await watching(playground) { watched in
                try playground.move(playground.root, to: playground.base.appending("elsewhere"))
                _ = try await watched.first { $0 == .stateChanged(.waitingForRoot) ? true : nil }
                #expect(try await watched.settled() == [:])
                try playground.makeDirectory(playground.root)
                try playground.makeSource(1, "after")
                // The two may come in separate batches: no event tells when a tree is complete.
                var changes: [String: FileChange.Kind] = [:]
                while changes.count < 2 { changes.merge(try await watched.batch()) { $1 } }
                #expect(changes == ["S1/F1.swift": .changed, "S2/F2.swift": .removed])
                try playground.makeSource(3, "after")
                #expect(try await watched.settled() == ["S3/F3.swift": .changed])
            }
        }

        @Test func `a root that is lost because a folder above it was renamed is noticed`() async throws {
            let playground = try Playground()
            let moved = FilePath(playground.base.string + "-moved")
            try await watching(playground) {
                $0.rootCheckInterval = .milliseconds(50)
            } _: { watched in
                try playground.move(playground.base, to: moved)
                _ = try await watched.first { $0 == .stateChanged(.waitingForRoot) ? true : nil }
                try playground.move(moved, to: playground.base)
                _ = try await watched.first { if case .rescanned = $0 { true } else { nil } }
                try playground.makeSource(1, "after")
                #expect(try await watched.settled() == ["S1/F1.swift": .changed])
            }
        }

        @Test func `a root that is deleted and created again at once is another root`() async throws {
            let playground = try Playground()
            try playground.makeSource(1, "before")
            try await watching(playground) { watched in
                for number in 0..<10 {
                    try playground.removeTree("")
                    try playground.makeDirectory(playground.root)
                    try playground.makeSource(number, "after")
                }
                var changes: [String: FileChange.Kind] = [:]
                while changes["S9/F9.swift"] != .changed || changes["S1/F1.swift"] != .removed {
                    changes.merge(try await watched.batch()) { $1 }
                }
                try playground.makeSource(9, "later")
                #expect(try await watched.settled()["S9/F9.swift"] == .changed)
            }
        }

        @Test func `the watcher's process ends with the watcher`() async throws {
            let playground = try Playground()
            var process: Int32?
            try await watching(playground) { process = $0.watcher.status().watcherProcess }
            #expect(kill(try #require(process), 0) == -1)
        }

        @Test func `a sync is answered where no cookie can be written`() async throws {
            let playground = try Playground()
            try await watching(playground) {
                $0.runtimeDirectory = "/proc/nowhere"
            } _: { watched in
                try playground.makeSource(1, "new")
                #expect(try await watched.settled() == ["S1/F1.swift": .changed])
                // The recrawl that replaces the cookie ends with the answer.
                #expect(watched.watcher.status().lastRecrawl?.reason == "no cookies in /proc/nowhere")
            }
        }

        @Test func `descriptors and processes are released at every restart`() async throws {
            let playground = try Playground()
            let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            try await watching(playground) { watched in
                let running = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
                for _ in 0..<10 {
                    watched.watcher.recrawl()
                    _ = try await watched.first { if case .rescanned = $0 { true } else { nil } }
                }
                #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count == running)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count == before)
        }

        @Test func `the watcher's process has no descriptor of its parent`() async throws {
            try await watching { watched in
                let process = try #require(watched.watcher.status().watcherProcess)
                let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
                // The three standard descriptors and inotify's.
                #expect(descriptors.sorted() == ["0", "1", "2", "3"])
            }
        }

        @Test func `the last events of the kernel are kept`() async throws {
            try await watching { watched in
                try watched.playground.makeSource(1, "new")
                _ = try await watched.settled()
                let events = watched.watcher.recentEvents().map(\.description)
                #expect(events.contains("CREATE,ISDIR \(watched.playground.path("S1"))"))
                // Those of the folder of cookies, too, have a path.
                #expect(events.allSatisfy { $0.contains(" /") }, "\(events)")
            }
        }

        @Test func `the rename of a mock is kept as an event, but no event of its temporary file`() async throws {
            try await watching { watched in
                let mock = watched.playground.path("Cook.mocks.swift").string
                for name in [".Cook.mocks.swift.mockd-4711-3.tmp", ".Cook.mocks.swift.mine-4711-3.tmp"] {
                    try watched.playground.write(name, "class MockCook {}\n")
                    #expect(rename(watched.playground.path(name).string, mock) == 0)
                }
                _ = try await watched.settled()
                let events = watched.watcher.recentEvents().map(\.description)
                #expect(events.filter { $0 == "MOVED_TO \(mock)" }.count == 2, "\(events)")
                #expect(!events.contains { $0.contains(".mockd-4711-3.tmp") }, "\(events)")
                #expect(events.contains { $0.contains("CREATE") && $0.contains(".mine-4711-3.tmp") }, "\(events)")
            }
        }

        @Test func `a missing watcher is an error that names the path`() async throws {
            let playground = try Playground()
            var options = WatchOptions(root: playground.root, runtimeDirectory: playground.runtime)
            options.watcherExecutable = "/nowhere/mockd-watcher"
            let watcher = FileWatcher(options: options)
            let failure = await #expect(throws: WatcherFailure.self) { try await watcher.run() }
            #expect(
                failure?.description
                    == "cannot start /nowhere/mockd-watcher: No such file or directory; "
                    + "it belongs beside mockd, install both from the same build")
        }
    }
}

extension Playground {
    /// Writes the file into one of twenty folders, each of which gets every twentieth file.
    func makeSource(_ number: Int, _ text: String) throws {
        try makeDirectories("S\(number % 20)")
        try write("S\(number % 20)/F\(number).swift", "protocol P\(number) {} // \(text)\n")
    }
}
