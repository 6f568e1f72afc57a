import ControlChannel
import ControlServer
import Foundation
import Synchronization
import Testing

@Suite("mockctl controls the daemon and reads its configuration", .ownThread)
struct MockctlControlTests {
    @Test("pause prints its end, the daemon gets the request, and resume prints what it ended")
    func pause() async throws {
        try await TestServer.run { server in
            let pause = try await server.mockctl("pause", "--for", "90s", "--name", "git rebase")
            #expect(pause.output == "paused until 2025-11-20 23:43:49; go on with: mockctl resume\n")
            #expect(server.daemon.holders.withLock { $0 } == [["git rebase"]])
            let resume = try await server.mockctl("resume")
            #expect(resume.output == "resumed; generation was held back by 'git rebase'\n")
            let again = try await server.mockctl("resume")
            #expect(again == Finished(status: 0, output: "nothing was paused\n", errors: ""))
            let tooLong = try await server.mockctl("pause", "--for", "2h")
            #expect(tooLong.status == 64)
            #expect(tooLong.errors.hasPrefix("Error: --for takes from 1ms to 1h.\n"))
        }
    }

    @Test("pause with a command lasts as long as the command, and ends with its status")
    func pauseDuringCommand() async throws {
        try await TestServer.run { server in
            let listing = "'\(Executables.mockctl)' resume; exit 7"
            let pause = try await server.mockctl("pause", "--", "sh", "-c", listing)
            #expect(pause.output.hasPrefix("resumed; generation was held back by 'sh -c "), "\(pause)")
            #expect(pause.status == 7)
            let named = try await server.mockctl("pause", "--name", "rebase", "--", "true")
            #expect(named == Finished(status: 0, output: "", errors: ""))
            let killed = try await server.mockctl("pause", "--", "sh", "-c", "kill -9 $$")
            #expect(killed.status == 137)
            let missing = try await server.mockctl("pause", "--", "no-such-command")
            #expect(missing.status == 127)
            #expect(missing.errors == "cannot run 'no-such-command': No such file or directory\n")
            let limited = try await server.mockctl("pause", "--for", "1m", "--", "true")
            #expect(limited.errors.hasPrefix("Error: --for is for a pause without a command, "), "\(limited)")
            let json = try await server.mockctl("pause", "--json", "--", "true")
            #expect(json.errors.hasPrefix("Error: --json prints the answer of a pause without a command.\n"))
        }
    }

    @Test("pause with a command runs it without a daemon, too")
    func pauseWithoutDaemon() async throws {
        let directory = try TemporaryDirectory()
        let root = try directory.makeProject("app")
        let finished = try await run(
            Executables.mockctl, ["pause", "--", "echo", "done"],
            environment: ["RUNTIME_DIRECTORY": directory.path, "PATH": "/usr/bin:/bin"], directory: root)
        #expect(finished.status == 0)
        #expect(finished.output == "done\n")
        #expect(finished.errors.hasSuffix("mockd watch \(root); nothing is paused\n"), "\(finished)")
    }

    @Test("rescan prints the number of missed changes")
    func rescan() async throws {
        try await TestServer.run { server in
            server.daemon.set { $0.rescan = RescanAnswer(files: 1204, changed: 1, ms: 81) }
            let rescan = try await server.mockctl("rescan", "--reason", "a network drive")
            #expect(rescan.output == "1,204 sources, 1 file had changed unnoticed (81 ms)\n")
            #expect(server.daemon.rescanReasons.withLock { $0 } == ["a network drive"])
        }
    }

    @Test(
        "reload and config --check print what changes; with a wrong configuration they end with 78 and all its problems"
    )
    func reload() async throws {
        try await TestServer.run { server in
            let finished1 = try await server.mockctl("reload")
            #expect(finished1.output == "configuration read again: nothing changed\n")
            server.daemon.set { $0.reload = .success(ReloadAnswer(changed: ["name", "modules.Kitchen.output"])) }
            let finished2 = try await server.mockctl("reload")
            #expect(finished2.output == "configuration read again: name, modules.Kitchen.output changed\n")
            let finished3 = try await server.mockctl("config", "--check")
            #expect(
                finished3.output == "configuration read again: name, modules.Kitchen.output would change\n")
            server.daemon.set { $0.reload = .success(ReloadAnswer(changed: (1...24).map { "modules.M\($0).output" })) }
            let many = try await server.mockctl("reload")
            #expect(
                many.output
                    == "configuration read again: modules.M1.output, modules.M2.output, modules.M3.output and 21 more "
                    + "changed\n")
            server.daemon.set {
                $0.reload = .success(
                    ReloadAnswer(changed: [
                        "modules.Logging.sources", "modules.Logging.dependencies", "modules.App.dependencies",
                    ]))
            }
            let package = try await server.mockctl("reload")
            #expect(package.output == "configuration read again: module Logging, modules.App.dependencies changed\n")
            server.daemon.set {
                $0.reload = .failure(
                    .invalidConfiguration(".mockd.yml:1:1: error: a [x]\n.mockd.yml:2:1: error: b [y]"))
            }
            let wrong = try await server.mockctl("reload")
            #expect(
                wrong
                    == Finished(
                        status: 78, output: "",
                        errors: """
                            .mockd.yml:1:1: error: a [x]
                            .mockd.yml:2:1: error: b [y]
                            the configuration from before stays in force

                            """))
        }
    }

    @Test("config lines up keys, values and where they come from, in 80 columns")
    func config() async throws {
        try await TestServer.run { server in
            server.daemon.set {
                $0.config = ConfigAnswer(
                    files: [".mockd.yml"],
                    settings: [
                        .init(key: "name", value: "Mock{name}", origin: "default"),
                        .init(key: "modules.Kitchen.sources", value: "[Sources]", origin: ".mockd.yml:3"),
                        .init(
                            key: "modules.Kitchen.output", value: "Tests/KitchenTests/Mocks", origin: "Package.swift:7",
                            reason: "test target 'KitchenTests' depends on 'Kitchen' and is named after it"),
                        .init(
                            key: "modules.Kitchen.dependencies",
                            value: "[\((1...9).map { "Appliance\($0)" }.joined(separator: ", "))]",
                            origin: "Package.swift:7"),
                    ])
            }
            let finished4 = try await server.mockctl("config")
            #expect(
                finished4.output == """
                    name                          Mock{name}  default
                    modules.Kitchen.sources       [Sources]   .mockd.yml:3
                    modules.Kitchen.output        Tests/KitchenTests/Mocks
                        Package.swift:7: test target 'KitchenTests' depends on 'Kitchen' and is
                        named after it
                    modules.Kitchen.dependencies
                        [Appliance1, Appliance2, Appliance3, Appliance4, Appliance5, Appliance6,
                        Appliance7, Appliance8, Appliance9]
                        Package.swift:7

                    """)
        }
    }

    @Test("inputs lists sources, and --failed only those with something wrong, with what it is")
    func inputs() async throws {
        try await TestServer.run { server in
            let diagnostic = ReportedDiagnostic(
                file: "B.swift", line: 3, column: 1, severity: "error", code: "syntax", message: "expected '}'")
            server.daemon.set {
                $0.inputs = InputsAnswer(inputs: [
                    .init(path: "A.swift", module: "Kitchen", state: "current", types: ["A"]),
                    .init(path: "B.swift", module: "Kitchen", state: "failed", diagnostics: [diagnostic]),
                ])
            }
            let finished5 = try await server.mockctl("inputs")
            #expect(
                finished5.output
                    == "current  A.swift  Kitchen  A\nfailed   B.swift  Kitchen\n")
            let finished6 = try await server.mockctl("inputs", "--failed")
            #expect(
                finished6.output
                    == "failed B.swift\n  B.swift:3:1: error: expected '}' [syntax]\n")
        }
    }

    @Test("doctor shows what is well and what is not, with the way out, and ends with 1 for the latter")
    func doctor() async throws {
        try await TestServer.run { server in
            server.daemon.set {
                $0.doctor = DoctorAnswer(checks: [
                    .init(id: "coverage", ok: true, detail: "the kernel watches every directory"),
                    .init(id: "sources", ok: false, detail: "2 sources, 1 error", fix: "list them: mockctl errors"),
                ])
            }
            let doctor = try await server.mockctl("doctor")
            #expect(doctor.status == 1)
            let lines = doctor.output.split(separator: "\n").map(String.init)
            #expect(lines.first == "ok  runtime-directory  \(server.directory.path)/run/mockd is private")
            #expect(
                lines.suffix(4) == [
                    "ok  versions           mockctl and mockd are 0.1.0",
                    "ok  coverage           the kernel watches every directory",
                    "BAD sources            2 sources, 1 error",
                    "                       -> list them: mockctl errors",
                ])
        }
        let directory = try TemporaryDirectory()
        chmod(directory.path, 0o700)
        let alone = try await run(
            Executables.mockctl, ["doctor"], environment: ["XDG_RUNTIME_DIR": directory.path], directory: directory.path
        )
        #expect(alone.status == 3)
        #expect(alone.output.hasPrefix("ok  runtime-directory  \(directory.path)/mockd is private\n"))
        #expect(alone.errors.hasPrefix("no mockd is watching \(directory.path); it is in no package; "))
    }

    @Test(
        "A mistyped command gets the nearest one, a strange one the list",
        arguments: [
            ("statsu", "there is no command 'statsu'; did you mean 'status'?\n"),
            ("ouputs", "there is no command 'ouputs'; did you mean 'outputs'?\n"),
            ("stat", "there is no command 'stat'; did you mean 'status'?\n"),
            ("help expl", "there is no command 'expl'; did you mean 'explain'?\n"),
            ("help agnts", "there is no command 'agnts'; did you mean 'agents'?\n"),
            ("frobnicate", "there is no command 'frobnicate'; see: mockctl --help\n"),
        ])
    func mistyped(command: String, message: String) async throws {
        let finished = try await run(Executables.mockctl, command.split(separator: " ").map(String.init))
        #expect(finished == Finished(status: 64, output: "", errors: message))
    }

    @Test("outputs --exit-code ends with 2 when something is not current")
    func exitCode() async throws {
        try await TestServer.run { server in
            server.daemon.set {
                $0.outputs = OutputsAnswer(outputs: [.init(path: "A", source: nil, types: [], state: "current")])
            }
            let finished7 = try await server.mockctl("outputs", "--exit-code")
            #expect(finished7.status == 0)
            server.daemon.set { $0.outputs.outputs[0].state = "orphaned" }
            let finished8 = try await server.mockctl("outputs", "--orphaned", "--exit-code")
            #expect(
                finished8
                    == Finished(status: 2, output: "orphaned  A\n", errors: ""))
        }
    }

    @Test("A daemon of another interface is distinguished from a wrong answer: status 69")
    func versionSkew() async throws {
        let directory = try TemporaryDirectory()
        let socket = try ControlSocket(binding: directory.appending("old.sock"))
        async let finished = run(Executables.mockctl, ["version", "--json", "--socket", socket.path])
        try await onThread {
            var poll = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
            while Glibc.poll(&poll, 1, -1) < 0 {}
            let client = accept(socket.descriptor, nil, nil)
            let answer = "VARLINK/2 hello\r\n\r\n"
            _ = answer.withCString { write(client, $0, strlen($0)) }
            close(client)
        }
        close(socket.descriptor)
        let answer = try await finished
        #expect(
            answer
                == Finished(
                    status: 69, output: "",
                    errors: "what answers is not a mockd that this mockctl understands: its answer is not HTTP/1.1\n"))
    }
}
