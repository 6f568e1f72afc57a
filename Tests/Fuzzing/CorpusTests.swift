import Foundation
import Testing

/// Replays inputs of the fuzzers: those that reach much of a reader, and those that once broke one.
@Suite struct CorpusTests {
    private static let corpora = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpora")

    @Test(arguments: FuzzTarget.all.map(\.name))
    func `every input of the corpus keeps the rules of its reader`(_ name: String) throws {
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

    /// Uses the same seed in each run, because a finding ends the process. `MOCKD_MUTANT_SEED=7` sets another seed,
    /// `MOCKD_MUTANTS=100000` tries more inputs; `.ci/fuzz` is led by coverage as well.
    @Test(arguments: FuzzTarget.all.map(\.name))
    func `inputs that resemble those of the corpus keep the rules of its reader`(_ name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let folder = Self.corpora.appending(path: name)
        let inputs = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
            .map { try [UInt8](Data(contentsOf: folder.appending(path: $0))) }
        let variables = ProcessInfo.processInfo.environment
        let seed = variables["MOCKD_MUTANT_SEED"].flatMap { UInt64($0) } ?? 1
        var random = SeededRandom(seed: seed)
        for number in 0..<(variables["MOCKD_MUTANTS"].flatMap { Int($0) } ?? 100) {
            let bytes = random.pick(inputs).mutated(with: random.pick(inputs), &random)
            let violation = try onDeepStack { target.violation(bytes) }
            #expect(violation == nil, "\(name), number \(number) of seed \(seed): \(Data(bytes).base64EncodedString())")
        }
    }

    @Test func `every corpus belongs to a target`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpora.path()).sorted()
        #expect(folders == FuzzTarget.all.map(\.name).sorted())
    }
}

extension [UInt8] {
    /// Returns these bytes with a few changes, some of which insert a piece of another input.
    fileprivate func mutated(with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = self
        for _ in 0..<random.number(1...4) {
            let start = random.number(0...bytes.count)
            let piece = start..<Swift.min(bytes.count, start + random.number(0...16))
            switch random.number(0...4) {
            case 0: bytes.removeSubrange(piece)
            case 1: bytes.insert(contentsOf: bytes[piece], at: start)
            case 2: bytes.insert(UInt8(random.number(0...255)), at: start)
            case 3 where start < bytes.count: bytes[start] ^= UInt8(1 << random.number(0...7))
            default:
                let from = random.number(0...other.count)
                bytes.replaceSubrange(piece, with: other[from..<Swift.min(other.count, from + random.number(0...64))])
            }
        }
        return bytes
    }
}
