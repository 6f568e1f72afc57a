import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// Sources that are empty for a moment, because somebody empties them first and writes them then.
@Suite struct EmptiedSourceTests {
    private func kitchen() throws -> EngineFixture {
        let kitchen = try EngineFixture(["Sources/Till.swift": EngineTests.till])
        kitchen.engine.holdsEmptiedSources = true
        _ = kitchen.engine.refresh()
        return kitchen
    }

    @Test(arguments: ["", "\n", " \t\r\n\n"]) func `the mock stays until somebody asks twice`(_ text: String) throws {
        let kitchen = try kitchen()
        let good = kitchen.outputs()
        #expect(good.count == 1)
        #expect(try kitchen.edit("Sources/Till.swift", text).removed == [])
        #expect(kitchen.engine.refresh().removed == [])
        #expect(kitchen.engine.hasEmptiedSources)
        #expect(kitchen.engine.takeEmptiedSources(patient: true).removed == [])
        #expect(kitchen.outputs() == good)
        #expect(kitchen.names(kitchen.engine.takeEmptiedSources(patient: true).removed) == ["Till.mocks.swift"])
        #expect(!kitchen.engine.hasEmptiedSources)
        #expect(kitchen.outputs() == [:])
        #expect(kitchen.names(try kitchen.edit("Sources/Till.swift", EngineTests.till).written) == ["Till.mocks.swift"])
    }

    @Test func `who wants to know gets what is there`() throws {
        let kitchen = try kitchen()
        _ = try kitchen.edit("Sources/Till.swift", "")
        #expect(kitchen.names(kitchen.engine.takeEmptiedSources(patient: false).removed) == ["Till.mocks.swift"])
        #expect(kitchen.engine.takeEmptiedSources(patient: false).removed == [])
    }

    @Test func `content that comes back costs nothing, and other content is taken`() throws {
        let kitchen = try kitchen()
        let good = kitchen.outputs()
        _ = try kitchen.edit("Sources/Till.swift", "")
        _ = kitchen.engine.takeEmptiedSources(patient: true)
        let back = try kitchen.edit("Sources/Till.swift", EngineTests.till)
        #expect(back.work.parsed == 0 && back.written == [] && back.removed == [])
        #expect(!kitchen.engine.hasEmptiedSources)
        #expect(kitchen.engine.takeEmptiedSources(patient: true).removed == [])
        #expect(kitchen.outputs() == good)
        _ = try kitchen.edit("Sources/Till.swift", "")
        #expect(kitchen.names(try kitchen.edit("Sources/Till.swift", "struct S {}").removed) == ["Till.mocks.swift"])
        #expect(!kitchen.engine.hasEmptiedSources)
    }

    @Test func `a source that is deleted is not empty`() throws {
        let kitchen = try kitchen()
        _ = try kitchen.edit("Sources/Till.swift", "")
        #expect(kitchen.names(try kitchen.delete("Sources/Till.swift").removed) == ["Till.mocks.swift"])
        #expect(!kitchen.engine.hasEmptiedSources)
    }

    @Test func `one pass alone takes it as it is`() throws {
        let kitchen = try kitchen()
        kitchen.engine.holdsEmptiedSources = false
        #expect(kitchen.names(try kitchen.edit("Sources/Till.swift", "").removed) == ["Till.mocks.swift"])
    }
}
