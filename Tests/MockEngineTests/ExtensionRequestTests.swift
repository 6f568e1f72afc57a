import Foundation
import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// `@mockable` above an extension asks for a mock of the extended type.
@Suite struct ExtensionRequestTests {
    private static let shelf = "public protocol Shelf { func take(_ n: Int) -> String }\n"
    private static let request = "import Pantry\n/// @mockable\nextension Shelf {}\n"

    private func kitchen(_ more: [String: String] = [:]) throws -> EngineFixture {
        let files = ["Pantry/Shelf.swift": Self.shelf, "Sources/Shelf+Mock.swift": Self.request]
        let kitchen = try EngineFixture(files.merging(more) { $1 })
        let report = kitchen.engine.refresh()
        #expect(report.diagnostics == [])
        return kitchen
    }

    private static let mock = "Mocks/Shelf+Mock.mocks.swift"

    @Test func `an edit of the protocol or of the annotation rewrites the mock, and nothing else does`() throws {
        let kitchen = try kitchen(["Sources/Cook.swift": "/// @mockable\nprotocol Cook {}\n"])
        #expect(kitchen.read(Self.mock)?.contains("func take(_ n: Int) -> String {") == true)
        let other = try kitchen.edit("Sources/Cook.swift", "/// @mockable\nprotocol Cook { func cook() }\n")
        #expect(kitchen.names(other.writes.map(\.path)) == ["Cook.mocks.swift"])
        let changed = try kitchen.edit("Pantry/Shelf.swift", Self.shelf + "extension Shelf { func all() {} }\n")
        #expect(changed.writes.isEmpty)
        let rewritten = try kitchen.edit(
            "Pantry/Shelf.swift", "public protocol Shelf { func put(_ text: String) }\n")
        #expect(kitchen.names(rewritten.writes.map(\.path)) == ["Shelf+Mock.mocks.swift"])
        #expect(kitchen.read(Self.mock)?.contains("func put(_ text: String) {") == true)
        let renamed = try kitchen.edit(
            "Sources/Shelf+Mock.swift",
            Self.request.replacing("@mockable", with: "@mockable(override: name = FakeShelf)"))
        #expect(kitchen.names(renamed.writes.map(\.path)) == ["Shelf+Mock.mocks.swift"])
        #expect(kitchen.read(Self.mock)?.contains("class FakeShelf: Shelf") == true)
        let removed = try kitchen.edit("Sources/Shelf+Mock.swift", "import Pantry\nextension Shelf {}\n")
        #expect(kitchen.names(removed.removed) == ["Shelf+Mock.mocks.swift"])
    }

    @Test func `the mock follows the kind of the extended type`() throws {
        let kitchen = try kitchen()
        _ = try kitchen.edit("Pantry/Shelf.swift", "open class Shelf { public init() {}; open func take() {} }\n")
        #expect(kitchen.read(Self.mock)?.contains("class MockShelf: Shelf, ClassMock") == true)
        let report = try kitchen.edit("Pantry/Shelf.swift", "public struct Shelf {}\n")
        #expect(report.diagnostics.map(\.code) == ["not-mockable"])
        #expect(report.diagnostics.first?.position?.line == 3)
        #expect(kitchen.names(report.removed) == ["Shelf+Mock.mocks.swift"])
        let gone = try kitchen.delete("Pantry/Shelf.swift")
        #expect(gone.diagnostics.map(\.code) == ["unknown-type"])
        _ = try kitchen.edit("Pantry/Other.swift", Self.shelf)
        #expect(kitchen.outputs() == (try kitchen.freshOutputs()))
    }

    @Test(arguments: [
        ("import Pantry\n/// @mockable\nextension Shelf {}\n", "A.swift", "A.swift", "Shelf+Mock.swift:3"),
        ("import Pantry\n/// @mockable\nextension Pantry.Shelf {}\n", "Z.swift", "Shelf+Mock.swift", "Z.swift:3"),
        (
            "#if GAS\nimport Pantry\n/// @mockable\nextension Shelf {}\n#endif", "Z.swift", "Shelf+Mock.swift",
            "Z.swift:4"
        ),
    ])
    func `a second request for the mock of a type is refused`(
        _ text: String, in file: String, first: String, place: String
    ) throws {
        let kitchen = try kitchen()
        let report = try kitchen.edit("Sources/\(file)", text)
        #expect(
            report.diagnostics.map(\.description) == [
                "Sources/\(place):11: error: 'Shelf' is mocked already, as Sources/\(first) asks for it, too; remove this annotation [duplicate-mock]"
            ])
        #expect(kitchen.outputs() == (try kitchen.freshOutputs()).mapValues { $0.replacing("Fresh", with: "Mocks") })
    }

    @Test func `so is one above an extension of a type that has the annotation itself, wherever they are`() throws {
        let kitchen = try kitchen(["Sources/Oven.swift": "/// @mockable\nprotocol Oven {}\n"])
        let text = "/// @mockable\nextension Oven { func heat() {} }\n"
        let apart = try kitchen.edit("Sources/Heat.swift", text)
        #expect(
            apart.diagnostics.map(\.description) == [
                "Sources/Heat.swift:2:11: error: 'Oven' is mocked already, as Sources/Oven.swift asks for it, too; remove this annotation [duplicate-mock]"
            ])
        _ = try kitchen.delete("Sources/Heat.swift")
        let together = try kitchen.edit("Sources/Oven.swift", "/// @mockable\nprotocol Oven {}\n" + text)
        #expect(
            together.diagnostics.map(\.description) == [
                "Sources/Oven.swift:4:11: error: 'Oven' is mocked already, as Sources/Oven.swift asks for it, too; remove this annotation [duplicate-mock]"
            ])
        _ = try kitchen.edit("Sources/Oven.swift", "#if !os(WASI)\n/// @mockable\nprotocol Oven {}\n#endif\n")
        let conditional = try kitchen.edit("Sources/Heat.swift", "#if !os(WASI)\n" + text + "#endif\n")
        #expect(conditional.diagnostics.map(\.code) == ["duplicate-mock"])
    }

    @Test(arguments: [
        (
            "#if os(macOS)\nimport Network\n/// @mockable\nextension NWConnection.Content {}\n#endif\n",
            "'NWConnection.Content' is declared in no source or module that is known here, where '#if os(macOS)' does not hold, so it gets no mock; if it is a class or a protocol, make it where that holds"
        ),
        (
            "#if os(macOS) || os(iOS)\n\n/// @mockable\nextension Network {}\n#endif\n",
            "'Network' is declared in no source or module that is known here, where '#if os(macOS) || os(iOS)' does not hold, so it gets no mock; if it is a class or a protocol, make it where that holds"
        ),
        (
            "#if canImport(Darwin)\n\n/// @mockable\nextension Enclave.Key {}\n#endif\n",
            "'Enclave.Key' is declared in no source or module that is known here, so it gets no mock; import the module that declares it, or make it where '#if canImport(Darwin)' brings the name"
        ),
        (
            "typealias Vector = Vector.Y; typealias A = B.Y; typealias B = A.Z\n\n/// @mockable\nextension Vector.X {}\n",
            "'Vector.X' is declared in no source or module that is known here, so it gets no mock; import the module that declares it, or correct the name"
        ),
        (
            "typealias A = B.Y; typealias B = A.Z\n\n/// @mockable\nextension A.X {}\n",
            "'A.X' is declared in no source or module that is known here, so it gets no mock; import the module that declares it, or correct the name"
        ),
        (
            "\n\n/// @mockable\nextension _Hidden {}\n",
            "'_Hidden' is declared in no source or module that is known here, so it gets no mock; of compiled modules, names that begin with '_' are not known, so use the type as it is"
        ),
        (
            "#if os(Windows)\ntypealias Vector = WSABUF\n/// @mockable\nextension Vector {}\n#endif\n",
            "'Vector' stands for 'WSABUF', which is declared in no source or module that is known here, where '#if os(Windows)' does not hold, so it gets no mock; if it is a class or a protocol, make it where that holds"
        ),
    ])
    func `a type of another system is not asked for here`(text: String, message: String) throws {
        let kitchen = try kitchen()
        let report = try kitchen.edit("Sources/Net.swift", text)
        #expect(report.diagnostics.map(\.description) == ["Sources/Net.swift:4:11: error: \(message) [unknown-type]"])
    }

    @Test func `typealiases in front of the name are followed`() throws {
        let kitchen = try kitchen()
        _ = try kitchen.edit(
            "Sources/Drawer.swift",
            """
            enum Room { protocol Lamp { func glow() }; struct Bulb {}; typealias Light = Bulb }
            enum House { typealias Kitchen = Room; typealias Own = Kitchen }
            """)
        let report = try kitchen.edit(
            "Sources/House.swift",
            "/// @mockable\nextension House.Own.Lamp {}\n/// @mockable\nextension House.Kitchen.Light {}\n")
        #expect(
            report.diagnostics.map(\.message) == [
                "'House.Kitchen.Light' stands for 'Room.Bulb', a struct of 'Kitchen', and mockd mocks protocols and classes; use it as it is, or ask for a protocol with the members that you need: /// @mockable(seam: LightProtocol, members: …)"
            ])
        #expect(kitchen.read("Mocks/House.mocks.swift")?.contains("final class MockLamp: Lamp") == true)
    }

    @Test func `a type that gets no mock takes no name`() throws {
        let kitchen = try kitchen()
        _ = try kitchen.edit("Sources/Oven.swift", "/// @mockable\nfinal class Oven {}\n")
        let report = try kitchen.edit("Sources/Heat.swift", "/// @mockable\nextension Oven { func heat() {} }\n")
        #expect(report.diagnostics.map(\.code) == ["final-class", "final-class"])
        #expect(report.diagnostics.map(\.path) == ["Sources/Heat.swift", "Sources/Oven.swift"])
    }

    @Test func `a second mock of that name is refused`() throws {
        let kitchen = try kitchen()
        _ = try kitchen.edit("Sources/Shelf+Mock.swift", "import Pantry\n/// @mockable\nextension Pantry.Shelf {}\n")
        let report = try kitchen.edit("Sources/Z.swift", "/// @mockable\nprotocol Shelf {}\n")
        #expect(
            report.diagnostics.map(\.message) == [
                "'MockShelf' is in Mocks already, as the mock of what Sources/Z.swift declares; give this one another name: @mockable(override: name = …)"
            ])
        #expect(kitchen.outputs() == (try kitchen.freshOutputs()).mapValues { $0.replacing("Fresh", with: "Mocks") })
    }

    @Test func `a type of the same module gets its mock by an extension in another file`() throws {
        let kitchen = try kitchen(["Sources/Oven.swift": "protocol Oven { func heat() }\n"])
        _ = try kitchen.edit("Sources/Oven+Mock.swift", "/// @mockable\nextension Oven {}\n")
        let mock = kitchen.read("Mocks/Oven+Mock.mocks.swift")
        #expect(mock?.hasPrefix("// Generated by mockd from Sources/Oven+Mock.swift.") == true)
        #expect(mock?.contains("final class MockOven: Oven, ProtocolMock {") == true)
        #expect(kitchen.engine.explain("MockOven")?.summary == "MockOven mocks Oven of Kitchen")
        #expect(kitchen.engine.explain("Shelf")?.summary == "MockShelf mocks Shelf of Pantry")
    }

    @Test func `a type that may be of a module of C is said to be read by none`() throws {
        let kitchen = try EngineFixture(["Sources/Oven.swift": "import COven\n/// @mockable\nextension oven_t {}\n"])
        kitchen.use(try TemporaryFolder.toolchain([:]))
        #expect(
            kitchen.engine.refresh().diagnostics.map(\.description) == [
                "Sources/Oven.swift:3:11: error: 'oven_t' is declared in no source or module that is known here, so its mock is not made, and one that was made before stays; name its package in Package.swift and fetch it (swift package resolve; git submodule update --init), or build it once (swift build), so that it can be found in 'COven', or add the sources to the project's dependencies; if it is a type of C, use it as it is, for mockd reads none [missing-module]"
            ])
    }

    @Test func `a mock stays while the module of its type is missing`() throws {
        let toolchain = try TemporaryFolder.toolchain([
            "Tools": ("Sharp", "public protocol Sharp {\n    var edge: Int { get }\n}\n")
        ])
        let kitchen = try EngineFixture([
            "Sources/Sharp.swift": "import Tools\n/// @mockable\nextension Tools.Sharp {}\n"
        ])
        kitchen.use(toolchain)
        #expect(kitchen.engine.refresh().diagnostics == [])
        let mock = try #require(kitchen.read("Mocks/Sharp.mocks.swift"))
        #expect(mock.contains("class MockSharp: Sharp"))

        let module = FileManager.default.contents(atPath: toolchain("lib/swift/linux/Tools.swiftmodule").string)
        try FileManager.default.removeItem(atPath: toolchain("lib/swift/linux/Tools.swiftmodule").string)
        let missing = kitchen.engine.scanUnwatched()
        #expect(
            missing.diagnostics.map(\.description) == [
                "Sources/Sharp.swift:3:11: error: 'Tools.Sharp' is declared in no source or module that is known here, so its mock is not made, and one that was made before stays; name its package in Package.swift and fetch it (swift package resolve; git submodule update --init), or build it once (swift build), so that it can be found in 'Tools', or add the sources to the project's dependencies [missing-module]"
            ])
        #expect(kitchen.read("Mocks/Sharp.mocks.swift") == mock)

        try toolchain.write(
            "public protocol Sharp {\n    var point: Int { get }\n}\n", to: "lib/swift/linux/Tools.text")
        try toolchain.write(
            String(decoding: try #require(module), as: UTF8.self), to: "lib/swift/linux/Tools.swiftmodule")
        #expect(kitchen.engine.scanUnwatched().diagnostics == [])
        #expect(kitchen.read("Mocks/Sharp.mocks.swift")?.contains("var point: Int") == true)
    }
}
