import Foundation
import MockGeneration
import MockModel
import Mocking
import SystemPackage
import Testing

@testable import MockEngine

/// After random edits, with or without restarts in between, the mocks are those of a run from scratch.
@Suite struct RandomEditTests {
    @Test(arguments: (0..<20).map { UInt64($0 * 10) })
    func `random edits, moves and restarts lead to the bytes of a fresh run`(first: UInt64) throws {
        for seed in first..<(first + 10) {
            var run = try RandomRun(seed: seed)
            run.start()
            for batch in 0..<4 { try run.stepAndCompare("seed \(seed), batch \(batch)") }
            run.expectExplanations("seed \(seed)")
        }
    }
}

/// The same for one file with all mocks, in an engine that keeps them between passes.
@Suite struct RandomKeptMocksTests {
    @Test(arguments: 0..<8)
    func `random edits lead to the bytes of a fresh run if mocks are kept`(first: UInt64) throws {
        for seed in (first * 5)..<(first * 5 + 5) {
            var run = try RandomRun(seed: seed, isOneFile: true, keepsMocks: true)
            run.start()
            for batch in 0..<6 {
                try run.step()
                #expect(run.kitchen.engine.inconsistencies == [], "seed \(seed), batch \(batch)")
                let outputs = run.kitchen.outputs()
                #expect(
                    try outputs == run.kitchen.outputsMadeAnew(),
                    "seed \(seed), batch \(batch): \(run.log.joined(separator: "; "))")
                for (name, text) in outputs { try run.kitchen.write("Mocks/\(name)", text) }
            }
        }
    }
}

/// The same for the other styles.
@Suite struct RandomSpyEditTests {
    @Test(arguments: StyleChoice.allCases.filter { $0 != .typed })
    func `random edits lead to the bytes of a fresh run in any style`(style: StyleChoice) throws {
        for seed in UInt64(0)..<10 {
            var run = try RandomRun(
                seed: seed, settings: MockSettings(style: style, verifying: seed % 2 == 0 ? .comparing : .none))
            run.start()
            for batch in 0..<4 { try run.stepAndCompare("seed \(seed), batch \(batch)") }
        }
    }
}

/// The same for mocks that a template prints.
@Suite struct RandomTemplateEditTests {
    @Test func `random edits lead to the bytes of a fresh run through a template`() throws {
        for seed in UInt64(0)..<10 {
            var run = try RandomRun(
                seed: seed, settings: MockSettings(style: .sourcery, template: TemplateTests.template))
            run.start()
            for batch in 0..<4 { try run.stepAndCompare("seed \(seed), batch \(batch)") }
        }
    }
}

/// After each pass over random edits and faults, every output is in one state; once all is mended, the mocks are those
/// of a run from scratch.
@Suite struct RandomFaultTests {
    private static let seeds =
        ProcessInfo.processInfo.environment["MOCKD_OUTPUT_FAULT_SEEDS"].flatMap { UInt64($0) } ?? 20

    @Test func `random edits of outputs, broken sources and failing disks leave each output in one state`() throws {
        var seen: Set<OutputState> = []
        for seed in 0..<Self.seeds {
            let disk = MockFileSystem(forwardingTo: LocalFileSystem())
            var run = try RandomRun(seed: seed, disk: disk, isOneFile: seed % 2 == 1)
            run.start()
            for batch in 0..<6 {
                try run.disturb()
                try run.step()
                let engine = run.kitchen.engine
                let log = run.log.joined(separator: "; ")
                #expect(engine.inconsistencies == [], "seed \(seed), batch \(batch): \(log)")
                seen.formUnion(engine.outputs.records.values.map(\.state))
                seen.formUnion(engine.outputs.unwanted.values)
            }
            try run.mend()
            #expect(run.kitchen.engine.inconsistencies == [], "seed \(seed)")
            let outputs = run.kitchen.outputs()
            #expect(
                try outputs == run.kitchen.outputsMadeAnew(), "seed \(seed): \(run.log.joined(separator: "; "))")
        }
        // Each state in which a pass may leave an output, but that of a mock in a test target.
        #expect(seen == [.current, .stale, .edited, .conflict, .missing, .failed, .kept, .orphaned])
    }
}

/// Edits a few files of a package at random.
private struct RandomRun {
    let kitchen: EngineFixture
    private var random: SplitMix
    /// Chooses enums and parameters of their types.
    private var enums: SplitMix
    private var files: [String: String] = [:]
    /// The edits so far, printed when a test fails.
    private(set) var log: [String] = []
    /// The disk if it fails at times.
    private let disk: MockFileSystem?

    private let keepsMocks: Bool

    init(
        seed: UInt64, disk: MockFileSystem? = nil, isOneFile: Bool = false, keepsMocks: Bool = false,
        settings: MockSettings = MockSettings()
    ) throws {
        self.keepsMocks = keepsMocks
        random = SplitMix(state: seed &* 0x1234_5678_9abc_def1)
        enums = SplitMix(state: seed)
        self.disk = disk
        kitchen = try EngineFixture(settings: settings)
        if isOneFile {
            let output = Module.Output.file(kitchen.root.appending("Mocks/All.swift"))
            let project = EngineFixture.project(kitchen.root, output: output, settings: MockSettings())
            kitchen.engine = Engine(project: project)
        }
        for _ in 0..<4 { _ = try edit() }
    }

    mutating func start() {
        restart()
        _ = kitchen.engine.refresh()
    }

    private func restart() {
        kitchen.restart(on: disk)
        kitchen.engine.policy.keepsMocks = keepsMocks
    }

    /// Edits, adds or deletes a file among the outputs, breaks a source, or makes the disk fail or work again.
    mutating func disturb() throws {
        guard let disk else { return }
        let names = kitchen.outputs().keys.sorted()
        let name = names.isEmpty ? "F0.mocks.swift" : names[random.below(names.count)]
        let output = "Mocks/\(name)"
        let source = files.keys.sorted().dropFirst(random.below(files.count + 1)).first ?? "Sources/F0.swift"
        let path = kitchen.root.pushing(FilePath(source))
        let kind = random.below(8)
        log.append("fault \(kind) at \(output), \(source)")
        switch kind {
        case 0: try kitchen.write(output, (kitchen.read(output) ?? "") + "// edited\n")
        case 1: try kitchen.write("Mocks/F\(random.below(4)).mocks.swift", "struct Foreign {}\n")
        case 2: if !names.isEmpty { try kitchen.remove(output) }
        case 3: try kitchen.write("Sources/F\(random.below(4)).swift", "/// @mockable\nprotocol {{{ \n")
        case 4:
            given(disk).file(at: .equal(path)).willThrow(FileSystemError(.read, path, .permissionDenied))
            given(disk).signature(of: .equal(path)).willReturn(nil)
        case 5: given(disk).replace().willThrow(FileSystemError(.write, path, .noSpace), times: 1)
        case 6: given(disk).remove().willThrow(FileSystemError(.remove, path, .readOnlyFileSystem), times: 1)
        default: reset(disk)
        }
        if kind < 3 { _ = kitchen.engine.apply([change(output, .changed)]) }
    }

    /// Makes the disk work, every source understandable and every output ours, and has it found by a scan.
    mutating func mend() throws {
        disk.map { reset($0) }
        for (path, text) in files { try kitchen.write(path, text) }
        for number in 0..<4 where files["Sources/F\(number).swift"] == nil {
            try? kitchen.remove("Sources/F\(number).swift")
        }
        for name in kitchen.outputs().keys { try kitchen.remove("Mocks/\(name)") }
        _ = kitchen.engine.refresh()
    }

    /// Takes a step and compares the mocks with those of a run from scratch.
    ///
    /// - Parameter place: the seed and the batch, for the message.
    mutating func stepAndCompare(_ place: String) throws {
        try step()
        #expect(kitchen.engine.inconsistencies == [], "\(place)")
        let seams = kitchen.seams()
        let expected = try kitchen.freshOutputs()
        #expect(seams == kitchen.seams(), "\(place): \(log.joined(separator: "; "))")
        #expect(kitchen.outputs() == expected, "\(place): \(log.joined(separator: "; "))")
    }

    /// Compares the mocks in the outputs with the answers of `explain`, which resolves by itself.
    ///
    /// - Parameter place: the seed, for the message.
    func expectExplanations(_ place: String) {
        let mocks = kitchen.outputs().flatMap { name, text in
            text.matches(of: /(?m)^(?:public )?final class (\w+)/).map { (String($0.output.1), "Mocks/\(name)") }
        }
        let outputs = Dictionary(grouping: mocks, by: \.0).mapValues { $0.map(\.1) }
        for (mock, outputs) in outputs {
            let explanation = kitchen.engine.explain(mock)
            let summary = explanation?.summary ?? "nothing"
            #expect(explanation?.subject == .mock, "\(place), \(mock), \(summary): \(log.joined(separator: "; "))")
            #expect(explanation?.name == mock, "\(place), \(mock)")
            #expect(explanation?.output.map(outputs.contains) == true, "\(place), \(mock)")
        }
        for number in 0..<5 {
            guard let explanation = kitchen.engine.explain("P\(number)") else { continue }
            #expect(
                (explanation.subject == .mock) == (outputs[explanation.name] != nil),
                "\(place), \(explanation.summary): \(log.joined(separator: "; "))")
        }
    }

    /// Makes some edits, and reports them one by one or together, or has them found by a rescan or a restart.
    mutating func step() throws {
        var changes: [FileChange] = []
        for _ in 0...random.below(4) { changes += try random.below(5) == 0 ? vanishOrMove() : edit() }
        switch random.below(8) {
        case 0:
            log.append("restart")
            restart()
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
            let parameter = ["Int", "E\(enums.below(3))", "[E\(enums.below(3))?]"][enums.below(3)]
            text += "{ func m\(random.below(3))(_ a: \(parameter))\(result) }\n"
        }
        if enums.below(3) == 0 {
            let name = ["", "(override: name = M\(enums.below(2)))"][enums.below(2)]
            text += "/// @mockable\(name)\nextension \(["", "Pantry."][enums.below(2)])P\(enums.below(5)) {}\n"
        }
        if enums.below(3) == 0 {
            let members = ["", ", members: t0(_:)", ", members: t1()"][enums.below(3)]
            text += "/// @mockable(seam: S\(enums.below(2))\(members))\nextension T\(enums.below(2)) {}\n"
        }
        if enums.below(3) == 0 {
            let kind = ["struct", "final class", "class", "actor"][enums.below(4)]
            text += "public \(kind) T\(enums.below(2)) { public func t\(enums.below(2))(_ a: Int = 1) {} }\n"
        }
        if enums.below(3) == 0 { text += "extension T\(enums.below(2)) { public func t\(enums.below(2))() {} }\n" }
        for _ in 0..<enums.below(2) {
            text += "public enum E\(enums.below(3)) { case a, b\(enums.below(2))(E\(enums.below(3))?) }\n"
        }
        return text
    }
}
