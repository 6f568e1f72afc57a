import Foundation
import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// Modules without tests get a note where they ask for a mock, and none elsewhere.
@Suite struct UntestedModuleTests {
    private static let note =
        "'Jar' asks for a mock, and no test target depends on 'Pantry' to hold it; add one to Package.swift, or give the module an output in .mockd.yml"

    private func kitchen(_ jar: String) throws -> TemporaryFolder {
        try TemporaryFolder([
            "Package.swift": """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(
                name: "Kitchen", dependencies: [.package(path: "Vendor/Spices")], targets: [
                    .target(name: "Kitchen"),
                    .target(name: "Pantry", dependencies: [.product(name: "Spices", package: "Spices")]),
                    .executableTarget(name: "serve"),
                    .testTarget(
                        name: "KitchenTests",
                        dependencies: ["Kitchen", .product(name: "Mocking", package: "mockd")]),
                ])
            """,
            "Vendor/Spices/Package.swift": """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(
                name: "Spices", products: [.library(name: "Spices", targets: ["Spices"])],
                targets: [.target(name: "Spices")])
            """,
            "Vendor/Spices/Sources/Spices/Salt.swift":
                "public protocol Salt {}\n/// @mockable\nprotocol Pinch {}\npublic enum Rack { public protocol Box {} }\n",
            "Sources/Kitchen/Cook.swift": "/// @mockable\nprotocol Cook {}\n",
            "Sources/Pantry/Jar.swift": jar, "Sources/serve/main.swift": "import Pantry\nprint(1)\n",
            "Tests/KitchenTests/T.swift": "",
        ])
    }

    @Test func `targets without tests that ask for no mock get no note`() throws {
        let folder = try kitchen("import Spices\npublic protocol Jar: Salt {}\n")
        var engine = Engine(project: try discoverProject(root: folder.path))
        #expect(engine.refresh().diagnostics == [])
        // No mock needs the modules that these targets import.
        #expect(engine.inputSummaries.map(\.module) == ["Kitchen", "Pantry", "serve"])
    }

    @Test func `a request for a mock in such a target gets a note at its position, until it is removed`() throws {
        let folder = try kitchen("\n/// @mockable\nprotocol Jar {}\nstruct Broken {\n}\n")
        var engine = Engine(project: try discoverProject(root: folder.path))
        #expect(
            engine.refresh().diagnostics.map(\.description) == [
                "Sources/Pantry/Jar.swift:3:10: note: \(Self.note) [target-without-tests]"
            ])
        let change = FileChange(path: folder("Sources/Pantry/Jar.swift"), kind: .changed)
        try folder.write("protocol Jar {}\n", to: "Sources/Pantry/Jar.swift")
        #expect(engine.apply([change]).diagnostics == [])
        try folder.write("/// @mockable\npublic protocol Jar {}\n", to: "Sources/Pantry/Jar.swift")
        #expect(engine.apply([change]).diagnostics.map(\.message) == [Self.note])
        // The compiler reports the errors of such a target.
        try folder.write("protocol Jar {\n", to: "Sources/Pantry/Jar.swift")
        #expect(engine.apply([change]).diagnostics == [])
    }

    @Test func `if all protocols are mocked, those that no mock can see are left out silently`() throws {
        let folder = try kitchen("private protocol Jar {}\n")
        try folder.write("mock: all\n", to: ".mockd.yml")
        try folder.write(
            "protocol Cook {}\nprivate protocol Knife {}\nfileprivate protocol Fork {}\nenum A { private protocol B {} }\n",
            to: "Sources/Kitchen/Cook.swift")
        var engine = Engine(project: try discoverProject(root: folder.path))
        #expect(engine.refresh().diagnostics == [])
        #expect(engine.outputSummaries.flatMap(\.types) == ["Cook"])
        #expect(
            engine.explain("Knife")?.summary
                == "Knife has no mock: it is private, and a generated mock cannot see it; make it internal")
    }

    @Test(arguments: [
        (
            "Salt",
            "Salt has no mock: its module Spices is read for others and has no mocks; ask for one in a module that has tests: /// @mockable above extension Salt {}"
        ),
        (
            "MockSalt",
            "Salt has no mock: its module Spices is read for others and has no mocks; ask for one in a module that has tests: /// @mockable above extension Salt {}"
        ),
        (
            "Rack.Box",
            "Rack.Box has no mock: its module Spices is read for others and has no mocks; ask for one in a module that has tests: /// @mockable above extension Rack.Box {}"
        ),
        (
            "Pinch",
            "Pinch has no mock: its module Spices is read for others and has no mocks; give the module an output in .mockd.yml"
        ),
        (
            "Jar",
            "Jar has no mock: no test target depends on its module Pantry, so its mocks would have no place; ask for one in a module that has tests: /// @mockable above extension Jar {}"
        ),
        (
            "Tests",
            "Tests has no mock: mockd mocks protocols and classes; mock a protocol in its place"
        ),
    ])
    func `a type that is read for no mock is explained, and how it could be mocked`(question: String, answer: String)
        throws
    {
        let folder = try kitchen("public protocol Jar {}\n")
        try folder.write("struct Tests {}\n", to: "Tests/KitchenTests/T.swift")
        var engine = Engine(project: try discoverProject(root: folder.path))
        _ = engine.refresh()
        #expect(engine.explain(question)?.summary == answer)
        #expect(engine.explain("Nobody") == nil)
    }

    @Test func `a protocol of tests that no list of modules has is reported until it asks no more`() throws {
        let folder = try kitchen("public protocol Jar {}\n")
        try folder.write(
            "modules: [{name: Kitchen, sources: [Sources/Kitchen], output: Tests/KitchenTests/Mocks}]\n",
            to: ".mockd.yml")
        let tests = "Tests/KitchenTests/T.swift"
        try folder.write("import Testing\n\n/// @mockable\nprotocol Helper {}\n", to: tests)
        var engine = Engine(project: try discoverProject(root: folder.path))
        #expect(
            engine.refresh().diagnostics.map(\.description) == [
                "Tests/KitchenTests/T.swift:4:10: warning: 'Helper' asks for a mock, and gets none in a target that holds the mocks of others; declare it in the target that is tested [annotation-place]"
            ])
        // A run with arguments makes its mocks.
        try folder.write("", to: "Tests/KitchenTests/T.mocks.swift")
        try folder.write("import Testing\n/// @mockable\nprotocol Helper {}\n", to: tests)
        #expect(engine.apply([FileChange(path: folder(tests), kind: .changed)]).diagnostics == [])
        try FileManager.default.removeItem(atPath: folder("Tests/KitchenTests/T.mocks.swift").string)
        try folder.write("import Testing\n\nprotocol Helper {}\n", to: tests)
        #expect(engine.apply([FileChange(path: folder(tests), kind: .changed)]).diagnostics == [])
    }
}
