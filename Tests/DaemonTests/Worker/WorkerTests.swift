import Foundation
import Testing

@testable import mockd

/// The life of a worker: what it reads again, how it ends, and what no request may do to others.
@Suite(.serialized) struct WorkerTests {
    private static func source(_ module: Int, _ number: Int, _ member: String = "cook") -> String {
        """
        /// @mockable
        protocol Cook\(module)x\(number) { func \(member)(_ dish: Dish\(module)x\(number)) -> Int }
        struct Dish\(module)x\(number) { func taste() -> Int { \(number) } }

        """
    }

    /// The arguments that make the mocks of a module from a folder.
    private static func arguments(_ module: Int) -> [String] {
        ["generate", "--module", "M\(module)", "--sources", "M\(module)", "--output", "out/M\(module).swift"]
            + WorkerFixture.hermetic
    }

    private static func inputs(_ module: Int, _ files: Int) -> [String] {
        (0..<files).map { "M\(module)/File\($0).swift" }
    }

    private func fixture(modules: Int, files: Int) throws -> WorkerFixture {
        let fixture = try WorkerFixture()
        for module in 0..<modules {
            for number in 0..<files {
                try fixture.package.write("M\(module)/File\(number).swift", Self.source(module, number))
            }
        }
        try fixture.clear("out")
        return fixture
    }

    /// Returns what a call of its own writes for each module, and removes it.
    private func expectedFiles(_ modules: Range<Int>, _ fixture: WorkerFixture) async throws -> [String: Data] {
        for module in modules {
            #expect(try await fixture.package.run("mockd", Self.arguments(module)).status == 0)
        }
        defer { try? fixture.clear("out") }
        return fixture.files(in: "out")
    }

    // MARK: What is read

    @Test func `an edit of one file of a thousand costs one file`() async throws {
        let files = 1000
        let fixture = try fixture(modules: 1, files: files)
        let worker = try fixture.start()
        var last = 0
        func ask(_ arguments: [String], _ inputs: [String], _ cost: String) async throws {
            try fixture.clear("out")
            last += 1
            let request = fixture.request(arguments, inputs: inputs, id: last, verbosity: 1)
            #expect(try await worker.ask(request) == WorkResponse(id: last))
            let line = worker.log.split(separator: "\n").last { $0.hasPrefix("request \(last): ") } ?? ""
            #expect(line.replacing(#/ \(\d+ ms\)/#, with: "") == "request \(last): \(cost)")
        }
        let (generate, inputs) = (Self.arguments(0), Self.inputs(0, files))
        try await ask(
            generate, inputs, "new engine, 1000 of 1,000 inputs read, 1000 parsed, 1,000 mocks made, 1 file written")
        let whole = fixture.files(in: "out")
        // The build system has removed the output, which is written again as it was.
        try await ask(generate, inputs, "warm engine, 0 of 1,000 inputs read, 0 parsed, 0 mocks made, 0 files written")
        #expect(fixture.files(in: "out") == whole)
        try fixture.package.write(inputs[7], Self.source(0, 7).replacing("{ 7 }", with: "{ 8 }"))
        try await ask(generate, inputs, "warm engine, 1 of 1,000 inputs read, 1 parsed, 0 mocks made, 0 files written")
        #expect(fixture.files(in: "out") == whole)
        try fixture.package.write(inputs[7], Self.source(0, 7, "bake"))
        try await ask(generate, inputs, "warm engine, 1 of 1,000 inputs read, 1 parsed, 1 mock made, 1 file written")
        #expect(fixture.package.read("out/M0.swift")?.contains("func bake(") == true)
        // A file that was read once is known by its digest, also if the module is described anew.
        try await ask(
            generate, Array(inputs.dropLast()),
            "new engine, 0 of 999 inputs read, 0 parsed, 999 mocks made, 1 file written")
        try await ask(
            generate + ["--define", "X"], inputs,
            "new engine, 1000 of 1,000 inputs read, 1000 parsed, 1,000 mocks made, 1 file written")
        #expect(try await worker.finish() == 0)
    }

    @Test func `an index is read once for all modules that depend on it`() async throws {
        let fixture = try fixture(modules: 2, files: 1)
        let index = ["index", "--module", "Pantry", "--sources", "Pantry.swift", "--output", "p.mockd-index"]
        try fixture.package.write("Pantry.swift", "public protocol Shelf { func put() }\n")
        #expect(try await fixture.package.run("mockd", index + WorkerFixture.hermetic).status == 0)
        let worker = try fixture.start()
        for (module, cost) in [(0, "2 of 2"), (1, "1 of 2")] {
            let request = fixture.request(
                Self.arguments(module) + ["--dependency", "Pantry=p.mockd-index"],
                inputs: Self.inputs(module, 1) + ["p.mockd-index"], id: module + 1, verbosity: 1)
            #expect(try await worker.ask(request)?.exitCode == 0)
            #expect(worker.log.contains("request \(module + 1): new engine, \(cost) inputs read, "), "\(worker.log)")
        }
        #expect(try await worker.finish() == 0)
    }

    @Test func `sandboxes have the same bytes, and their links are inputs`() async throws {
        let fixture = try fixture(modules: 1, files: 3)
        let expected = try await expectedFiles(0..<1, fixture)
        let worker = try fixture.start()
        for sandbox in 1...3 {
            let folder = "__sandbox/\(sandbox)/_main"
            try fixture.clear("\(folder)/M0")
            for path in Self.inputs(0, 3) {
                try FileManager.default.createSymbolicLink(
                    at: fixture.package.url("\(folder)/\(path)"), withDestinationURL: fixture.package.url(path))
            }
            let request = fixture.request(
                Self.arguments(0), inputs: Self.inputs(0, 3), id: sandbox, verbosity: 1, sandbox: folder)
            #expect(try await worker.ask(request) == WorkResponse(id: sandbox))
            #expect(fixture.files(in: "\(folder)/out") == expected)
        }
        #expect(fixture.files(in: "out") == [:])
        #expect(worker.log.contains("request 3: warm engine, 0 of 3 inputs read"), "\(worker.log)")
        #expect(try await worker.finish() == 0)
    }

    // MARK: Many requests

    @Test(arguments: WorkerFormat.allCases)
    func `of a thousand requests at once, the hundred that are cancelled write nothing or all`(
        _ format: WorkerFormat
    ) async throws {
        let (modules, count) = (50, 1000)
        let fixture = try fixture(modules: modules, files: 2)
        let expected = try await expectedFiles(0..<modules, fixture)
        let worker = try fixture.start(format, "-j", "4")
        var stream: [UInt8] = []
        for id in 1...count {
            let module = id % modules
            stream += fixture.request(Self.arguments(module), inputs: Self.inputs(module, 2), id: id).bytes(format)
        }
        for id in 1...count where id % 10 == 5 { stream += WorkRequest(id: id, isCancellation: true).bytes(format) }
        try worker.write(stream)
        let responses = await worker.responses(count: count)
        #expect(responses.map(\.id).sorted() == Array(1...count))
        let cancelled = responses.filter(\.wasCancelled)
        #expect(cancelled.allSatisfy { $0.id % 10 == 5 && $0.output == "" } && cancelled.count > 50)
        #expect(responses.allSatisfy { $0.exitCode == 0 })
        // Modules whose number ends in 5 were cancelled each time, or finished before.
        let made = fixture.files(in: "out")
        #expect(made.allSatisfy { expected[$0] == $1 } && made.count >= modules / 10 * 9)
        #expect(try await worker.finish() == 0)
        #expect(worker.log == "")
    }

    @Test func `memory stays within its limit, whatever the requests are about`() async throws {
        let fixture = try fixture(modules: 100, files: 10)
        let worker = try fixture.start(.proto, "-j", "1", "--memory", "2")
        func ask() async throws {
            for module in 0..<100 {
                let request = fixture.request(Self.arguments(module), inputs: Self.inputs(module, 10), id: module + 1)
                #expect(try await worker.ask(request)?.exitCode == 0)
            }
        }
        try await ask()
        for _ in 1...3 { try await ask() }
        #expect(worker.residentMemory < 128 << 20)
        #expect(try await worker.finish() == 0)
    }

    // MARK: Ends

    @Test func `requests survive the process that performs them, and a new worker gives the same bytes`() async throws {
        let modules = 20
        let fixture = try fixture(modules: modules, files: 5)
        let expected = try await expectedFiles(0..<modules, fixture)
        let worker = try fixture.start()
        #expect(try await worker.ask(fixture.request(Self.arguments(0), inputs: Self.inputs(0, 5), id: 100)) != nil)
        let performer = try #require(worker.performer)
        for module in 0..<modules {
            try worker.send(fixture.request(Self.arguments(module), inputs: Self.inputs(module, 5), id: module + 1))
        }
        kill(performer, SIGKILL)
        let responses = await worker.responses(count: modules + 1)
        // A single request at the time of the death would be blamed.
        #expect(responses.map(\.id).sorted() == Array(1...modules) + [100])
        #expect(responses.count { $0.exitCode != 0 } <= 1)
        worker.send(SIGKILL)

        try fixture.clear("out")
        let next = try fixture.start()
        for module in 0..<modules {
            let request = fixture.request(Self.arguments(module), inputs: Self.inputs(module, 5), id: module + 1)
            #expect(try await next.ask(request) == WorkResponse(id: module + 1))
        }
        #expect(fixture.files(in: "out") == expected)
        #expect(try await next.finish() == 0)
    }

    @Test func `a request that kills the process fails alone`() async throws {
        let modules = 6
        let fixture = try fixture(modules: modules, files: 2)
        try fixture.package.write("M3/File1.swift", DeadlyText.source)
        let deadly = try #require(try await DeadlyText(.reading, in: fixture.package), "clang is not installed")
        let worker = try fixture.start(.proto, "-j", "3", variables: deadly.variables(SIGSEGV))
        for round in 0..<2 {
            for module in 0..<modules {
                try worker.send(
                    fixture.request(
                        Self.arguments(module), inputs: Self.inputs(module, 2), id: round * modules + module + 1))
            }
            let responses = await worker.responses(count: (round + 1) * modules).suffix(modules)
            #expect(responses.filter { $0.exitCode != 0 }.map(\.id) == [round * modules + 4])
            #expect(
                responses.first { $0.exitCode != 0 }?.output
                    == "error: mockd was ended by signal 11 during this request; build it again, and if that ends so, "
                    + "too, report it with the module's sources\n")
        }
        let files = fixture.files(in: "out").keys.sorted()
        #expect(files.count == modules - 1, "\(files)")
        #expect(try await worker.finish() == 0)
    }

    @Test func `a stream that cannot be understood ends the worker after the requests before`() async throws {
        let fixture = try fixture(modules: 1, files: 1)
        let worker = try fixture.start()
        let request = fixture.request(Self.arguments(0), inputs: Self.inputs(0, 1), id: 1)
        // A message that is none, and one of two gigabytes, cost one answer each.
        try worker.write(request.protocolBuffer + [2, 11, 12] + request.protocolBuffer)
        var responses = await worker.responses(count: 3)
        let malformed = WorkResponse(
            exitCode: 1, output: "error: this request cannot be read: it is no message of protocol buffers\n")
        #expect(responses.filter { $0.id == 0 } == [malformed])
        #expect(responses.filter { $0.id == 1 } == [WorkResponse(id: 1), WorkResponse(id: 1)])
        try worker.write([0x80, 0x80, 0x80, 0x80, 0x08])
        responses = await worker.responses(count: 4)
        #expect(
            responses.last
                == WorkResponse(exitCode: 1, output: "error: this request cannot be read: it is larger than 64 MiB\n"))
        #expect(try await worker.finish() == 1)
        #expect(worker.log == "error: the requests cannot be read: the last request is cut off\n")
    }

    // MARK: Files

    @Test func `nothing but the inputs is read, and nothing but the outputs is written`() async throws {
        let fixture = try fixture(modules: 1, files: 2)
        let outside = fixture.package.base.appending(path: "Outside.swift")
        try Data(Self.source(0, 9).utf8).write(to: outside)
        let worker = try fixture.start()
        func ask(_ sources: [String], _ inputs: [String]) async throws -> WorkResponse? {
            let arguments =
                ["generate", "--module", "M0", "--sources"] + sources + ["--output", "out/M0.swift"]
                + WorkerFixture.hermetic
            return try await worker.ask(fixture.request(arguments, inputs: inputs))
        }
        // They exist, but are no inputs.
        for path in ["../Outside.swift", outside.path(), "M0/File1.swift"] {
            let response = try await ask(["M0/File0.swift", path], ["M0/File0.swift"])
            #expect(response?.exitCode == 78)
            #expect(response?.output.hasPrefix("error: --sources: '\(path)' does not exist; ") == true)
        }
        // A folder has the files in it that are inputs.
        #expect(try await ask(["M0"], ["M0/File0.swift"]) == WorkResponse())
        #expect(fixture.package.read("out/M0.swift")?.contains("Cook0x1") == false)
        // An input that is not there.
        let response = try await ask(["M0"], ["M0/File0.swift", "M0/Gone.swift"])
        #expect(
            response
                == WorkResponse(
                    exitCode: 1,
                    output: "M0/Gone.swift: error: cannot read the file: No such file or directory [unreadable]\n"))
        // A file with seams would stand beside the sources.
        try fixture.package.write("M0/File1.swift", "import Pantry\n/// @mockable(seam: Opening)\nextension Jar {}\n")
        try fixture.package.write("Pantry.swift", "public struct Jar { public func open() {} }\n")
        let seams = try await worker.ask(
            fixture.request(
                Self.arguments(0) + ["--dependency", "Pantry=Pantry.swift"],
                inputs: ["M0/File1.swift", "Pantry.swift"]))
        #expect(seams?.exitCode == 77, "\(String(describing: seams))")
        #expect(
            seams?.output.hasPrefix(
                "error: cannot write \(fixture.package.root.path())/M0/Seams.swift: Operation not permitted\n") == true)
        #expect(fixture.files(in: "M0").keys.sorted() == ["File0.swift", "File1.swift"])
        #expect(try await worker.finish() == 0)
    }
}
