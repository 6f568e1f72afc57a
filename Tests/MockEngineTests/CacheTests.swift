import Foundation
import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// The cache makes a start quick. Even if it is damaged, the mocks are the same and nothing fails.
@Suite struct CacheTests {
    private static let files = [
        "Sources/Cook.swift": EngineTests.cook, "Sources/Person.swift": EngineTests.person,
        "Sources/Till.swift": EngineTests.till,
    ]

    /// Files with a cache so small that a test can try every byte of it.
    private static let small = ["Sources/Till.swift": EngineTests.till, "Sources/Bill.swift": "protocol Bill {}"]

    /// Returns a project with a filled cache, whose files are older than one tick of the clock.
    private func fixture(_ files: [String: String] = files, written: Int = 2) throws -> EngineFixture {
        let kitchen = try EngineFixture(files)
        kitchen.waitForNextTick()
        kitchen.restart()
        let report = kitchen.engine.refresh()
        try #require(report.written.count == written)
        return kitchen
    }

    @Test func `a start after a stop reads, parses, resolves, renders and writes nothing`() throws {
        let kitchen = try fixture()
        kitchen.restart()
        let report = kitchen.engine.refresh()
        #expect(report.work == .init())
        #expect(report.unchanged == 2)
        #expect(report.written.isEmpty && report.removed.isEmpty)
        #expect(kitchen.engine.counts == (3, 2))
        #expect(kitchen.engine.outputSummaries.map(\.types) == [["Cook"], ["Till"]])
    }

    @Test func `an output counts once at a start, however many records the log has for it`() throws {
        let kitchen = try fixture()
        kitchen.restart()
        _ = kitchen.engine.refresh()
        let waiter = "\n/// @mockable\nprotocol Waiter { func serve() }"
        _ = try kitchen.edit("Sources/Cook.swift", EngineTests.cook + waiter)
        _ = try kitchen.delete("Sources/Till.swift")
        kitchen.waitForNextTick()
        for _ in 0..<2 {
            kitchen.restart()
            _ = kitchen.engine.refresh()
            #expect(kitchen.engine.counts == (2, 2))
            #expect(kitchen.engine.outputStates.filter { $0.value != 0 } == [.current: 1])
            #expect(kitchen.engine.mockStates.filter { $0.value != 0 } == [.current: 2])
        }
    }

    @Test func `a start reads the changed sources alone, and renders the mocks that depend on them`() throws {
        let kitchen = try fixture()
        try kitchen.write("Sources/Person.swift", "protocol Person { func sleep() }")
        kitchen.restart()
        let report = kitchen.engine.refresh()
        #expect(report.work == .init(read: 1, parsed: 1, resolved: 1, rendered: 1))
        #expect(kitchen.names(report.written) == ["Cook.mocks.swift"])
        #expect(try kitchen.freshOutputs() == kitchen.outputs())
    }

    @Test func `a file's state is not trusted if a later write in the same tick could have left it the same`() throws {
        let kitchen = try EngineFixture(Self.files)
        var signature = try #require(LocalFileSystem().signature(of: kitchen.root.appending("Sources/Cook.swift")))
        signature.changed = 5_000_000_001
        #expect(signature.isRacy(at: 5_000_000_001))
        #expect(signature.isRacy(at: 5_010_000_001))
        #expect(!signature.isRacy(at: 5_010_000_002))
        // The clock was set back.
        #expect(signature.isRacy(at: 1))
        // The file system stores no fractions of seconds.
        signature.changed = 5_000_000_000
        #expect(signature.isRacy(at: 7_000_000_000))
        #expect(!signature.isRacy(at: 7_000_000_001))
    }

    @Test func `edits after a start from the cache are seen where they matter`() throws {
        let kitchen = try fixture()
        kitchen.restart()
        _ = kitchen.engine.refresh()
        let report = try kitchen.edit("Sources/Person.swift", "protocol Person { func sleep() }")
        #expect(kitchen.names(report.written) == ["Cook.mocks.swift"])
        let deleted = try kitchen.delete("Sources/Till.swift")
        #expect(kitchen.names(deleted.removed) == ["Till.mocks.swift"])
    }

    @Test func `saves that change no declaration write nothing, and after a kill these files are read again`() throws {
        let kitchen = try fixture()
        let before = try bytes(kitchen)
        let saves = [
            ("Sources/Cook.swift", "// a comment\n" + EngineTests.cook),
            ("Sources/Till.swift", EngineTests.till + "// a comment\n"), ("Sources/Person.swift", EngineTests.person),
        ]
        for (path, text) in saves {
            let report = try kitchen.edit(path, text)
            #expect((report.work.read, report.work.resolved, report.work.rendered) == (1, 0, 0))
            #expect(report.written.isEmpty)
        }
        #expect(try bytes(kitchen) == before)
        kitchen.waitForNextTick()
        // Restarts without the orderly end that would write the states of touched files.
        kitchen.restart()
        let killed = kitchen.engine.refresh()
        #expect(killed.work == .init(read: 3, parsed: 2, resolved: 0, rendered: 0))
        #expect(killed.written.isEmpty)
        #expect(try kitchen.freshOutputs() == kitchen.outputs())
        kitchen.restart()
        #expect(kitchen.engine.refresh().work == .init())
    }

    @Test(arguments: [true, false])
    func `a touched file is remembered at an orderly end, or with the next record`(isEnd: Bool) throws {
        let kitchen = try fixture()
        try kitchen.write("Sources/Cook.swift", EngineTests.cook + "// a comment\n")
        kitchen.waitForNextTick()
        let touched = kitchen.engine.apply([
            FileChange(path: kitchen.root.appending("Sources/Cook.swift"), kind: .changed)
        ])
        #expect(touched.work.read == 1)
        if isEnd {
            kitchen.engine.rememberTouched()
        } else {
            _ = try kitchen.delete("Sources/Till.swift")
        }
        kitchen.restart()
        #expect(kitchen.engine.refresh().work == .init())
    }

    @Test func `the states of more than a hundred touched files are written at once`() throws {
        let names = (0..<150).map { "Sources/Kind\($0).swift" }
        let kitchen = try fixture(Dictionary(uniqueKeysWithValues: names.map { ($0, "struct S {}\n") }), written: 0)
        let before = try bytes(kitchen)
        for count in [100, 101] {
            let edits = names.prefix(count).map { ($0, String?.some("struct S {}\n// \(count)\n")) }
            _ = try kitchen.apply(Dictionary(uniqueKeysWithValues: edits))
            #expect(try (bytes(kitchen) == before) == (count == 100))
        }
    }

    @Test func `a pass that is stopped halfway adds no sources to the cache`() throws {
        let kitchen = try fixture()
        let before = try bytes(kitchen)
        _ = try kitchen.edit("Sources/Cook.swift", EngineTests.cook + "// a comment\n")
        kitchen.engine.progress.stop()
        _ = try kitchen.edit("Sources/Cook.swift", "/// @mockable\nprotocol Cook {}\n")
        kitchen.engine.rememberTouched()
        #expect(try bytes(kitchen) == before)
        kitchen.restart()
        _ = kitchen.engine.refresh()
        #expect(try kitchen.freshOutputs() == kitchen.outputs())
    }

    @Test func `an output that was changed or removed while mockd did not run is noticed`() throws {
        let kitchen = try fixture()
        let good = kitchen.outputs()
        try kitchen.remove("Mocks/Till.mocks.swift")
        kitchen.restart()
        let report = kitchen.engine.refresh()
        #expect(kitchen.names(report.written) == ["Till.mocks.swift"])
        #expect(kitchen.outputs() == good)
        try kitchen.write("Mocks/Cook.mocks.swift", (good["Cook.mocks.swift"] ?? "") + "// mine\n")
        kitchen.restart()
        let edited = kitchen.engine.refresh().drifted.map(\.state)
        #expect(edited == [.edited])
    }

    @Test func `diagnostics and a broken file's last good mocks outlive a stop`() throws {
        let kitchen = try fixture()
        let good = kitchen.outputs()
        let broken = try kitchen.edit("Sources/Cook.swift", "/// @mockable\nprotocol Cook { func ramen(bowls: ) -> }")
        kitchen.restart()
        let report = kitchen.engine.refresh()
        #expect(report.diagnostics == broken.diagnostics)
        #expect(report.hasErrors)
        #expect(kitchen.outputs() == good)
    }

    @Test func `another configuration starts without the cached mocks`() throws {
        let kitchen = try fixture()
        var settings = MockSettings()
        settings.name = NamePattern("Fake{name}")
        for expected in ["class FakeTill", "unforwardable: \"forwarding switched off\""] {
            defer { settings.forwards = false }
            let project = EngineFixture.project(
                kitchen.root, output: .folder(kitchen.root.appending("Mocks")), settings: settings)
            kitchen.restart(project)
            let report = kitchen.engine.refresh()
            #expect(report.work.parsed == 3)
            #expect(kitchen.read("Mocks/Till.mocks.swift")?.contains(expected) == true)
        }
    }

    @Test func `mocks are removed where another configuration wants none, except those edited by hand`()
        throws
    {
        let kitchen = try fixture()
        let edited = try #require(kitchen.read("Mocks/Till.mocks.swift")) + "// by hand"
        try kitchen.write("Mocks/Till.mocks.swift", edited)
        try kitchen.write("Mocks/Mine.swift", "// not a mock")
        let elsewhere = Module.Output.folder(kitchen.root.appending("Elsewhere"))
        kitchen.restart(EngineFixture.project(kitchen.root, output: elsewhere, settings: MockSettings()))
        let report = kitchen.engine.refresh()
        #expect(kitchen.names(report.removed) == ["Cook.mocks.swift"])
        #expect(kitchen.outputs() == ["Till.mocks.swift": edited, "Mine.swift": "// not a mock"])
        #expect(kitchen.engine.outputStates[.orphaned] == 1)
        #expect(kitchen.outputs(in: "Elsewhere").count == 2)
    }

    @Test(arguments: [true, false])
    func `an edited mock that nothing asks for is forgotten when it is deleted`(isReported: Bool) throws {
        let kitchen = try fixture()
        try kitchen.write("Mocks/Till.mocks.swift", (kitchen.read("Mocks/Till.mocks.swift") ?? "") + "// by hand")
        let elsewhere = Module.Output.folder(kitchen.root.appending("Elsewhere"))
        kitchen.restart(EngineFixture.project(kitchen.root, output: elsewhere, settings: MockSettings()))
        _ = kitchen.engine.refresh()
        #expect(kitchen.engine.outputStates[.orphaned] == 1)
        _ = kitchen.engine.refresh()
        #expect(kitchen.engine.outputStates[.orphaned] == 1)
        if isReported {
            _ = try kitchen.delete("Mocks/Till.mocks.swift")
        } else {
            try kitchen.remove("Mocks/Till.mocks.swift")
            _ = kitchen.engine.refresh()
        }
        #expect(kitchen.engine.outputStates[.orphaned] == nil)
        #expect(kitchen.engine.outputSummaries.count == 2)
    }

    @Test func `mocks of sources outside of the new configuration stay`() throws {
        let kitchen = try fixture()
        var project = kitchen.engine.project
        project.modules = []
        kitchen.restart(project)
        let report = kitchen.engine.refresh()
        #expect(report.removed == [])
        #expect(kitchen.outputs().count == 2)
    }

    @Test func `mocks of a module given by arguments stay when another module is given`() throws {
        let kitchen = try fixture()
        var project = kitchen.engine.project
        project.configurationFiles = []
        for folder in ["A", "B"] {
            project.modules[0].output = .folder(kitchen.root.appending(folder))
            kitchen.restart(project)
            #expect(kitchen.engine.refresh().removed.isEmpty)
        }
        #expect(["A", "Mocks"].allSatisfy { kitchen.outputs(in: $0).count == 2 })
    }

    @Test func `a configuration that comes back uses nothing of the one in between`() throws {
        let kitchen = try fixture()
        let (first, good) = (kitchen.engine.project, kitchen.outputs())
        var settings = MockSettings()
        settings.name = NamePattern("Fake{name}")
        let second = EngineFixture.project(
            kitchen.root, output: .folder(kitchen.root.appending("Mocks")), settings: settings)
        for project in [second, first] {
            kitchen.engine = Engine(project: project, cache: kitchen.engine.cache)
            _ = kitchen.engine.refresh()
        }
        #expect(kitchen.outputs() == good)
        // The next process can read this log.
        kitchen.restart()
        let work = kitchen.engine.refresh().work
        #expect(work == .init(read: 0, parsed: 0, resolved: 0, rendered: 0))
        #expect(kitchen.outputs() == good)
    }

    @Test func `a check does not touch the cache`() throws {
        let kitchen = try fixture()
        let before = try bytes(kitchen)
        try kitchen.write("Sources/Till.swift", "/// @mockable\nprotocol Till {}\n")
        kitchen.restart()
        kitchen.engine.policy.writes = false
        let drifted = kitchen.engine.refresh().drifted.map(\.state)
        #expect(drifted == [.stale])
        #expect(try bytes(kitchen) == before)
    }

    @Test func `the folder is the user's alone, and one process writes at a time`() throws {
        let kitchen = try fixture()
        let attributes = try FileManager.default.attributesOfItem(
            atPath: kitchen.cacheFile.removingLastComponent().string)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        let before = try bytes(kitchen)
        // The first engine still holds the lock.
        var second = Engine(
            project: kitchen.engine.project,
            cache: EngineCache(folder: kitchen.root.appending("Cache"), root: kitchen.root))
        try kitchen.write("Sources/Till.swift", "/// @mockable\nprotocol Till {}\n")
        let parsed = second.refresh().work.parsed
        #expect(parsed == 1)
        #expect(try bytes(kitchen) == before)
    }

    // MARK: Damage

    private func bytes(_ kitchen: EngineFixture) throws -> Data {
        try Data(contentsOf: URL(filePath: kitchen.cacheFile.string))
    }

    /// Starts an engine with the damaged cache; returns true if it changes no mock and reports nothing.
    private func survives(_ kitchen: EngineFixture, _ good: [String: String]) -> Bool {
        kitchen.restart()
        let report = kitchen.engine.refresh()
        return kitchen.outputs() == good && report.failures.isEmpty && report.diagnostics.isEmpty
            && report.written.isEmpty && report.removed.isEmpty
    }

    @Test func `a cache that ends anywhere changes no byte of a mock`() throws {
        let kitchen = try fixture(Self.small, written: 1)
        let (whole, good) = (try bytes(kitchen), kitchen.outputs())
        var failed: [Int] = []
        for end in 0..<whole.count {
            try whole.prefix(end).write(to: URL(filePath: kitchen.cacheFile.string))
            if !survives(kitchen, good) { failed.append(end) }
        }
        #expect(failed.isEmpty)
    }

    @Test func `a cache with any wrong byte changes no byte of a mock`() throws {
        let kitchen = try fixture(Self.small, written: 1)
        let (whole, good) = (try bytes(kitchen), kitchen.outputs())
        var failed: [Int] = []
        for place in 0..<whole.count {
            var bytes = whole
            bytes[place] ^= UInt8(1 << (place % 8))
            try bytes.write(to: URL(filePath: kitchen.cacheFile.string))
            if !survives(kitchen, good) { failed.append(place) }
        }
        #expect(failed.isEmpty)
    }

    @Test func `a cache of old records under newer ones, in any prefix, is no older than the outputs`() throws {
        let kitchen = try fixture(
            [
                "Sources/Till.swift": "/// @mockable\nprotocol Till: Desk {}", "Sources/Desk.swift": "protocol Desk {}",
            ], written: 1)
        let start = try bytes(kitchen).count
        _ = try kitchen.edit("Sources/Desk.swift", "protocol Desk { func a() }")
        _ = try kitchen.edit("Sources/Desk.swift", "protocol Desk { func b() }")
        let (whole, good) = (try bytes(kitchen), kitchen.outputs())
        var failed: [Int] = []
        for end in start..<whole.count {
            try whole.prefix(end).write(to: URL(filePath: kitchen.cacheFile.string))
            if !survives(kitchen, good) { failed.append(end) }
        }
        #expect(failed.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a record with too large a count is not used`(isOfTypes: Bool) throws {
        let kitchen = try fixture()
        let good = kitchen.outputs()
        var (path, record) = try #require(kitchen.engine.outputs.records.first)
        if isOfTypes {
            var most = ByteWriter()
            most.number(.max)
            record.types = CodedTexts(bytes: ByteSlice(most.bytes))
        } else {
            record.mockCount = .max
        }
        var writer = CacheWriter(root: DiskPath(kitchen.root))
        writer.add(path, record)
        try (bytes(kitchen) + writer.bytes).write(to: URL(filePath: kitchen.cacheFile.string))
        #expect(survives(kitchen, good))
        #expect(kitchen.engine.counts == (3, 2))
    }

    @Test func `a folder, a pipe or a link in the cache's place does no harm`() throws {
        let kitchen = try fixture()
        let (good, place) = (kitchen.outputs(), kitchen.cacheFile.string)
        try FileManager.default.removeItem(atPath: place)
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        #expect(survives(kitchen, good))
        try FileManager.default.removeItem(atPath: place)
        #expect(mkfifo(place, 0o600) == 0)
        #expect(survives(kitchen, good))
        try FileManager.default.removeItem(atPath: place)
        try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "/dev/zero")
        #expect(survives(kitchen, good))
        try FileManager.default.removeItem(atPath: kitchen.root.appending("Cache").string)
        try Data().write(to: URL(filePath: kitchen.root.appending("Cache").string))
        #expect(survives(kitchen, good))
    }

    @Test func `a cache that is deleted while the engine runs is written again`() throws {
        let kitchen = try fixture()
        try FileManager.default.removeItem(atPath: kitchen.root.appending("Cache").string)
        let report = try kitchen.edit("Sources/Till.swift", "/// @mockable\nprotocol Till { func close() }\n")
        #expect(kitchen.names(report.written) == ["Till.mocks.swift"])
        kitchen.waitForNextTick()
        kitchen.restart()
        // The source may be read again, depending on the time between the edit and its first reading.
        let work = kitchen.engine.refresh().work
        #expect((work.parsed, work.resolved, work.rendered) == (0, 0, 0))
    }

    @Test func `a log that grows too large is rewritten`() throws {
        let kitchen = try fixture()
        let first = try bytes(kitchen).count
        var largest = 0
        for round in 0..<200 {
            _ = try kitchen.edit("Sources/Till.swift", "/// @mockable\nprotocol Till { func pay\(round % 7)() }\n")
            largest = max(largest, try bytes(kitchen).count)
        }
        #expect(largest > first + 32_768)
        #expect(largest < first + 2 * 65_536 + 8192)
        kitchen.restart()
        let parsed = kitchen.engine.refresh().work.parsed
        #expect(parsed == 0)
    }
}
