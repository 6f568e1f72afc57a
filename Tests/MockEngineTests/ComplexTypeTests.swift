import Foundation
import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// A type's mock would take too much work. The mock that was made before stays, as it does while a source is broken.
@Suite struct ComplexTypeTests {
    private static let simple = "/// @mockable\nprotocol Cook { func ramen() }\n"
    /// Has more levels of parents than mockd follows.
    private static let complex =
        (0..<1100).map { "protocol A\($0): A\($0 + 1) {}\n" }.joined()
        + "protocol A1100 {}\n/// @mockable\nprotocol Cook: A0 { func ramen() }\n"
    private static let oven = "/// @mockable\nprotocol Oven { func heat() }\n"

    private func codes(_ report: EngineReport) -> [String] { report.diagnostics.map(\.code) }

    /// The number of outputs by state, without states that no output has.
    private func states(_ fixture: EngineFixture) -> [OutputState: Int] {
        fixture.engine.outputStates.filter { $0.value > 0 }
    }

    private func kitchen(output: Module.Output? = nil) throws -> EngineFixture {
        let fixture = try EngineFixture(
            ["Sources/Cook.swift": Self.simple, "Sources/Oven.swift": Self.oven], output: output)
        #expect(fixture.engine.refresh().writes.count == (output == nil ? 2 : 1))
        return fixture
    }

    @Test func `its mock stays, and is right again with the source`() throws {
        let fixture = try kitchen()
        let before = fixture.read("Mocks/Cook.mocks.swift")
        let report = try fixture.edit("Sources/Cook.swift", Self.complex)
        #expect(codes(report) == ["too-complex"])
        #expect(report.writes.isEmpty && report.removed.isEmpty)
        #expect(fixture.read("Mocks/Cook.mocks.swift") == before)
        #expect(states(fixture) == [.current: 1, .stale: 1])

        let other = try fixture.edit("Sources/Oven.swift", Self.oven.replacing("heat", with: "cool"))
        #expect(fixture.names(other.written) == ["Oven.mocks.swift"])
        #expect(other.work.resolved == 1, "nothing is new about the other type")
        #expect(codes(other) == ["too-complex"])

        let healed = try fixture.edit("Sources/Cook.swift", Self.simple.replacing("ramen", with: "soup"))
        #expect(fixture.names(healed.written) == ["Cook.mocks.swift"])
        #expect(healed.diagnostics.isEmpty)
        #expect(states(fixture) == [.current: 2])
    }

    @Test func `it stays beside other mocks of the file`() throws {
        let fixture = try EngineFixture(["Sources/Cook.swift": Self.simple + Self.oven])
        _ = fixture.engine.refresh()
        let before = fixture.read("Mocks/Cook.mocks.swift")
        _ = try fixture.edit("Sources/Cook.swift", Self.complex + Self.oven)
        #expect(fixture.read("Mocks/Cook.mocks.swift") == before)
        #expect(states(fixture) == [.stale: 1])
    }

    @Test func `if it never had one, all others of the file are made`() throws {
        let fixture = try EngineFixture(["Sources/Cook.swift": Self.complex + Self.oven])
        #expect(fixture.engine.refresh().writes.count == 1)
        let report = try fixture.edit("Sources/Cook.swift", Self.complex + Self.oven.replacing("heat", with: "cool"))
        #expect(report.writes.count == 1)
        #expect(fixture.read("Mocks/Cook.mocks.swift")?.contains("cool") == true)
    }

    @Test func `a file for a whole module waits`() throws {
        let fixture = try EngineFixture(["Sources/Cook.swift": Self.simple, "Sources/Oven.swift": Self.oven])
        let file = fixture.root.appending("All.swift")
        fixture.engine = Engine(
            project: EngineFixture.project(fixture.root, output: .file(file), settings: MockSettings()))
        _ = fixture.engine.refresh()
        let before = fixture.read("All.swift")
        #expect(before?.contains("MockCook") == true)
        let report = try fixture.edit("Sources/Cook.swift", Self.complex)
        #expect(codes(report) == ["too-complex"])
        #expect(fixture.read("All.swift") == before)
    }

    @Test(arguments: [false, true])
    func `it stays over a restart`(_ knowsNothing: Bool) throws {
        let fixture = try kitchen()
        fixture.restart()
        _ = fixture.engine.refresh()
        let before = fixture.read("Mocks/Cook.mocks.swift")
        _ = try fixture.edit("Sources/Cook.swift", Self.complex)
        for _ in 0..<2 {
            fixture.restart()
            if knowsNothing { try fixture.remove("Cache/engine.cache") }
            let report = fixture.engine.refresh()
            #expect(codes(report) == ["too-complex"])
            #expect(report.writes.isEmpty && report.removed.isEmpty)
            #expect(fixture.read("Mocks/Cook.mocks.swift") == before)
            #expect(states(fixture) == [.current: 1, .stale: 1])
        }
    }

    @Test func `a pass that does not write counts it as kept`() throws {
        let fixture = try kitchen()
        _ = try fixture.edit("Sources/Cook.swift", Self.complex)
        fixture.engine = Engine(project: fixture.engine.project, policy: OutputPolicy(writes: false))
        let report = fixture.engine.refresh()
        #expect(report.drifted == [] && fixture.names(report.kept) == ["Cook.mocks.swift"])
        #expect(codes(report) == ["too-complex"])
    }

    @Test func `it is removed with its source, and with its annotation`() throws {
        let fixture = try kitchen()
        _ = try fixture.edit("Sources/Cook.swift", Self.complex)
        #expect(fixture.names(try fixture.delete("Sources/Cook.swift").removed) == ["Cook.mocks.swift"])
        _ = try fixture.edit("Sources/Cook.swift", Self.simple)
        _ = try fixture.edit("Sources/Cook.swift", Self.complex)
        let report = try fixture.edit("Sources/Cook.swift", Self.complex.replacing("/// @mockable\n", with: ""))
        #expect(fixture.names(report.removed) == ["Cook.mocks.swift"])
    }

    @Test(arguments: [
        "public typealias Handler = (Int, Handler) -> Void\n",
        "public typealias Done = (Handler) -> Void\npublic typealias Handler = (Int, Done) -> Void\n",
    ])
    func `function typealiases that lead to themselves end, though another module has their names`(
        typealiases: String
    ) throws {
        let kitchen = try EngineFixture([
            "Pantry/Base.swift": typealiases + "public protocol Base { func run(_ h: @escaping Handler) }\n",
            "Sources/Cook.swift": """
            import Pantry
            typealias Handler = (String) -> Void
            typealias Done = (String) -> Void
            /// @mockable
            protocol Cook: Base { func go(_ h: @escaping Handler) }

            """,
        ])
        _ = kitchen.engine.refresh()
        #expect(kitchen.read("Mocks/Cook.mocks.swift")?.contains("func run(_ h: @escaping Pantry.Handler)") == true)
    }
}
