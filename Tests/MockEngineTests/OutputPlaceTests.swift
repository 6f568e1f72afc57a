import Foundation
import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// A repository may come from anywhere: no link in it leads mockd to write, overwrite or remove elsewhere.
@Suite struct OutputPlaceTests {
    private let elsewhere: TemporaryFolder

    init() throws { elsewhere = try TemporaryFolder() }

    @Test func `a folder that is a link is not written through`() throws {
        let kitchen = try EngineFixture(["Sources/Till.swift": EngineTests.till])
        try FileManager.default.createSymbolicLink(
            atPath: kitchen.root.appending("Mocks").string, withDestinationPath: elsewhere.path.string)
        let report = kitchen.engine.refresh()
        #expect(report.written.isEmpty)
        #expect(
            report.failures.map(\.description) == [
                "cannot write \(kitchen.root)/Mocks/Till.mocks.swift: a symbolic link is in the way, which mockd does not follow; put a folder or nothing in its place"
            ])
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path.string) == [])
    }

    @Test func `an output that is a link is left as it is`() throws {
        let kitchen = try EngineFixture(["Sources/Till.swift": EngineTests.till])
        let output = kitchen.root.appending("Mocks/Till.mocks.swift")
        try FileManager.default.createDirectory(
            atPath: kitchen.root.appending("Mocks").string, withIntermediateDirectories: true)
        // It leads nowhere: nothing tells that somebody may need it but the link itself.
        try FileManager.default.createSymbolicLink(
            atPath: output.string, withDestinationPath: elsewhere.path.appending("missing").string)
        let report = kitchen.engine.refresh()
        #expect(report.failures.map(\.errno) == [.tooManySymbolicLinkLevels])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: output.string) == "\(elsewhere.path)/missing")
        #expect(kitchen.outputs().keys.sorted() == ["Till.mocks.swift"])
    }

    @Test func `what a link leads to is not removed`() throws {
        let kitchen = try EngineFixture(["Sources/Till.swift": EngineTests.till])
        _ = kitchen.engine.refresh()
        let mocks = kitchen.root.appending("Mocks").string
        let moved = elsewhere.path.appending("Mocks").string
        try FileManager.default.moveItem(atPath: mocks, toPath: moved)
        try FileManager.default.createSymbolicLink(atPath: mocks, withDestinationPath: moved)
        let report = try kitchen.delete("Sources/Till.swift")
        #expect(report.removed.isEmpty)
        #expect(report.failures.map(\.operation) == [.remove])
        #expect(FileManager.default.fileExists(atPath: "\(moved)/Till.mocks.swift"))
    }

    @Test func `links on the way to the root are the user's own`() throws {
        let kitchen = try EngineFixture(["Sources/Till.swift": EngineTests.till])
        let link = elsewhere.path.appending("link")
        try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: kitchen.root.string)
        let project = EngineFixture.project(link, output: .folder(link.appending("Mocks")), settings: MockSettings())
        kitchen.engine = Engine(project: project)
        let report = kitchen.engine.refresh()
        #expect(report.failures.isEmpty)
        #expect(kitchen.read("Mocks/Till.mocks.swift") != nil)
    }

    @Test func `folders that are missing below the root are made`() throws {
        let kitchen = try EngineFixture(["Sources/Till.swift": EngineTests.till])
        let project = EngineFixture.project(
            kitchen.root, output: .folder(kitchen.root.pushing("Tests/A/B/Mocks")), settings: MockSettings())
        kitchen.engine = Engine(project: project)
        let report = kitchen.engine.refresh()
        #expect(report.failures.isEmpty)
        #expect(kitchen.read("Tests/A/B/Mocks/Till.mocks.swift") != nil)
    }
}
