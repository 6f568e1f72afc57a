import Foundation
import Testing

/// What the fuzzers found, read again: inputs that reach much of each reader, and those that once broke one.
@Suite struct CorpusTests {
    private static let corpora = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpora")

    @Test(arguments: FuzzTarget.all.map(\.name))
    func `every input of the corpus is read as it must be`(_ name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let folder = Self.corpora.appending(path: name)
        let inputs = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
        #expect(!inputs.isEmpty)
        for input in inputs {
            let bytes = try [UInt8](Data(contentsOf: folder.appending(path: input)))
            let violation = try onDeepStack { target.violation(bytes) }
            #expect(violation == nil, "\(name)/\(input)")
        }
    }

    @Test func `every corpus belongs to a target`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpora.path()).sorted()
        #expect(folders == FuzzTarget.all.map(\.name).sorted())
    }
}
