import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// A source is empty for a moment if a program truncates it before it writes the new text.
@Suite struct EmptiedSourceTests {
    private func kitchen() throws -> EngineFixture {
        let kitchen = try EngineFixture(["Sources/Till.swift": EngineTests.till])
        kitchen.engine.holdsEmptiedSources = true
        _ = kitchen.engine.refresh()
        return kitchen
    }

    @Test(arguments: ["", "\n", " \t\r\n\n"]) func `the mock stays for one patient update`(_ text: String) throws {
        let kitchen = try kitchen()
        let good = kitchen.outputs()
        #expect(good.count == 1)
        #expect(try kitchen.edit("Sources/Till.swift", text).removed == [])
        #expect(kitchen.engine.refresh().removed == [])
        #expect(kitchen.engine.hasEmptiedSources)
        #expect(kitchen.engine.acceptEmptiedSources(patient: true).removed == [])
        #expect(kitchen.outputs() == good)
        #expect(kitchen.names(kitchen.engine.acceptEmptiedSources(patient: true).removed) == ["Till.mocks.swift"])
        #expect(!kitchen.engine.hasEmptiedSources)
        #expect(kitchen.outputs() == [:])
        #expect(kitchen.names(try kitchen.edit("Sources/Till.swift", EngineTests.till).written) == ["Till.mocks.swift"])
    }

    @Test func `an impatient request removes the mock at once`() throws {
        let kitchen = try kitchen()
        _ = try kitchen.edit("Sources/Till.swift", "")
        #expect(kitchen.names(kitchen.engine.acceptEmptiedSources(patient: false).removed) == ["Till.mocks.swift"])
        #expect(kitchen.engine.acceptEmptiedSources(patient: false).removed == [])
    }

    @Test func `the same content costs nothing, and other content is used`() throws {
        let kitchen = try kitchen()
        let good = kitchen.outputs()
        _ = try kitchen.edit("Sources/Till.swift", "")
        _ = kitchen.engine.acceptEmptiedSources(patient: true)
        let back = try kitchen.edit("Sources/Till.swift", EngineTests.till)
        #expect(back.work.parsed == 0 && back.written == [] && back.removed == [])
        #expect(!kitchen.engine.hasEmptiedSources)
        #expect(kitchen.engine.acceptEmptiedSources(patient: true).removed == [])
        #expect(kitchen.outputs() == good)
        _ = try kitchen.edit("Sources/Till.swift", "")
        #expect(kitchen.names(try kitchen.edit("Sources/Till.swift", "struct S {}").removed) == ["Till.mocks.swift"])
        #expect(!kitchen.engine.hasEmptiedSources)
    }

    @Test func `a source that is deleted does not count as emptied`() throws {
        let kitchen = try kitchen()
        _ = try kitchen.edit("Sources/Till.swift", "")
        #expect(kitchen.names(try kitchen.delete("Sources/Till.swift").removed) == ["Till.mocks.swift"])
        #expect(!kitchen.engine.hasEmptiedSources)
    }

    @Test func `a one-shot pass does not wait`() throws {
        let kitchen = try kitchen()
        kitchen.engine.holdsEmptiedSources = false
        #expect(kitchen.names(try kitchen.edit("Sources/Till.swift", "").removed) == ["Till.mocks.swift"])
    }
}
