import Foundation
import Testing

@testable import mockd

/// A request is a call of a command: the same files, the same messages, the same status.
@Suite struct WorkerCommandTests {
    private static let files = [
        "Kitchen/Cook.swift": "import Pantry\n/// @mockable\npublic protocol Cook: Shelf { func cook(_ heat: Heat) }\n",
        "Kitchen/Heat.swift": "public enum Heat { case low, high }\n",
        "Kitchen/Broken.swift": "/// @mockable\nprotocol Broken { func\n",
        "Kitchen/Orphan.swift": "/// @mockable\nprotocol Orphan: Gone {}\n",
        "Pantry/Shelf.swift": "public protocol Shelf { func put(_ jar: Jar) -> Int }\npublic struct Jar {}\n",
        "Damaged.mockd-index": "mockd module index\n",
        "Template.stencil": "{% for type in types.protocols %}// {{ type.name }} {{ argument.a }}\n{% endfor %}",
    ]

    /// The arguments of a call, with its inputs.
    private static let calls: [(arguments: [String], inputs: [String])] = [
        (
            generate(["Kitchen/Cook.swift", "Kitchen/Heat.swift"], "out/m.swift"),
            ["Kitchen/Cook.swift", "Kitchen/Heat.swift", "Pantry/Shelf.swift"]
        ),
        (
            generate(["Kitchen/Cook.swift", "Kitchen/Heat.swift"], "out/Mocks"),
            ["Kitchen/Cook.swift", "Kitchen/Heat.swift", "Pantry/Shelf.swift"]
        ),
        (
            generate(["Kitchen/Cook.swift"], "out/m.swift") + ["--depfile", "out/d"],
            ["Kitchen/Cook.swift", "Pantry/Shelf.swift"]
        ),
        (
            generate(["Kitchen/Heat.swift"], "out/m.swift") + ["--even-empty"],
            ["Kitchen/Heat.swift", "Pantry/Shelf.swift"]
        ),
        (
            generate(["Kitchen"], "out/m.swift"),
            [
                "Kitchen/Cook.swift", "Kitchen/Heat.swift", "Pantry/Shelf.swift", "Kitchen/Broken.swift",
                "Kitchen/Orphan.swift",
            ]
        ),
        (
            generate(["Kitchen/Cook.swift", "Kitchen/Broken.swift"], "out/m.swift"),
            ["Kitchen/Cook.swift", "Kitchen/Broken.swift", "Pantry/Shelf.swift"]
        ),
        (generate(["Kitchen/Orphan.swift"], "out/m.swift"), ["Kitchen/Orphan.swift", "Pantry/Shelf.swift"]),
        (
            generate(["Kitchen/Cook.swift"], "out/m.swift") + [
                "--style", "sourcery", "--template", "Template.stencil", "--arg", "a=b",
            ], ["Kitchen/Cook.swift", "Template.stencil", "Pantry/Shelf.swift"]
        ),
        (generate(["Kitchen/Cook.swift"], "out/m.swift") + ["--check"], ["Kitchen/Cook.swift", "Pantry/Shelf.swift"]),
        (
            generate(["Kitchen/Missing.swift"], "out/m.swift"),
            [
                "Pantry/Shelf.swift", "Kitchen/Cook.swift", "Kitchen/Heat.swift", "Kitchen/Broken.swift",
                "Kitchen/Orphan.swift",
            ]
        ),
        (generate(["Kitchen/Cook.swift"], "Kitchen"), ["Kitchen/Cook.swift", "Pantry/Shelf.swift"]),
        (["generate", "--module", "Kitchen"] + WorkerFixture.hermetic, []),
        (["generate", "--no-such-option"], []),
        (
            [
                "generate", "--module", "Kitchen", "--sources", "Kitchen/Cook.swift", "--output", "out/m.swift",
                "--dependency", "Pantry=Damaged.mockd-index",
            ] + WorkerFixture.hermetic, ["Kitchen/Cook.swift", "Damaged.mockd-index"]
        ),
        (index(["Pantry/Shelf.swift"], "out/p.mockd-index"), ["Pantry/Shelf.swift"]),
        (
            index(["Kitchen/Broken.swift", "Kitchen/Cook.swift"], "out/p.mockd-index") + ["--testable"],
            ["Kitchen/Broken.swift", "Kitchen/Cook.swift"]
        ),
        (index(["Pantry/Shelf.swift"], "out/p"), ["Pantry/Shelf.swift"]),
        (["index"], []),
    ]

    private static func generate(_ sources: [String], _ output: String) -> [String] {
        ["generate", "--module", "Kitchen", "--sources"] + sources + [
            "--output", output, "--dependency", "Pantry=Pantry/Shelf.swift",
        ] + WorkerFixture.hermetic
    }

    private static func index(_ sources: [String], _ output: String) -> [String] {
        ["index", "--module", "Pantry", "--sources"] + sources + ["--output", output] + WorkerFixture.hermetic
    }

    @Test(arguments: WorkerFormat.allCases)
    func `each request has the files, the messages and the status of its command`(_ format: WorkerFormat) async throws {
        let fixture = try WorkerFixture(Self.files)
        let worker = try fixture.start(format)
        for (number, call) in Self.calls.enumerated() {
            try fixture.clear("out")
            let expected = try await fixture.package.run("mockd", call.arguments)
            let files = fixture.files(in: "out")
            // The second time, the engine of the first request answers, if there were no errors.
            for round in 1...3 {
                try fixture.clear("out")
                let request = fixture.request(call.arguments, inputs: call.inputs, id: 10 * number + round)
                let response = try #require(try await worker.ask(request), "\(worker.log)")
                #expect(response.exitCode == expected.status, "\(call.arguments)")
                #expect(response.output == expected.output + expected.errors, "\(call.arguments)")
                #expect(fixture.files(in: "out") == files, "\(call.arguments)")
                #expect(!response.wasCancelled)
            }
        }
        #expect(worker.log == "")
        #expect(try await worker.finish() == 0)
    }

    @Test func `a request is no other command, keeps nothing on the disk, and reads its flag files`() async throws {
        let fixture = try WorkerFixture(Self.files)
        try fixture.package.write(
            "flags", Self.index(["Pantry/Shelf.swift"], "out/p.mockd-index").joined(separator: "\n") + "\n")
        let worker = try fixture.start()
        func ask(_ arguments: [String], _ inputs: [String] = []) async throws -> WorkResponse? {
            try await worker.ask(fixture.request(arguments, inputs: inputs))
        }
        let other = WorkResponse(
            exitCode: 64,
            output: "error: a worker performs 'generate' and 'index'; begin the arguments with one of them\n")
        for arguments in [[], ["watch"], ["--help"], ["worker", "--persistent_worker"]] {
            #expect(try await ask(arguments) == other)
        }
        #expect(
            try await ask(["index", "--module", "P", "--sources", "S", "--output", "o", "--cache", "x"])
                == WorkResponse(
                    exitCode: 64, output: "error: --cache: a worker keeps nothing on the disk; pass --cache none\n"))
        #expect(
            try await ask(["@flags"])
                == WorkResponse(
                    exitCode: 64,
                    output: "error: cannot read \(fixture.package.root.path())/flags: No such file or directory\n"))
        #expect(try await ask(["@flags"], ["flags", "Pantry/Shelf.swift"]) == WorkResponse())
        #expect(fixture.files(in: "out")["p.mockd-index"] != nil)
        #expect(
            try await ask(["generate", "--help"])
                == WorkResponse(
                    exitCode: 64, output: "error: these arguments ask for help; see: mockd help generate\n"))
        #expect(try await worker.finish() == 0)
    }

    @Test func `without a worker that lasts, one command is run from a file`() async throws {
        let fixture = try WorkerFixture(Self.files)
        try fixture.package.write(
            "flags", Self.index(["Pantry/Shelf.swift"], "out/p.mockd-index").joined(separator: "\n") + "\n")
        try fixture.package.write("empty", "")
        func run(_ arguments: String...) async throws -> RunningProcess.Result {
            try await fixture.package.run("mockd", ["worker"] + arguments)
        }
        let result = try await run("--protocol", "proto", "@flags")
        #expect(result.status == 0 && result.errors == "" && fixture.files(in: "out")["p.mockd-index"] != nil)
        let failures: [(arguments: [String], status: Int32, message: String)] = [
            (["@gone"], 78, "error: cannot read gone: No such file or directory\n"),
            (["@empty"], 78, "error: empty has no command; begin it with a line 'generate' or 'index'\n"),
            ([], 64, "Error: Pass --persistent_worker, or one file with a command, such as @arguments.\n"),
            (["flags"], 64, "Error: Write '@' in front of the file with the arguments.\n"),
            (["--persistent_worker", "-j", "0"], 64, "Error: -j takes a number from 1 to 1024.\n"),
            (
                ["--persistent_worker", "--memory", "0"], 64,
                "Error: --memory takes a number of MiB from 1 to 1048576.\n"
            ),
        ]
        for (arguments, status, message) in failures {
            let result = try await fixture.package.run("mockd", ["worker"] + arguments)
            #expect(result.status == status && result.errors.hasPrefix(message), "\(arguments): \(result)")
        }
    }
}
