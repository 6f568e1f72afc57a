import Foundation
import MockModel
import SystemPackage
import Testing

@testable import FileWatching

extension KernelTests {
    /// Changes without events, and directories that the kernel refuses to watch.
    struct CoverageTests {
        /// Runs the watcher in a user namespace, which has its own inotify limit.
        private static func limiting(_ what: String, _ count: Int) -> String {
            "exec unshare -Ur sh -c 'echo \(count) > /proc/sys/user/max_inotify_\(what); exec \"$0\"'"
        }

        @Test func `a write through a hard link elsewhere is found by the audit`() async throws {
            let playground = try Playground()
            try playground.makeSource(1, "before")
            let outside = playground.base.appending("Outside.swift")
            #expect(link(playground.path("S1/F1.swift").string, outside.string) == 0)
            try playground.write(playground.base.appending("Target.swift"), "before")
            try playground.link("Link.swift", to: "../Target.swift")
            try await watching(playground) {
                $0.auditInterval = .milliseconds(20)
            } _: { watched in
                try playground.overwrite(outside, "protocol P {} // longer than before\n")
                #expect(try await watched.batch() == ["S1/F1.swift": .changed])
                try playground.overwrite(playground.base.appending("Target.swift"), "after and longer")
                #expect(try await watched.batch(with: "Link.swift")["Link.swift"] == .changed)
                #expect(watched.watcher.status().driftFound >= 2)
            }
        }

        @Test func `a write through a hard link elsewhere is seen by a sync`() async throws {
            let playground = try Playground()
            for number in 1...3 { try playground.makeSource(number, "before") }
            let outside = playground.base.appending("Outside.swift")
            #expect(link(playground.path("S1/F1.swift").string, outside.string) == 0)
            try await watching(playground) { watched in
                for text in ["after, and longer", "after, and longer still"] {
                    try playground.overwrite(outside, text)
                    #expect(try await watched.settled() == ["S1/F1.swift": .changed])
                }
                #expect(try await watched.settled() == [:])
                #expect(unlink(playground.path("S1/F1.swift").string) == 0)
                #expect(try await watched.settled() == ["S1/F1.swift": .removed])
            }
        }

        @Test(.enabled(if: Playground.hasUserNamespaces, "needs user namespaces"))
        func `directories beyond the kernel's limit are swept, and the state says how to raise it`() async throws {
            let playground = try Playground()
            for number in 0..<20 { try playground.makeSource(number, "before") }
            try await watching(playground) {
                $0.watcherExecutable = try playground.wrapWatcher(Self.limiting("watches", 12))
                $0.sweepInterval = .milliseconds(50)
            } _: { watched in
                let status = watched.watcher.status()
                #expect((status.directories, status.uncovered) == (21, 11))
                let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_user_watches", encoding: .utf8)
                    .trimmingCharacters(in: .whitespacesAndNewlines)
                #expect(
                    status.state
                        == .degraded(
                            .init(
                                code: "inotify-watches-exhausted",
                                message: "cannot watch 11 of 21 directories: inotify limit \(limit) reached; "
                                    + "they are compared every 0.05 seconds",
                                fix: "raise it: sudo sysctl fs.inotify.max_user_watches=524288")))
                for number in 0..<20 { try playground.makeSource(number, "after") }
                #expect(try await watched.settled().count == 20)
                for number in 20..<40 { try playground.makeSource(number, "after") }
                var changes: Set<String> = []
                while changes.count < 20 { changes.formUnion(try await watched.batch().keys) }
                // Frees watches for the other directories.
                for number in 0..<15 { try playground.removeTree("S\(number)") }
                _ = try await watched.first { $0 == .stateChanged(.watching) ? true : nil }
                #expect(watched.watcher.status().uncovered == 0)
                try playground.makeSource(19, "covered")
                #expect(try await watched.settled()["S19/F19.swift"] == .changed)
            }
        }

        @Test(.enabled(if: Playground.hasUserNamespaces, "needs user namespaces"))
        func `directories created beyond the kernel's limit are swept, and watched when there is room`()
            async throws
        {
            let playground = try Playground()
            for number in 0..<4 { try playground.makeSource(number, "before") }
            try await watching(playground) {
                $0.watcherExecutable = try playground.wrapWatcher(Self.limiting("watches", 12))
                $0.sweepInterval = .milliseconds(50)
            } _: { watched in
                #expect(watched.watcher.status().state == .watching)
                for number in 4..<20 { try playground.makeSource(number, "new") }
                #expect(try await watched.settled().count == 16)
                #expect(watched.watcher.status().uncovered == 11)
                for number in 0..<20 { try playground.makeSource(number, "later") }
                #expect(try await watched.settled().count == 20)
            }
        }

        @Test(.enabled(if: Playground.hasUserNamespaces, "needs user namespaces"))
        func `without any inotify instance everything is swept`() async throws {
            let playground = try Playground()
            try playground.makeSource(1, "before")
            try await watching(playground) {
                $0.watcherExecutable = try playground.wrapWatcher(Self.limiting("instances", 0))
                $0.sweepInterval = .milliseconds(50)
            } _: { watched in
                try playground.makeSource(1, "after")
                try playground.makeSource(2, "new")
                #expect(try await watched.settled() == ["S1/F1.swift": .changed, "S2/F2.swift": .changed])
                try playground.makeSource(3, "new")
                #expect(try await watched.batch() == ["S3/F3.swift": .changed])
                let degradation = try watched.degradation()
                #expect(degradation.code == "inotify-instances-exhausted")
                #expect(degradation.message.hasPrefix("no inotify instance is left of "))
                #expect(degradation.message.hasSuffix("; all 4 directories are compared every 0.05 seconds"))
                #expect(degradation.fix == "raise it: sudo sysctl fs.inotify.max_user_instances=1024")
            }
        }

        @Test(
            .enabled(if: Tools.has("strace"), "needs strace"),
            arguments: [
                ("EACCES", "Permission denied"), ("ENOMEM", "Cannot allocate memory"),
                ("EINTR", "Interrupted system call"),
            ])
        func `a directory whose watch is refused once is watched after the next sweep`(
            _ error: String, _ words: String
        ) async throws {
            let playground = try Playground()
            for number in 0..<5 { try playground.makeSource(number, "before") }
            try await watching(playground) {
                $0.watcherExecutable = try playground.wrapWatcher(
                    "exec strace -f -o /dev/null -e inject=inotify_add_watch:error=\(error):when=6")
                $0.sweepInterval = .milliseconds(50)
            } _: { watched in
                _ = try await watched.first { $0 == .stateChanged(.watching) ? true : nil }
                #expect(watched.watcher.status().uncovered == 0)
                #expect(
                    watched.passed.contains {
                        guard case .stateChanged(.degraded(let degradation)) = $0 else { return false }
                        return degradation.message
                            == "cannot watch 1 of 6 directories (\(words)); they are compared every 0.05 seconds"
                            && degradation.fix == "make them readable, or exclude them"
                    })
                for number in 0..<5 { try playground.makeSource(number, "after") }
                #expect(try await watched.settled().count == 5)
            }
        }

        @Test func `paths that are too long for the kernel are reported, and the others are watched`() async throws {
            let playground = try Playground()
            try await watching(playground) { watched in
                try playground.makeAbyss()
                try playground.write("A.swift")
                #expect(try await watched.settled()["A.swift"] == .changed)
                let degradation = try watched.degradation()
                #expect(degradation.code == "unreadable-entries")
                #expect(
                    degradation.message.hasPrefix("cannot look at 1 of the names in watched directories; the first is"))
                #expect(degradation.message.hasSuffix(" (File name too long)"))
                #expect(
                    degradation.fix
                        == "shorten paths of more than 4095 bytes; make the directories above searchable")
                #expect(try playground.run("rm", "-r", playground.path(Playground.abyss).string) == 0)
                #expect(try await watched.settled() == [:])
                #expect(watched.watcher.status().state == .watching)
            }
        }

        @Test func `a watcher that hangs is replaced`() async throws {
            let playground = try Playground()
            try playground.makeSource(1, "before")
            let marker = playground.base.appending("marker")
            try await watching(playground) {
                $0.answerTimeout = .milliseconds(200)
                $0.watcherExecutable = try playground.wrapWatcher(
                    "if mkdir '\(marker)'; then exec sleep 1000; fi; exec")
            } _: { watched in
                try playground.makeSource(1, "after")
                #expect(try await watched.settled() == ["S1/F1.swift": .changed])
                #expect(watched.watcher.status().restarts == 1)
            }
        }

        // The frames `hello` with version 3, and `added`, with which watchers began that have no version.
        @Test(arguments: [#"\005\000\000\000\017\003\000\000\000"#, #"\005\000\000\000\022\000\000\000\000"#])
        func `a watcher of another build is named once, and every directory is compared`(frame: String) async throws {
            let playground = try Playground()
            try playground.makeSource(1, "before")
            let watcher = try playground.wrapWatcher("printf '\(frame)'; exec sleep 1000; exec")
            try await watching(playground) {
                $0.watcherExecutable = watcher
                $0.sweepInterval = .milliseconds(50)
            } _: { watched in
                try playground.makeSource(1, "after")
                #expect(try await watched.settled() == ["S1/F1.swift": .changed])
                try playground.makeSource(2, "after")
                #expect(try await watched.batch() == ["S2/F2.swift": .changed])
                let degradation = try watched.degradation()
                #expect(degradation.code == "watcher-version")
                #expect(degradation.fix == "install both from one build, and restart mockd")
                #expect(
                    degradation.message
                        == "\(watcher) is not of the same build as mockd; all 3 directories are compared every 0.05 seconds"
                )
                #expect(watched.watcher.status().restarts == 0)
            }
        }

        @Test func `a watcher that dies at once is replaced by comparing every directory`() async throws {
            let playground = try Playground()
            try playground.makeSource(1, "before")
            try await watching(playground) {
                $0.watcherExecutable = "/bin/false"
                $0.sweepInterval = .milliseconds(50)
            } _: { watched in
                try playground.makeSource(1, "after")
                try playground.makeSource(2, "after")
                #expect(try await watched.settled() == ["S1/F1.swift": .changed, "S2/F2.swift": .changed])
                try playground.makeSource(3, "after")
                #expect(try await watched.batch() == ["S3/F3.swift": .changed])
                let degradation = try watched.degradation()
                #expect(degradation.code == "watcher-failing")
                #expect(degradation.fix == "run it by hand to see why: /bin/false")
                #expect(
                    degradation.message
                        == "mockd-watcher does not stay alive; all 4 directories are compared every 0.05 seconds")
            }
        }

        @Test func `the thread sleeps while no process can watch, whatever the last ones owed`() throws {
            let playground = try Playground()
            try playground.makeSource(1, "before")
            var options = WatchOptions(root: playground.root, runtimeDirectory: playground.runtime)
            options.watcherExecutable = "/bin/false"
            // The time for the answers of the processes is over at once.
            options.answerTimeout = .zero
            let loop = WatchLoop(options: options, inbox: WatchInbox()) { _ in }
            while loop.link.sweepReason == nil { _ = loop.advance() }
            _ = loop.advance()
            let next = try #require(loop.advance())
            #expect(next > loop.clock.now)
        }
    }
}

extension Playground {
    fileprivate static let abyss = String(repeating: "d", count: 250)

    /// Nests directories deeper than PATH_MAX allows a path to name.
    fileprivate func makeAbyss() throws {
        var directory = open(root.string, O_RDONLY | O_DIRECTORY)
        for _ in 0..<20 {
            guard mkdirat(directory, Self.abyss, 0o755) == 0 else { throw Errno(rawValue: errno) }
            let next = openat(directory, Self.abyss, O_RDONLY | O_DIRECTORY)
            close(directory)
            directory = next
        }
        close(directory)
    }

    fileprivate static let hasUserNamespaces: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["unshare", "-Ur", "sh", "-c", "echo 9 > /proc/sys/user/max_inotify_watches"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// Writes a script that runs the command with the real watcher's path appended.
    func wrapWatcher(_ command: String, shell: String = "/bin/sh") throws -> FilePath {
        let script = base.appending("wrapped-watcher")
        try write(script, "#!\(shell)\n\(command) '\(WatchOptions.executable(beside: "mockd-watcher"))'\n")
        chmod(script.string, 0o755)
        return script
    }
}
