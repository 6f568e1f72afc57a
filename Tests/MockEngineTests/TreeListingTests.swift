import Foundation
import MockModel
import Mocking
import SystemPackage
import Testing

@testable import MockEngine

/// A start with a watcher's listing reads no folder or state that is listed, and makes the same mocks.
@Suite struct TreeListingTests {
    private static let files = [
        "Sources/Cook.swift": EngineTests.cook, "Sources/Shop/Person.swift": EngineTests.person,
        "Sources/Till.swift": EngineTests.till,
    ]

    private func fixture() throws -> EngineFixture {
        let kitchen = try EngineFixture(Self.files)
        kitchen.waitForNextTick()
        kitchen.restart()
        try #require(kitchen.engine.refresh().written.count == 2)
        return kitchen
    }

    /// Starts anew on a disk that records its calls.
    private func restart(_ kitchen: EngineFixture) -> MockFileSystem {
        let disk = MockFileSystem(forwardingTo: LocalFileSystem())
        kitchen.restart(on: disk)
        return disk
    }

    @Test func `listed folders and states are not read again`() throws {
        let kitchen = try fixture()
        let disk = restart(kitchen)
        let report = kitchen.engine.refresh(kitchen.tree())
        #expect(report.work == .init())
        #expect((report.unchanged, report.written.count, report.removed.count) == (2, 0, 0))
        #expect(kitchen.engine.counts == (3, 2))
        #expect(kitchen.engine.mockStates[.current] == 2)
        #expect(!kitchen.engine.mayBeAheadOfWatcher)
        verify(disk).entries().wasNeverCalled()
        verify(disk).signature().wasNeverCalled()
        verify(disk).file().wasNeverCalled()
    }

    @Test func `listings ask for the states of files only if the cache knows some`() throws {
        let kitchen = try fixture()
        let disk = restart(kitchen)
        #expect(kitchen.engine.refresh().unchanged == 2)
        verify(disk).entries(withStates: true).wasCalled(3)
        try kitchen.remove("Cache")
        let emptyHanded = restart(kitchen)
        #expect(kitchen.engine.refresh().unchanged == 2)
        verify(emptyHanded).entries(withStates: true).wasNeverCalled()
    }

    @Test func `new, changed and removed files in the listing are read, generated and forgotten`() throws {
        let kitchen = try fixture()
        try kitchen.write("Sources/Shop/Person.swift", "protocol Person { func sleep() }")
        try kitchen.write("Sources/Shop/Bill.swift", "/// @mockable\nprotocol Bill {}")
        try kitchen.remove("Sources/Till.swift")
        kitchen.restart()
        let report = kitchen.engine.refresh(kitchen.tree())
        #expect((report.work.read, report.work.parsed) == (2, 2))
        #expect(kitchen.names(report.written) == ["Bill.mocks.swift", "Cook.mocks.swift"])
        #expect(kitchen.names(report.removed) == ["Till.mocks.swift"])
        #expect(kitchen.engine.mayBeAheadOfWatcher)
        #expect(try kitchen.freshOutputs() == kitchen.outputs())
    }

    @Test func `an output with another state than the written one is read`() throws {
        let kitchen = try fixture()
        try kitchen.remove("Mocks/Cook.mocks.swift")
        try kitchen.write("Mocks/Till.mocks.swift", "// edited\n" + (kitchen.read("Mocks/Till.mocks.swift") ?? ""))
        kitchen.restart()
        let report = kitchen.engine.refresh(kitchen.tree())
        #expect(kitchen.names(report.written) == ["Cook.mocks.swift"])
        #expect(kitchen.engine.outputStates == [.current: 1, .edited: 1, .missing: 0])
    }

    @Test func `an unlisted folder is read, and reported as read beyond the listing`() throws {
        let kitchen = try fixture()
        var tree = kitchen.tree()
        tree[kitchen.root.appending("Sources").appending("Shop").string] = nil
        let disk = restart(kitchen)
        #expect(kitchen.engine.refresh(tree).work == .init())
        #expect(kitchen.engine.counts == (3, 2))
        #expect(kitchen.engine.mayBeAheadOfWatcher)
        verify(disk).entries().wasCalled(1)
    }

    @Test func `a file without a known state is examined`() throws {
        let kitchen = try fixture()
        var tree = kitchen.tree()
        let folder = kitchen.root.appending("Sources").string
        tree[folder] = tree[folder]?.map { entry in
            var entry = entry
            entry.signature = nil
            return entry
        }
        let disk = restart(kitchen)
        #expect(kitchen.engine.refresh(tree).work == .init())
        verify(disk).signature().wasCalled(2)
        verify(disk).file().wasNeverCalled()
    }

    @Test func `temporary files of a killed run are removed before the first edit`() throws {
        let kitchen = try fixture()
        let leftOver = "Mocks/.Cook.mocks.swift.mockd-\(Self.deadProcess)-3.tmp"
        try kitchen.write(leftOver, "half a mo")
        kitchen.restart()
        _ = kitchen.engine.refresh(kitchen.tree())
        kitchen.engine.prepareForEdits()
        #expect(kitchen.read(leftOver) == nil)
    }

    /// The number of a process that has ended, which no new process gets soon.
    private static let deadProcess: pid_t = {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/true")
        try? process.run()
        process.waitUntilExit()
        return process.processIdentifier
    }()

    @Test func `a source with nine thousand members is known after a restart`() throws {
        let members = (0..<9_000).map { "    func member\($0)(of value: Int, and other: String) -> [String: Int]" }
        let kitchen = try EngineFixture([
            "Sources/Large.swift": "protocol Large {\n\(members.joined(separator: "\n"))\n}",
            "Sources/Till.swift": EngineTests.till,
        ])
        kitchen.waitForNextTick()
        kitchen.restart()
        _ = kitchen.engine.refresh()
        #expect(
            try FileManager.default.attributesOfItem(atPath: kitchen.cacheFile.string)[.size] as? Int ?? 0 > 300_000)
        kitchen.restart()
        #expect(kitchen.engine.refresh().work == .init())
        #expect(kitchen.engine.counts == (2, 1))
    }
}

@Suite struct NameTableTests {
    private static let files = (0..<4).map { DiskPath("/r/\($0).swift") }

    @Test func `names lead to the files that declare them, including files added later`() {
        let names: [[NameKey]] = [[7, 3], [3], [], [9, 7, 3]]
        var table = NameTable(of: Dictionary(uniqueKeysWithValues: zip(Self.files, names))) { $0[$1] }
        #expect(Set(table.files(of: 3)) == Set([0, 1, 3].map { Self.files[$0] }))
        #expect(Set(table.files(of: 7)) == Set([0, 3].map { Self.files[$0] }))
        #expect(table.files(of: 9) == [Self.files[3]])
        #expect([1, 5, 8, 10].allSatisfy { table.files(of: $0).isEmpty })
        for _ in 0..<2 { table.add(5, Self.files[2]) }
        table.add(9, Self.files[0])
        #expect(table.files(of: 5) == [Self.files[2]])
        #expect(Set(table.files(of: 9)) == Set([0, 3].map { Self.files[$0] }))
        #expect(!table.isWorn)
        for name in 0..<2_000 as Range<NameKey> { table.add(name, Self.files[1]) }
        #expect(table.isWorn)
    }

    @Test(arguments: [0, 1, 12, 52, 60])
    func `names may differ in any of their bits`(shift: Int) {
        let names = (0..<8).map { NameKey($0) << NameKey(shift) }
        let table = NameTable(of: [Self.files[0]: names, Self.files[1]: names.reversed()]) { $0[$1] }
        for name in names { #expect(Set(table.files(of: name)) == Set(Self.files.prefix(2))) }
    }
}
