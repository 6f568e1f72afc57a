import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// Each kind of change reads, parses, resolves, renders and writes as little as possible.
@Suite struct ReworkTests {
    private static let cook = """
        /// @mockable
        protocol Cook: Person {
            func knife() -> any Knife
            func serve(_ order: Order)
        }
        struct Kitchen { func clean() { print("clean") } }

        """
    private static let files = [
        "Sources/Cook.swift": cook,
        "Sources/Person.swift": "protocol Person { var name: String { get } }\n",
        "Sources/Knife.swift": "protocol Knife { func cut() }\n",
        "Sources/Order.swift": "typealias Order = Int\n",
        "Sources/Till.swift": "/// @mockable\nprotocol Till { func pay() }\n",
        "Pantry/Flour.swift": "/// @mockable\npublic protocol Flour { func weigh() -> Int }\n",
    ]

    private func fixture() throws -> EngineFixture {
        let kitchen = try EngineFixture(Self.files)
        let report = kitchen.engine.refresh()
        try #require(kitchen.names(report.written) == ["Cook.mocks.swift", "Till.mocks.swift"])
        return kitchen
    }

    private func work(_ read: Int, _ parsed: Int, _ resolved: Int, _ rendered: Int) -> EngineReport.Work {
        .init(read: read, parsed: parsed, resolved: resolved, rendered: rendered)
    }

    @Test(arguments: [
        ("a body", cook.replacing("\"clean\"", with: "\"dirty\"")),
        ("a comment", cook + "// more\n"),
        ("a blank line above", "\n" + cook),
    ])
    func `an edit that changes no declaration ends with the parse`(name: String, text: String) throws {
        let kitchen = try fixture()
        let report = try kitchen.edit("Sources/Cook.swift", text)
        #expect(report.work == work(1, 1, 0, 0), "\(name)")
        #expect(report.written.isEmpty)
        #expect(report.unchanged == 0)
    }

    @Test(arguments: [
        ("a member in a parent", "Sources/Person.swift", "protocol Person { var name: String { get }; func sleep() }"),
        ("a parent's new name", "Sources/Person.swift", "protocol Human { var name: String { get } }"),
        ("what a typealias stands for", "Sources/Order.swift", "typealias Order = () -> Void"),
        ("a mock for a returned protocol", "Sources/Cook.swift", cook + "/// @mockable\nprotocol Fork {}\n"),
    ])
    func `a change renders the mocks that depend on it`(name: String, path: String, text: String) throws {
        let kitchen = try fixture()
        let report = try kitchen.edit(path, text)
        #expect(report.work.read == 1 && report.work.parsed == 1, "\(name)")
        #expect(kitchen.names(report.written) == ["Cook.mocks.swift"], "\(name)")
        #expect(try kitchen.outputs() == kitchen.freshOutputs(), "\(name)")
    }

    @Test func `a mock for a returned protocol appears and vanishes`() throws {
        let kitchen = try fixture()
        let before = kitchen.outputs()
        let appeared = try kitchen.edit("Sources/Knife.swift", "/// @mockable\nprotocol Knife { func cut() }\n")
        #expect(appeared.work == work(1, 1, 2, 2))
        #expect(kitchen.names(appeared.written) == ["Cook.mocks.swift", "Knife.mocks.swift"])
        let vanished = try kitchen.edit("Sources/Knife.swift", "protocol Knife { func cut() }\n")
        // This text was parsed before, so its result is still cached.
        #expect(vanished.work == work(1, 0, 1, 1))
        #expect(kitchen.names(vanished.written) == ["Cook.mocks.swift"])
        #expect(kitchen.names(vanished.removed) == ["Knife.mocks.swift"])
        #expect(kitchen.outputs() == before)
    }

    @Test func `an import adds a module to the sources, and its removal removes it`() throws {
        let kitchen = try fixture()
        #expect(kitchen.engine.counts.sources == 5)
        let before = kitchen.outputs()
        let added = try kitchen.edit("Sources/Till.swift", "import Pantry\n/// @mockable\nprotocol Till: Flour {}\n")
        #expect(added.work == work(2, 2, 1, 1))
        #expect(kitchen.names(added.written) == ["Till.mocks.swift"])
        #expect(kitchen.read("Mocks/Till.mocks.swift")?.contains("func weigh() -> Int") == true)
        #expect(kitchen.engine.counts.sources == 6)
        _ = try kitchen.edit("Sources/Till.swift", try #require(Self.files["Sources/Till.swift"]))
        #expect(kitchen.engine.counts.sources == 5)
        #expect(kitchen.outputs() == before)
    }

    @Test func `a module that imports itself is removed with the last import from outside`() throws {
        let kitchen = try fixture()
        let flour = try #require(Self.files["Pantry/Flour.swift"])
        try kitchen.write("Pantry/Flour.swift", "import Pantry\n" + flour)
        _ = try kitchen.edit("Sources/Till.swift", "import Pantry\n/// @mockable\nprotocol Till: Flour {}\n")
        #expect(kitchen.engine.counts.sources == 6)
        _ = try kitchen.edit("Sources/Till.swift", "/// @mockable\nprotocol Till: Flour {}\n")
        #expect(kitchen.engine.counts.sources == 5)
        #expect(try kitchen.outputs() == kitchen.freshOutputs())
    }

    @Test func `a changed declaration of the same meaning is resolved and not rendered`() throws {
        let kitchen = try fixture()
        let report = try kitchen.edit("Sources/Knife.swift", "public protocol Knife { func cut() }\n")
        #expect(report.work == work(1, 1, 1, 0))
        #expect(report.written.isEmpty)
    }

    @Test func `a file that is moved is not parsed`() throws {
        let kitchen = try fixture()
        let report = try kitchen.apply([
            "Sources/Till.swift": nil, "Sources/Front/Till.swift": Self.files["Sources/Till.swift"],
        ])
        #expect(report.work == work(1, 0, 1, 1))
        #expect(kitchen.names(report.written) == ["Till.mocks.swift"])
        #expect(
            try #require(kitchen.read("Mocks/Till.mocks.swift")).hasPrefix("// Generated by mockd from Sources/Front/"))
    }

    @Test(arguments: [
        ("no mock", "struct Chef {}\n", ["Cook.mocks.swift"]),
        ("another mock", "/// @mockable\nprotocol Chef {}\n", ["Hot-Cook.mocks.swift", "Sources-Cook.mocks.swift"]),
    ])
    func `a file that is moved leaves nothing to the one in its place`(
        name: String, text: String, written: [String]
    ) throws {
        let kitchen = try fixture()
        let cook = kitchen.root.appending("Sources").appending("Cook.swift")
        try kitchen.remove("Sources/Cook.swift")
        try kitchen.write("Sources/Hot/Cook.swift", Self.cook)
        try kitchen.write("Sources/Cook.swift", text)
        let report = kitchen.engine.apply([
            FileChange(path: cook, kind: .removed),
            FileChange(path: kitchen.root.pushing("Sources/Hot/Cook.swift"), kind: .changed),
            FileChange(path: cook, kind: .changed),
        ])
        #expect(kitchen.names(report.written) == written, "\(name)")
        #expect(try kitchen.outputs() == kitchen.freshOutputs(), "\(name)")
    }

    @Test func `a file that is deleted and written again has its mock once`() throws {
        let kitchen = try fixture()
        let before = kitchen.outputs()
        let cook = kitchen.root.appending("Sources").appending("Cook.swift")
        try kitchen.write("Sources/Cook.swift", "\n" + Self.cook)
        let report = kitchen.engine.apply([
            FileChange(path: cook, kind: .removed), FileChange(path: cook, kind: .changed),
        ])
        #expect(report.written.isEmpty)
        #expect(kitchen.outputs() == before)
        #expect(kitchen.engine.outputSummaries.map(\.sources) == [["Sources/Cook.swift"], ["Sources/Till.swift"]])
    }

    @Test func `a file whose removal is reported after its return keeps its mock`() throws {
        let kitchen = try fixture()
        let before = kitchen.outputs()
        let cook = FileChange(path: kitchen.root.appending("Sources").appending("Cook.swift"), kind: .removed)
        let report = kitchen.engine.apply([cook])
        #expect(report.removed == [] && report.written == [])
        #expect(kitchen.outputs() == before)
        try kitchen.write("Sources/Cook.swift", Self.cook.replacing("Cook", with: "Chef"))
        #expect(kitchen.names(kitchen.engine.apply([cook]).written) == ["Cook.mocks.swift"])
        #expect(try kitchen.outputs() == kitchen.freshOutputs())
    }

    /// A watcher that compares the file only when it is gone again has no more to report.
    @Test func `a file that was there only between its report and the watcher's next comparison is forgotten`() throws {
        let kitchen = try fixture()
        let cook = kitchen.root.appending("Sources").appending("Cook.swift")
        #expect(kitchen.engine.apply([FileChange(path: cook, kind: .removed)]).removed == [])
        #expect(kitchen.engine.mayBeAheadOfWatcher)
        try kitchen.remove("Sources/Cook.swift")
        let changes = kitchen.engine.unreportedChanges()
        #expect(changes == [FileChange(path: cook, kind: .removed)])
        kitchen.engine.wasCaughtUpByWatcher()
        #expect(kitchen.names(kitchen.engine.apply(changes).removed) == ["Cook.mocks.swift"])
        #expect(try kitchen.outputs() == kitchen.freshOutputs())
        #expect(!kitchen.engine.mayBeAheadOfWatcher && kitchen.engine.unreportedChanges() == [])
    }

    @Test func `a file that was missing only when its change was read gets its mock`() throws {
        let kitchen = try fixture()
        let cook = FileChange(path: kitchen.root.appending("Sources").appending("Cook.swift"), kind: .changed)
        let before = kitchen.outputs()
        let text = try #require(kitchen.read("Sources/Cook.swift"))
        try kitchen.remove("Sources/Cook.swift")
        #expect(kitchen.names(kitchen.engine.apply([cook]).removed) == ["Cook.mocks.swift"])
        try kitchen.write("Sources/Cook.swift", text)
        let changes = kitchen.engine.unreportedChanges()
        #expect(changes == [cook])
        #expect(kitchen.names(kitchen.engine.apply(changes).written) == ["Cook.mocks.swift"])
        #expect(kitchen.outputs() == before)
    }

    @Test func `a folder that is moved is not parsed`() throws {
        let kitchen = try fixture()
        var changes: [String: String?] = [:]
        for (path, text) in Self.files where path.hasPrefix("Sources/") {
            changes[path] = .some(nil)
            changes[path.replacing("Sources/", with: "Sources/Back/")] = text
        }
        let report = try kitchen.apply(changes)
        #expect(report.work == work(5, 0, 2, 2))
        #expect(kitchen.counts == [5, 2])
    }

    @Test func `switching a branch and back parses each new text once`() throws {
        let kitchen = try fixture()
        let before = kitchen.outputs()
        let branch = Self.files.filter { $0.key.hasPrefix("Sources/") }.mapValues { $0 + "protocol Guest {}\n" }
        let there = try kitchen.apply(branch.mapValues { $0 })
        #expect(there.work.parsed == 5)
        let back = try kitchen.apply(Self.files.filter { $0.key.hasPrefix("Sources/") }.mapValues { $0 })
        #expect(back.work.parsed == 0)
        let again = try kitchen.apply(branch.mapValues { $0 })
        #expect(again.work.parsed == 0)
        _ = try kitchen.apply(Self.files.filter { $0.key.hasPrefix("Sources/") }.mapValues { $0 })
        #expect(kitchen.outputs() == before)
    }
}

extension EngineFixture {
    /// The numbers of sources and mocks.
    fileprivate var counts: [Int] { [engine.counts.sources, engine.counts.mocks] }
}
