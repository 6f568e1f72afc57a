import ControlChannel
@testable import ControlServer
import Foundation
import Synchronization
import SystemPackage
import Testing

@Suite("mockctl's lists and streams", .ownThread)
struct MockctlListingTests {
    @Test("show prints a mock's sections; a missing one ends with 1")
    func show() async throws {
        try await TestServer.run { server in
            server.daemon.set {
                $0.interfaces["Cook"] = MockInterface(
                    mock: "MockCook", summary: "MockCook mocks Cook of Kitchen", output: "Mocks/Cook.mocks.swift",
                    sections: [
                        .init(title: "class MockCook: Cook", declarations: ["func fry()"]),
                        .init(title: "given(mock)", declarations: ["func fry() -> Clause<Void>"]),
                    ])
            }
            let shown = try await server.mockctl("show", "Cook")
            #expect(
                shown.output == """
                    // MockCook mocks Cook of Kitchen: Mocks/Cook.mocks.swift
                    class MockCook: Cook
                        func fry()
                    given(mock)
                        func fry() -> Clause<Void>

                    """)
            let missing = try await server.mockctl("show", "Oven")
            #expect(
                missing
                    == Finished(
                        status: 1, output: "", errors: "there is no mock of 'Oven'; mockctl explain Oven\n"))
        }
    }

    @Test("graph draws what leads to one mock, and all sources with their mocks")
    func graph() async throws {
        try await TestServer.run { server in
            server.daemon.set {
                $0.explanations["MockCook"] = Explanation(
                    subject: "MockCook", kind: "mock", summary: "it is annotated", source: "Cook.swift",
                    output: "Mocks/Cook.mocks.swift",
                    dependsOn: [.init(name: "Int"), .init(name: "Menu \"M\"", path: "Sources/Menu.swift")])
                $0.explanations["Oven"] = Explanation(subject: "Oven", kind: "type", summary: "Oven has no mock: why")
                $0.inputs = InputsAnswer(inputs: [
                    .init(path: "Cook.swift", module: "Kitchen", state: "current", types: ["Cook"]),
                    .init(path: "Menu.swift", module: "Kitchen", state: "current"),
                    .init(path: "Fork.swift", module: "Table", state: "current", types: ["Fork", "Knife"]),
                    .init(path: "Spoon.swift", module: "Table", state: "current", types: ["Spoon"]),
                ])
                $0.outputs = OutputsAnswer(outputs: [
                    .init(path: "A/Cook.mocks.swift", source: "Cook.swift", types: ["Cook"], state: "current"),
                    .init(
                        path: "B/All.swift", source: "Fork.swift", types: ["Fork", "Knife", "Spoon"], state: "current"),
                ])
            }
            let one = try await server.mockctl("graph", "MockCook")
            #expect(
                one.output == """
                    flowchart LR
                        n0["Cook.swift"]
                        n1(["MockCook"])
                        n2["Mocks/Cook.mocks.swift"]
                        n3("Int")
                        n4("Menu #quot;M#quot;")
                        n5["Sources/Menu.swift"]
                        n0 --> n1
                        n1 --> n2
                        n3 --> n1
                        n4 --> n1
                        n5 --> n4

                    """)
            let all = try await server.mockctl("graph", "--format", "dot")
            #expect(
                all.output == """
                    digraph mocks {
                        rankdir=LR
                        n0 [label="Cook.swift", shape=box]
                        n1 [label="A/Cook.mocks.swift", shape=box]
                        n2 [label="Fork.swift", shape=box]
                        n3 [label="B/All.swift", shape=box]
                        n4 [label="Spoon.swift", shape=box]
                        n0 -> n1
                        n2 -> n3
                        n4 -> n3
                    }

                    """)
            let none = try await server.mockctl("graph", "Oven")
            #expect(none == Finished(status: 1, output: "", errors: "Oven has no mock: why\n"))
            server.daemon.set {
                $0.outputs.outputs = (1...31).map {
                    .init(path: "A/\($0).mocks.swift", source: "Cook.swift", types: ["Cook"], state: "current")
                }
            }
            let many = try await server.mockctl("graph")
            #expect(
                many.output == """
                    flowchart LR
                        n0[["Kitchen"]]
                        n1["A"]
                        n0 --> n1

                    """)
        }
    }

    @Test("outputs lines up what there is, and --drifted leaves out what is current")
    func outputs() async throws {
        try await TestServer.run { server in
            server.daemon.set {
                $0.outputs = OutputsAnswer(outputs: [
                    .init(
                        path: "Mocks/Oven.mocks.swift", source: "Oven.swift", types: ["Oven", "Pan"], state: "current"),
                    .init(path: "Mocks/A.mocks.swift", source: "A.swift", types: [], state: "edited"),
                ])
            }
            let all = try await server.mockctl("outputs")
            #expect(all.output == "current  Mocks/Oven.mocks.swift  Oven, Pan\nedited   Mocks/A.mocks.swift\n")
            let drifted = try await server.mockctl("outputs", "--drifted")
            #expect(drifted.output == "edited  Mocks/A.mocks.swift\n")
            let json = try await server.mockctl("outputs", "--drifted", "--json")
            #expect(
                json.output
                    == #"{"outputs":[{"path":"Mocks/A.mocks.swift","source":"A.swift","state":"edited","types":[]}]}"#
                    + "\n")
        }
    }

    @Test("errors reads like a compiler's")
    func errors() async throws {
        try await TestServer.run { server in
            let none = try await server.mockctl("errors")
            #expect(none == Finished(status: 0, output: "", errors: "no errors\n"))
            server.daemon.set {
                $0.diagnostics = DiagnosticsAnswer(diagnostics: [
                    ReportedDiagnostic(
                        file: "A.swift", line: 3, column: 7, severity: "error", code: "final-class",
                        message: "it is final"),
                    ReportedDiagnostic(
                        file: "B.swift", line: nil, column: nil, severity: "warning", code: "too-large",
                        message: "skipped"),
                ])
            }
            let some = try await server.mockctl("errors")
            #expect(some.status == 0)
            #expect(
                some.output == "A.swift:3:7: error: it is final [final-class]\nB.swift: warning: skipped [too-large]\n")
        }
    }

    @Test("The name of a file sends no commands to the terminal")
    func controls() async throws {
        try await TestServer.run { server in
            let diagnostic = ReportedDiagnostic(
                file: "A\u{1B}]0;owned\u{7}\n.swift", line: 1, column: 1, severity: "error", code: "x",
                message: "\u{9B}2J")
            server.daemon.set {
                $0.diagnostics = DiagnosticsAnswer(diagnostics: [diagnostic])
                $0.status.errors = .init(count: 1, first: diagnostic)
            }
            let errors = try await server.mockctl("errors")
            #expect(errors.output == "A?]0;owned??.swift:1:1: error: ?2J [x]\n")
            let status = try await server.mockctl()
            #expect(status.output.hasSuffix("             A?]0;owned??.swift:1:1: error: ?2J [x]\n"))
        }
    }

    @Test(
        "A list without an entry says so, on stderr",
        arguments: [
            ("errors", "no errors"), ("outputs", "no mocks"), ("outputs --drifted", "no drifted mocks"),
            ("outputs --orphaned", "no orphaned mocks"), ("inputs", "no sources"),
            ("inputs --failed", "no sources with errors"), ("debug events", "no events yet"),
            ("generate", "nothing to write"),
        ])
    func nothingToList(command: String, note: String) async throws {
        try await TestServer.run { server in
            let arguments = command.split(separator: " ").map(String.init)
            func mockctl(_ arguments: [String]) async throws -> Finished {
                try await run(
                    Executables.mockctl, arguments, environment: server.environment, directory: server.root)
            }
            #expect(try await mockctl(arguments) == Finished(status: 0, output: "", errors: "\(note)\n"))
            let json = try await mockctl(arguments + ["--json"])
            #expect(json.errors == "" && json.output.hasPrefix("{"))
        }
    }

    @Test("explain tells the story, or that there is none")
    func explain() async throws {
        try await TestServer.run { server in
            server.daemon.set {
                $0.explanations["MockOven"] = Explanation(
                    subject: "MockOven", kind: "mock", summary: "made because Oven is annotated",
                    source: "Sources/Oven.swift", output: "Mocks/Oven.mocks.swift", details: ["last written at 12:00"],
                    dependsOn: [.init(name: "Heater", path: "Sources/Heater.swift"), .init(name: "Heat")])
            }
            let found = try await server.mockctl("explain", "MockOven")
            #expect(found.status == 0)
            #expect(
                found.output == """
                    MockOven: made because Oven is annotated
                      source: Sources/Oven.swift
                      output: Mocks/Oven.mocks.swift
                      last written at 12:00
                      depends on:
                        Heater (Sources/Heater.swift)
                        Heat (not in this project)

                    """)
            let missing = try await server.mockctl("explain", "Ofen & Söhne?")
            #expect(
                missing
                    == Finished(
                        status: 1, output: "",
                        errors: "nothing here is called Ofen & Söhne?; give a type, a mock or a path\n"))
        }
    }

    @Test("debug events lists the kernel's events, oldest first")
    func debugEvents() async throws {
        try await TestServer.run { server in
            server.daemon.set {
                $0.seenEvents = SeenEventsAnswer(events: [
                    .init(ageMs: 61_500, mask: "CREATE,ISDIR", path: "/app/Sources"),
                    .init(ageMs: 12, mask: "Q_OVERFLOW", path: nil),
                    .init(ageMs: 3, mask: "CLOSE_WRITE", path: "/app/A\n.swift"),
                ])
            }
            let listed = try await server.mockctl("debug", "events")
            #expect(
                listed.output == """
                    1min 1s ago  CREATE,ISDIR  /app/Sources
                    12ms ago     Q_OVERFLOW
                    3ms ago      CLOSE_WRITE   /app/A?.swift

                    """)
            let json = try await server.mockctl("debug", "events", "--json")
            #expect(
                json.output == #"{"events":[{"ageMs":61500,"mask":"CREATE,ISDIR","path":"/app/Sources"},"#
                    + #"{"ageMs":12,"mask":"Q_OVERFLOW"},{"ageMs":3,"mask":"CLOSE_WRITE","path":"/app/A\n.swift"}]}"#
                    + "\n")
        }
    }

    @Test("generate prints what changed, and ends with 1 if something could not be written")
    func generate() async throws {
        try await TestServer.run { server in
            server.daemon.set {
                $0.generate = GenerateAnswer(
                    outputs: [
                        .init(path: "A.mocks.swift", result: "written"),
                        .init(path: "B.mocks.swift", result: "unchanged"),
                    ], ms: 3)
            }
            let good = try await server.mockctl("generate", "A.swift", "/abs/B.swift", "--force")
            #expect(good == Finished(status: 0, output: "written A.mocks.swift\n", errors: ""))
            let request = server.daemon.generateRequests.withLock { $0.last }
            #expect(request == GenerateRequest(paths: ["\(server.root)/A.swift", "/abs/B.swift"], force: true))

            server.daemon.set { $0.generate.outputs[1].result = "edited" }
            let bad = try await server.mockctl("generate")
            #expect(
                bad
                    == Finished(
                        status: 1, output: "written A.mocks.swift\nedited B.mocks.swift\n",
                        errors: "1 file could not be written; see: mockctl errors\n"))
        }
    }

    @Test("list shows every daemon that answers")
    func list() async throws {
        try await TestServer.run { server in
            // A registered daemon that has died.
            let runtime = try RuntimeDirectory.prepare(environment: server.environment)
            let dead = try InstanceLock(
                in: runtime.makeRootDirectory(for: "/w/dead"), identity: DaemonIdentity(root: "/w/dead"))
            let text = try await server.mockctl("list")
            #expect(text.output.hasPrefix("\(server.root)  ready  \(getpid())  "))
            #expect(text.output.split(separator: "\n").count == 1)
            let json = try await server.mockctl("list", "--json")
            #expect(json.output.contains(#""socket":"\#(server.socketPath)""#))
            withExtendedLifetime(dead) {}
        }
        let directory = try TemporaryDirectory()
        let none = try await run(Executables.mockctl, ["list"], environment: ["RUNTIME_DIRECTORY": directory.path])
        #expect(none == Finished(status: 0, output: "", errors: "no mockd is running; start one with: mockd watch\n"))
    }

    @Test("events --once waits for the next event of the wanted types and prints only that")
    func eventsOnce() async throws {
        try await TestServer.run { server in
            async let finished = server.mockctl("events", "--types", "settled", "--once")
            while server.events.subscriberCount == 0 { await Task.yield() }
            server.events.publish(.overflow)
            server.events.publish(.settled)
            let line = try await finished
            #expect(
                line.output
                    == #"{"clock":"\#(server.lock.epoch):2","seq":2,"time":"2025-11-20T23:42:19.000Z","type":"settled"}"#
                    + "\n")
        }
    }

    @Test("A type of event that does not exist is wrong usage")
    func eventsMistake() async throws {
        try await TestServer.run { server in
            let finished = try await server.mockctl("events", "--types", "saved")
            #expect(finished.status == 64)
            #expect(finished.errors.hasPrefix("there are no events of type saved; the types are state-changed, "))
        }
    }

    @Test("events ends without output when its reader has left, or when the daemon stops")
    func eventsPipe() async throws {
        var limits = ControlServer.Limits()
        limits.pingInterval = .milliseconds(5)
        try await TestServer.run(limits: limits) { server in
            let script = "{ '\(Executables.mockctl)' events; echo status $? >&2; } | head -n 1"
            let piped = try await run(
                "/bin/sh", ["-c", script], environment: server.environment, directory: server.root)
            #expect(piped.output.contains(#""type":"hello""#))
            #expect(piped.errors == "status 141\n" || piped.errors == "Broken pipe\nstatus 141\n")

            // The previous client has ended; the server notices it a moment later.
            while server.events.subscriberCount > 0 { await Task.yield() }
            async let finished = server.mockctl("events")
            while server.events.subscriberCount == 0 { await Task.yield() }
            server.server.stop()
            let ended = try await finished
            #expect(ended.status == 0)
            #expect(ended.errors == "")
        }
    }

    @Test("status --wait returns when the first scan is done, or with 75 when that takes too long")
    func wait() async throws {
        try await TestServer.run { server in
            server.daemon.set { $0.status = Status(of: server.identity, state: .scanning, ready: false, idle: false) }
            let tooLong = try await server.mockctl("status", "--wait", "ready", "--timeout", "50ms")
            #expect(tooLong == Finished(status: 75, output: "", errors: "mockd is not ready after 50ms\n"))

            async let finished = server.mockctl("status", "--wait", "ready", "--json")
            while server.events.subscriberCount == 0 { await Task.yield() }
            server.daemon.set { $0.status = Status(of: server.identity, state: .ready, ready: true, idle: false) }
            server.events.publish(.stateChanged(to: .ready, reasons: []))
            let ready = try await finished
            #expect(ready.status == 0)
            #expect(ready.output.contains(#""state":"ready""#))
        }
    }

    @Test("status --wait waits for a daemon that has its lock and no socket yet, and for nothing else")
    func waitForStart() async throws {
        let directory = try TemporaryDirectory()
        let environment = ["RUNTIME_DIRECTORY": directory.path]
        let root = try directory.makeProject("app")
        func mockctl(_ more: String...) async throws -> Finished {
            try await run(
                Executables.mockctl, ["status", "--wait", "ready"] + more, environment: environment, directory: root)
        }
        let none = Finished(
            status: 3, output: "", errors: "no mockd is watching \(root); start one with: mockd watch \(root)\n")
        #expect(try await mockctl() == none)
        let runtime = try RuntimeDirectory.prepare(environment: environment)
        let own = try runtime.makeRootDirectory(for: FilePath(root))
        let lock = try InstanceLock(in: own, identity: DaemonIdentity(root: root))
        let tooLong = Finished(status: 75, output: "", errors: "mockd is not ready after 50ms\n")
        let answer = try await mockctl("--timeout", "50ms")
        #expect(answer == tooLong)
        #expect(try await mockctl("--timeout", "50ms", "--socket", own.socketPath) == tooLong)
        lock.release()
        #expect(try await mockctl() == none)
    }
}
