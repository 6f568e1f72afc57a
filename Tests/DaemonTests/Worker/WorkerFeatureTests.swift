import Foundation
import Testing

@testable import mockd

/// All features of the language give the bytes that a call of its own gives.
@Suite struct WorkerFeatureTests {
    @Test(arguments: FeatureTests.files)
    func `mocks and indexes of every feature are those of the commands`(file: String) async throws {
        let fixture = try WorkerFixture()
        let features = try FeatureTests.features(in: file)
        try FeatureTests.write(features, to: "Kitchen", of: fixture.package)
        let inputs = (["Support"] + features.keys).map { "Kitchen/\($0).swift" }.sorted()
        let calls = [
            ["generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "out/Mocks"],
            ["generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "out/Mocks.swift"],
            ["index", "--module", "Kitchen", "--sources", "Kitchen", "--output", "out/K.mockd-index"],
            ["index", "--module", "Kitchen", "--sources", "Kitchen", "--output", "out/K.mockd-index", "--testable"],
        ]
        let worker = try fixture.start()
        for call in calls {
            let files = try await expectedFiles(of: call, inputs, fixture, worker)
            #expect(!files.isEmpty)
            // An edit that is undone leads back to the same bytes.
            let edited = inputs[1]
            let text = try #require(fixture.package.read(edited))
            let arguments = call + WorkerFixture.hermetic
            try fixture.package.write(edited, text + "\n/// @mockable\nprotocol Added { func added() }\n")
            _ = try await worker.ask(fixture.request(arguments, inputs: inputs))
            try fixture.package.write(edited, text)
            try fixture.clear("out")
            _ = try await worker.ask(fixture.request(arguments, inputs: inputs))
            #expect(fixture.files(in: "out").filter { files[$0] != $1 }.keys.sorted() == [])
        }
        #expect(try await worker.finish() == 0)
    }

    @Test func `mocks across modules are those of the commands, made from indexes and from sources`() async throws {
        let fixture = try WorkerFixture()
        let worker = try fixture.start()
        let features = try ModuleFeatureTests.features()
        #expect(features.count > 30)
        for feature in features {
            for (path, text) in feature.files { try fixture.package.write("\(feature.name)/\(path)", text) }
            func inputs(_ module: String) -> [String] {
                feature.files.map(\.path).filter { $0.hasPrefix("\(module)/") }.map { "\(feature.name)/\($0)" }.sorted()
            }
            func call(_ command: String, _ module: String, _ output: String) -> [String] {
                [command, "--module", module, "--sources", "\(feature.name)/\(module)", "--output", "out/\(output)"]
            }
            let testable = feature.files.contains { $0.text.contains("@testable") } ? ["--testable"] : []
            let others = feature.modules.dropLast()
            var indexes: [String] = []
            for module in others {
                let index = "\(module).mockd-index"
                let files = try await expectedFiles(
                    of: call("index", module, index) + testable, inputs(module), fixture, worker)
                let bytes = try #require(files[index], "\(feature.name)")
                try bytes.write(to: fixture.package.url("\(feature.name)/\(index)"))
                indexes.append("\(feature.name)/\(index)")
            }
            let mocks = call("generate", "Kitchen", "Mocks.swift")
            let fromIndexes = zip(others, indexes).flatMap { ["--dependency", "\($0)=\($1)"] }
            let files = try await expectedFiles(
                of: mocks + fromIndexes, inputs("Kitchen") + indexes, fixture, worker)
            if others.isEmpty { continue }
            let fromSources = others.flatMap { ["--dependency", "\($0)=\(feature.name)/\($0)"] }
            let same = try await expectedFiles(
                of: mocks + fromSources, feature.modules.flatMap(inputs), fixture, worker)
            #expect(same == files, "\(feature.name)")
        }
        #expect(try await worker.finish() == 0)
    }

    /// Returns the files that a call of its own writes, and expects those, its messages and its status of the worker:
    /// from a new engine, and from one that has just made them.
    private func expectedFiles(
        of call: [String], _ inputs: [String], _ fixture: WorkerFixture, _ worker: WorkerProcess
    ) async throws -> [String: Data] {
        let arguments = call + WorkerFixture.hermetic
        try fixture.clear("out")
        let expected = try await fixture.package.run("mockd", arguments)
        let files = fixture.files(in: "out")
        for _ in 1...2 {
            try fixture.clear("out")
            let response = try await worker.ask(fixture.request(arguments, inputs: inputs))
            #expect(response?.exitCode == expected.status && response?.output == expected.errors, "\(call)")
            let made = fixture.files(in: "out")
            #expect(made.keys.sorted() == files.keys.sorted(), "\(call)")
            #expect(made.filter { files[$0] != $1 }.keys.sorted() == [], "\(call)")
        }
        return files
    }
}
