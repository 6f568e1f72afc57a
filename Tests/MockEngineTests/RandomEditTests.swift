import Foundation
import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// After random edits, with or without restarts in between, the mocks are those of a run from scratch.
@Suite struct RandomEditTests {
    private static let batches = 4

    @Test(arguments: (0..<20).map { UInt64($0 * 10) })
    func `random edits, moves and restarts lead to the bytes of a fresh run`(first: UInt64) throws {
        for seed in first..<(first + 10) {
            var run = try RandomRun(seed: seed)
            run.start()
            for batch in 0..<Self.batches {
                try run.step()
                let expected = try run.kitchen.freshOutputs()
                #expect(
                    run.kitchen.outputs() == expected,
                    "seed \(seed), batch \(batch): \(run.log.joined(separator: "; "))")
            }
        }
    }
}

/// Edits a few files of a package at random.
private struct RandomRun {
    let kitchen: EngineFixture
    private var random: SplitMix
    private var files: [String: String] = [:]
    /// The edits so far, printed when a test fails.
    private(set) var log: [String] = []

    init(seed: UInt64) throws {
        random = SplitMix(state: seed &* 0x1234_5678_9abc_def1)
        kitchen = try EngineFixture()
        for _ in 0..<4 { _ = try edit() }
    }

    mutating func start() {
        kitchen.restart()
        _ = kitchen.engine.refresh()
    }

    /// Makes some edits, and reports them one by one or together, or has them found by a rescan or a restart.
    mutating func step() throws {
        var changes: [FileChange] = []
        for _ in 0...random.below(4) { changes += try random.below(5) == 0 ? vanishOrMove() : edit() }
        switch random.below(8) {
        case 0:
            log.append("restart")
            kitchen.restart()
            _ = kitchen.engine.refresh(random.below(2) == 0 ? kitchen.tree() : nil)
        case 1:
            log.append("rescan")
            _ = kitchen.engine.refresh()
        case 2...4:
            for change in changes { _ = kitchen.engine.apply([change]) }
        default:
            _ = kitchen.engine.apply(changes)
        }
    }

    private mutating func edit() throws -> [FileChange] {
        let module = random.below(4) == 0 ? "Pantry" : "Sources"
        let folder = ["", "A/", "B/", "A/B/"][random.below(4)]
        let path = "\(module)/\(folder)F\(random.below(4)).swift"
        let text = declarations()
        log.append("\(path) = \(text)")
        files[path] = text
        try kitchen.write(path, text)
        return [change(path, .changed)]
    }

    private mutating func vanishOrMove() throws -> [FileChange] {
        let paths = files.keys.sorted()
        guard !paths.isEmpty else { return [] }
        let path = paths[random.below(paths.count)]
        try kitchen.remove(path)
        let text = files.removeValue(forKey: path) ?? ""
        let gone = change(path, .removed)
        guard random.below(2) == 0 else {
            log.append("\(path) vanishes")
            return [gone]
        }
        let target = path.replacing("/F", with: "/Moved/F")
        log.append("\(path) moves to \(target)")
        files[target] = text
        try kitchen.write(target, text)
        return random.below(2) == 0 ? [gone, change(target, .changed)] : [change(target, .changed), gone]
    }

    private func change(_ path: String, _ kind: FileChange.Kind) -> FileChange {
        FileChange(path: kitchen.root.pushing(FilePath(path)), kind: kind)
    }

    private mutating func declarations() -> String {
        var text = random.below(3) == 0 ? "import Pantry\n" : ""
        if random.below(4) == 0 { text += "typealias Alias = P\(random.below(5))\n" }
        if random.below(8) == 0 { text += "public struct String {}\n" }
        for _ in 0..<random.below(3) {
            let parent = ["", ": P\(random.below(5))", ": Alias", ": P\(random.below(5)) & P\(random.below(5))"]
            let result = ["", " -> any P\(random.below(5))", " -> String"][random.below(3)]
            text += random.below(3) == 0 ? "" : "/// @mockable\n"
            text += "public protocol P\(random.below(5))\(parent[random.below(4)]) "
            text += "{ func m\(random.below(3))(_ a: Int)\(result) }\n"
        }
        return text
    }
}
