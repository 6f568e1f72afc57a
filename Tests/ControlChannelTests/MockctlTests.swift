import ControlChannel
import ControlServer
import Foundation
import SystemPackage
import Testing

@Suite("mockctl", .ownThread)
struct MockctlTests {
    @Test(
        "Without a daemon it says how to start one, and ends with 3",
        arguments: [[], ["status"], ["sync"], ["stop"], ["events"]])
    func notRunning(arguments: [String]) async throws {
        let directory = try TemporaryDirectory()
        let project = try directory.makeProject("my app")
        let finished = try await run(
            Executables.mockctl, arguments, environment: ["XDG_RUNTIME_DIR": directory.path], directory: project)
        #expect(
            finished
                == Finished(
                    status: 3, output: "",
                    errors: "no mockd is watching \(project); start one with: mockd watch '\(project)'\n"))
    }

    @Test(
        "Outside of every project it does not name a command that would fail",
        arguments: [[], ["status"], ["sync"], ["stop"], ["events"], ["errors"], ["explain", "X"]])
    func notInProject(arguments: [String]) async throws {
        let directory = try TemporaryDirectory()
        let folder = directory.path
        let finished = try await run(
            Executables.mockctl, arguments, environment: ["XDG_RUNTIME_DIR": folder], directory: folder)
        let advice = "it is in no package; go to one, or prepare this folder with: mockd init"
        #expect(
            finished == Finished(status: 3, output: "", errors: "no mockd is watching \(folder); \(advice)\n"))
    }

    @Test("A socket without a listener is named, whether it comes from the option or the environment")
    func noListener() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.appending("none.sock")
        let expected = Finished(status: 3, output: "", errors: "no mockd is listening on \(path)\n")
        let named = try await run(Executables.mockctl, ["--socket", path])
        #expect(named == expected)
        let inherited = try await run(Executables.mockctl, [], environment: ["MOCKD_SOCKET": path])
        #expect(inherited == expected)
    }

    @Test("A daemon that was killed is not running, though its files are still there")
    func killed() async throws {
        let fixture = try TestServer()
        // A bound socket whose listener is closed, as SIGKILL leaves it.
        close(try ControlSocket(bindingIn: fixture.rootDirectory).descriptor)
        let finished = try await fixture.mockctl()
        #expect(finished.status == 3)
    }

    @Test("The status of a busy day, word for word")
    func status() async throws {
        try await TestServer.run { server in
            let diagnostic = ReportedDiagnostic(
                file: "Sources/Oven.swift", line: 12, column: 3, severity: "error", code: "final-class",
                message: "Oven is final and cannot be mocked")
            server.daemon.set {
                $0.status = Status(
                    of: server.identity, state: .degraded,
                    since: Timestamp(millisecondsSince1970: 1_763_682_200_000), ready: true, idle: false,
                    reasons: [
                        .init(
                            code: "inotify-watches-exhausted", message: "12 directories are polled",
                            fix: "raise it: sudo sysctl fs.inotify.max_user_watches=524288")
                    ],
                    watch: .init(backend: "inotify", directories: 201, files: 10_000, uncovered: 12),
                    pipeline: .init(
                        pending: 1, inFlight: 2, deferredBy: "git",
                        lastBatch: BatchReport(files: 3, reparsed: 2, written: 1, unchanged: 1, failed: 1, ms: 41)),
                    cache: .init(entries: 1, hits: 0, misses: 1),
                    outputs: .init(current: 1_412, edited: 2),
                    errors: .init(count: 1, first: diagnostic))
            }
            let finished = try await server.mockctl("status")
            #expect(finished.errors == "")
            #expect(finished.status == 0)
            var lines = finished.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            // These parts differ from run to run.
            let age = try #require(lines[1].firstRange(of: /[0-9]+d [0-9]+h ago/))
            lines[1].replaceSubrange(age, with: "… ago")
            let memory = try #require(lines.firstIndex { $0.hasPrefix("     Memory: ") })
            let memoryLine = lines.remove(at: memory)
            #expect(memoryLine.wholeMatch(of: /\ {5}Memory: [0-9]+\.[0-9] MiB/) != nil)
            #expect(
                lines.joined(separator: "\n") == """
                    * mockd - \(server.root)
                          State: degraded since 2025-11-20 23:43:20; … ago
                                 12 directories are polled [inotify-watches-exhausted]
                                 raise it: sudo sysctl fs.inotify.max_user_watches=524288
                       Main PID: \(getpid()) (mockd 0.1.0), started 2025-11-20 23:42:18
                       Watching: 10,000 files in 201 directories, 12 of them by polling
                          Mocks: 1,412 current, 2 edited by hand
                     Last batch: 3 files changed, 1 written, 1 unchanged, 1 failed (41 ms)
                        Pending: 1 file, 2 in flight, held back by git
                          Cache: 1 entry
                         Errors: 1; list them with: mockctl errors
                                 Sources/Oven.swift:12:3: error: Oven is final and cannot be mocked [final-class]

                    """)
        }
    }

    @Test("A tree that is polled as a whole is not counted twice")
    func polled() async throws {
        try await TestServer.run { server in
            server.daemon.set {
                $0.status.watch = .init(backend: "polling", directories: 6, files: 9, uncovered: 6)
            }
            let finished = try await server.mockctl("status")
            #expect(finished.output.contains("\n   Watching: 9 files in 6 directories by polling\n"), "\(finished)")
        }
    }

    @Test(
        "The last batch says what led to it",
        arguments: [
            (BatchReport.Scan?.none, "462 files changed"), (.start, "first scan: 462 files"),
            (.configuration, "configuration read again: 462 files"), (.rescan, "scanned again: 462 files"),
            (.request, "asked to generate: 462 files"),
        ])
    func lastBatch(scan: BatchReport.Scan?, text: String) async throws {
        try await TestServer.run { server in
            let batch = BatchReport(files: 462, scan: scan, reparsed: 0, written: 2, unchanged: 0, ms: 7)
            server.daemon.set { $0.status.pipeline = .init(pending: 0, inFlight: 0, lastBatch: batch) }
            let finished = try await server.mockctl("status")
            #expect(finished.output.contains("\n Last batch: \(text), 2 written, 0 unchanged (7 ms)\n"))
        }
    }

    @Test("A daemon with nothing to do says so, and is found from below its root")
    func idle() async throws {
        try await TestServer.run { server in
            let below = try server.directory.makeDirectory("app/Sources/Kitchen")
            let finished = try await server.mockctl(from: below)
            #expect(finished.output.hasPrefix("* mockd - \(server.root)\n      State: ready (idle) since "))
        }
    }

    @Test("The status is coloured only where that is wanted")
    func color() async throws {
        try await TestServer.run { server in
            let forced = try await server.mockctl(environment: ["CLICOLOR_FORCE": "1", "LANG": "en_US.UTF-8"])
            #expect(forced.output.hasPrefix("\u{1B}[32m●\u{1B}[0m mockd - "))
            let refused = try await server.mockctl(environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"])
            #expect(refused.output.hasPrefix("* mockd - "))
        }
    }

    @Test("--json prints the document of the server")
    func json() async throws {
        try await TestServer.run { server in
            let finished = try await server.mockctl("status", "--json")
            #expect(finished.output.hasSuffix("}\n"))
            let status = try WireFormat.decode(Status.self, from: Array(finished.output.utf8))
            #expect(status.root == server.root)
        }
    }

    @Test("sync ends with 0 and no output, or with 75 and the rest of the work")
    func sync() async throws {
        try await TestServer.run { server in
            let quick = try await server.mockctl("sync")
            #expect(quick == Finished(status: 0, output: "", errors: ""))
            server.daemon.set { $0.syncHangs = true }
            let slow = try await server.mockctl("sync", "--timeout", "1500ms")
            #expect(
                slow
                    == Finished(
                        status: 75, output: "",
                        errors: "3 files are still being generated after 1500 ms; "
                            + "wait longer with --timeout 2m, or see what it is doing with: mockctl status\n"))
        }
    }

    @Test("A time that does not read as one is wrong usage", arguments: ["soon", "10 s", "-1s", "5d"])
    func badTimeout(text: String) async throws {
        let finished = try await run(Executables.mockctl, ["sync", "--timeout=\(text)"])
        #expect(finished.status == 64)
        #expect(finished.errors.hasPrefix("Error: The value '\(text)' is invalid for '--timeout <time>'"))
    }

    @Test("version tells both versions, and without a daemon its own")
    func version() async throws {
        try await TestServer.run { server in
            let finished = try await server.mockctl("version")
            #expect(
                finished == Finished(status: 0, output: "mockctl 0.1.0\nmockd 0.1.0 (pid \(getpid()))\n", errors: ""))
        }
        let alone = try await run(Executables.mockctl, ["version", "--socket", "/none"])
        #expect(alone == Finished(status: 0, output: "mockctl 0.1.0\n", errors: "no mockd is listening on /none\n"))
        let document = try await run(Executables.mockctl, ["version", "--socket", "/none", "--json"])
        #expect(document.status == 0)
        #expect(document.output == "{\"mockctl\":\"0.1.0\"}\n")
    }

    @Test(
        "A command takes a folder of the project that it asks about",
        arguments: [["status"], [], ["sync"], ["errors"], ["outputs"], ["version"], ["explain", "MockOven"]])
    func folderOfProject(command: [String]) async throws {
        try await TestServer.run { server in
            server.daemon.set {
                $0.explanations["MockOven"] = Explanation(
                    subject: "MockOven", kind: "mock", summary: "made because Oven is annotated",
                    source: "Sources/Oven.swift", output: "Mocks/Oven.mocks.swift", details: [], dependsOn: [])
            }
            let elsewhere = try TemporaryDirectory()
            let below = try server.directory.makeDirectory("app/Sources/Kitchen")
            for folder in [server.root, below] {
                let finished = try await run(
                    Executables.mockctl, command + [folder], environment: server.environment,
                    directory: elsewhere.path)
                #expect(finished.status == 0, "\(finished)")
            }
            let unwatched = try await run(
                Executables.mockctl, command + [elsewhere.path], environment: server.environment,
                directory: server.root)
            #expect(unwatched.errors.hasPrefix("no mockd is watching \(elsewhere.path); "))
        }
    }

    @Test("A folder that is not there, a file in its place, and a folder beside --socket are wrong usage")
    func wrongFolder() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.appending("Package.swift")
        try Data().write(to: URL(filePath: file))
        let missing = try await run(Executables.mockctl, ["status", directory.appending("none")])
        #expect(
            missing
                == Finished(status: 64, output: "", errors: "there is no folder '\(directory.appending("none"))'\n"))
        let misplaced = try await run(Executables.mockctl, ["status", file])
        #expect(
            misplaced
                == Finished(
                    status: 64, output: "", errors: "'\(file)' is not a folder; name the folder that it is in\n"))
        let both = try await run(Executables.mockctl, ["status", directory.path, "--socket", "/none"])
        #expect(both.status == 64)
        #expect(
            both.errors.hasPrefix("Error: Give either --socket or a folder, because each of them selects a daemon.\n"))
    }

    @Test("stop returns when the daemon has let go of its lock")
    func stop() async throws {
        let fixture = try TestServer()
        let (stopped, stopping) = AsyncStream.makeStream(of: Void.self)
        fixture.daemon.set { $0.onShutdown = { stopping.finish() } }
        async let finished = fixture.mockctl("stop")
        try await withThrowingTaskGroup { group in
            group.addTask { try await fixture.server.run() }
            for await _ in stopped {}
            fixture.server.stop()
            try await group.waitForAll()
        }
        fixture.lock.release()
        let result = try await finished
        let identity = fixture.identity
        #expect(
            result
                == Finished(status: 0, output: "stopped mockd (pid \(identity.pid)) of \(identity.root)\n", errors: ""))
    }
}
