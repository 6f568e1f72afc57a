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
            let arguments = call + WorkerFixture.hermetic
            try fixture.clear("out")
            let expected = try await fixture.package.run("mockd", arguments)
            let files = fixture.files(in: "out")
            #expect(!files.isEmpty)
            for _ in 1...2 {
                try fixture.clear("out")
                let response = try await worker.ask(fixture.request(arguments, inputs: inputs))
                #expect(response?.exitCode == expected.status && response?.output == expected.errors)
                let made = fixture.files(in: "out")
                #expect(made.keys.sorted() == files.keys.sorted())
                #expect(made.filter { files[$0] != $1 }.keys.sorted() == [])
            }
            // An edit that is undone leads back to the same bytes.
            let edited = inputs[1]
            let text = try #require(fixture.package.read(edited))
            try fixture.package.write(edited, text + "\n/// @mockable\nprotocol Added { func added() }\n")
            _ = try await worker.ask(fixture.request(arguments, inputs: inputs))
            try fixture.package.write(edited, text)
            try fixture.clear("out")
            _ = try await worker.ask(fixture.request(arguments, inputs: inputs))
            #expect(fixture.files(in: "out").filter { files[$0] != $1 }.keys.sorted() == [])
        }
        #expect(try await worker.finish() == 0)
    }
}
