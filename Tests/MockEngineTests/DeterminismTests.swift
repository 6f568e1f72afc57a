import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// The same sources lead to the same bytes, in any order and with any number of threads.
@Suite struct DeterminismTests {
    /// Sources with parents, typealiases, equal names, conditions and imports across files.
    private static let files: [String: String] = {
        var files: [String: String] = [:]
        for number in 0..<24 {
            let parent = number == 0 ? "" : ": P\(number / 2), Alias\(number % 3)"
            files["Sources/Folder\(number % 4)/File\(number < 4 ? "" : "\(number)").swift"] = """
                import Foundation
                #if A\(number % 2)
                import Pantry
                #endif
                /// @mockable
                protocol P\(number)\(parent) { func f\(number)(_ url: URL, _ item: Item) -> Data }
                enum Space\(number % 5) {}
                extension Space\(number % 5) { /* @mockable */ protocol Inner\(number): P\(number) { var v: Item { get set } } }
                """
        }
        files["Sources/Alias.swift"] =
            "typealias Alias0 = Q0 & Q1\ntypealias Alias1 = Q1\n#if A1\ntypealias Alias2 = Q0\n#else\ntypealias Alias2 = Q1\n#endif\n"
        files["Sources/Q.swift"] = "protocol Q0 { func q0() }\nprotocol Q1 { static func q1() -> Self }\n"
        files["Pantry/Item.swift"] =
            "public struct Item {}\npublic protocol P0 { func pantry() }\npublic typealias T = Item\n"
        return files
    }()

    private static func outputs(order: [String], parallelism: Int) throws -> [String: String] {
        let kitchen = try EngineFixture()
        for path in order { try kitchen.write(path, files[path] ?? "") }
        kitchen.engine.parallelism = parallelism
        _ = kitchen.engine.refresh()
        return kitchen.outputs()
    }

    private static func shuffled(_ seed: UInt64) -> [String] {
        var random = SplitMix(state: seed)
        var rest = files.keys.sorted()
        return files.keys.map { _ in rest.remove(at: random.below(rest.count)) }
    }

    @Test func `order of files, number of threads and repetition change no byte`() throws {
        let expected = try Self.outputs(order: Self.files.keys.sorted(), parallelism: 1)
        #expect(expected.count == 24)
        for (seed, parallelism) in [(1, 1), (2, 8)] {
            let found = try Self.outputs(order: Self.shuffled(UInt64(seed)), parallelism: parallelism)
            #expect(found == expected, "seed \(seed), \(parallelism) side by side")
        }
    }

    @Test func `files that are added one by one in any order lead to the same bytes`() throws {
        let expected = try Self.outputs(order: Self.files.keys.sorted(), parallelism: 1)
        for seed in 5...5 {
            let kitchen = try EngineFixture()
            _ = kitchen.engine.refresh()
            for path in Self.shuffled(UInt64(seed)) { _ = try kitchen.edit(path, Self.files[path] ?? "") }
            #expect(kitchen.outputs() == expected, "seed \(seed)")
        }
    }
}
