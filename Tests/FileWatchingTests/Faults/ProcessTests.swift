import FileWatching
import Foundation
import Glibc
import MockModel
import SystemPackage
import Testing

extension KernelTests {
    /// The watcher's process and its resources.
    struct ProcessTests {
        @Test func `a watcher that inherits a thousand descriptors still gets a low one for inotify`() async throws {
            let playground = try Playground()
            // Bash uses the numbers below 300 itself.
            let many = "for n in $(seq 300 1500); do eval \"exec $n</dev/null\"; done"
            try await watching(playground) {
                $0.watcherExecutable = try playground.wrapWatcher("ulimit -n 2000; \(many); exec", shell: "/bin/bash")
            } _: { watched in
                try playground.makeSource(1, "new")
                #expect(try await watched.settled() == ["S1/F1.swift": .changed])
                #expect(watched.watcher.status().restarts == 0)
            }
        }

        @Test func `the library's memory of dead directories is freed by a new process`() async throws {
            try await watching { watched in
                let first = try #require(watched.watcher.status().watcherProcess)
                var made = 0
                while watched.watcher.status().recrawls == 0 {
                    for number in made..<made + 500 { try watched.playground.makeDirectories("d\(number)") }
                    _ = try await watched.settled()
                    for number in made..<made + 500 { try watched.playground.removeTree("d\(number)") }
                    _ = try await watched.settled()
                    made += 500
                    #expect(made <= 10_000)
                }
                #expect(watched.passed.contains(.rescanned(reason: "compaction", changed: 0)))
                #expect(watched.watcher.status().watcherProcess != first)
                #expect(watched.watcher.status().deadEntries < 4_096)
                try watched.playground.makeSource(1, "new")
                #expect(try await watched.settled() == ["S1/F1.swift": .changed])
            }
        }

        @Test func `the last words of a watcher that dies are passed on`() async throws {
            let playground = try Playground()
            let marker = playground.base.appending("marker")
            try await watching(playground) {
                $0.watcherExecutable = try playground.wrapWatcher(
                    "if mkdir '\(marker)'; then echo '*** buffer overflow detected ***' >&2; exit 134; fi; exec")
            } _: { watched in
                #expect(watched.passed.contains(.warning("mockd-watcher: *** buffer overflow detected ***")))
                #expect(watched.watcher.status().restarts == 1)
                try playground.makeSource(1, "new")
                #expect(try await watched.settled() == ["S1/F1.swift": .changed])
            }
        }

        @Test func `a watcher that complains without end is heard ten times a minute`() async throws {
            let playground = try Playground()
            try await watching(playground) {
                $0.watcherExecutable = try playground.wrapWatcher("yes 'bad weather' | head -n 20000 >&2; exec")
            } _: { watched in
                try playground.makeSource(1, "new")
                #expect(try await watched.settled() == ["S1/F1.swift": .changed])
                #expect(
                    watched.passed.filter { if case .warning = $0 { true } else { false } }
                        == Array(repeating: .warning("mockd-watcher: bad weather"), count: 10))
            }
        }

        @Test func `a watcher that is stopped and continued loses nothing`() async throws {
            let playground = try Playground()
            try playground.makeSource(1, "before")
            try await watching(playground) { watched in
                let process = try #require(watched.watcher.status().watcherProcess)
                #expect(kill(process, SIGSTOP) == 0)
                try playground.makeSource(1, "after")
                try playground.makeSource(2, "new")
                #expect(kill(process, SIGCONT) == 0)
                #expect(try await watched.settled() == ["S1/F1.swift": .changed, "S2/F2.swift": .changed])
                #expect(watched.watcher.status().restarts == 0)
            }
        }

        @Test(.enabled(if: Tools.has("strace"), "needs strace"))
        func `a file that is deleted or replaced before it is read is reported as it is then`() async throws {
            let playground = try Playground()
            try await watching(playground) {
                // Delays every message of the watcher.
                $0.watcherExecutable = try playground.wrapWatcher(
                    "exec strace -f -o /dev/null -e trace=write -e inject=write:delay_enter=50000")
            } _: { watched in
                for round in 0..<5 {
                    try playground.write("Gone.swift", "\(round)")
                    try playground.write("Stays.swift", "\(round)")
                    try playground.remove("Gone.swift")
                }
                #expect(try await watched.settled()["Stays.swift"] == .changed)
                #expect(watched.watcher.status().files == 1)
            }
        }
    }
}
