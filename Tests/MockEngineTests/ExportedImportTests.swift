import Foundation
import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// A module brings what another one declares: `@_exported import`.
@Suite struct ExportedImportTests {
    private static let manifest = """
        // swift-tools-version: 6.3
        import PackageDescription
        let package = Package(
            name: "Kitchen", dependencies: [.package(path: "Vendor/Umbrella")], targets: [
                .target(name: "Kitchen", dependencies: ["Umbrella"]),
                .testTarget(name: "KitchenTests", dependencies: ["Kitchen", "Mocking"]),
            ])
        """
    private static let vendored = """
        // swift-tools-version: 6.3
        import PackageDescription
        let package = Package(
            name: "Umbrella", products: [.library(name: "Umbrella", targets: ["Umbrella"])], targets: [
                .target(name: "Core"), .target(name: "Umbrella", dependencies: ["Core"]),
            ])
        """

    private func kitchen(_ files: [String: String]) throws -> TemporaryFolder {
        let usual = [
            "Package.swift": Self.manifest, "Vendor/Umbrella/Package.swift": Self.vendored,
            "Vendor/Umbrella/Sources/Core/Person.swift": "public protocol Person { var name: String { get } }\n",
            "Vendor/Umbrella/Sources/Umbrella/Exports.swift": "@_exported import Core\n",
            "Sources/Kitchen/Cook.swift": "import Umbrella\n/// @mockable\nprotocol Cook: Person {}\n",
            "Tests/KitchenTests/T.swift": "",
        ]
        return try TemporaryFolder(usual.merging(files) { $1 })
    }

    @Test(arguments: [
        [:],
        ["Vendor/Umbrella/Sources/Umbrella/Exports.swift": "// All of it.\n@_exported public import Core\nlet a = 1\n"],
        ["Vendor/Umbrella/Sources/Umbrella/Exports.swift": "@_exported import protocol Core.Person\n"],
        [
            "Sources/Kitchen/Cook.swift": "/// @mockable\nprotocol Cook: Person {}\n",
            "Sources/Kitchen/Exports.swift": "@_exported import Umbrella\n",
        ],
    ])
    func `a parent is found in a module that another one exports`(files: [String: String]) throws {
        let folder = try kitchen(files)
        var engine = Engine(project: try discoverProject(root: folder.path))
        #expect(engine.refresh().diagnostics == [])
        let mock = folder("Tests/KitchenTests/Mocks/Cook.mocks.swift").string
        #expect(try String(contentsOfFile: mock, encoding: .utf8).contains("var name: String {"))
    }

    @Test func `an export that appears or goes changes the mock`() throws {
        let folder = try kitchen(["Vendor/Umbrella/Sources/Umbrella/Exports.swift": "import Core\n"])
        var engine = Engine(project: try discoverProject(root: folder.path))
        #expect(engine.refresh().diagnostics.map(\.code) == ["unknown-parent"])
        let exports = "Vendor/Umbrella/Sources/Umbrella/Exports.swift"
        try folder.write("@_exported import Core\n", to: exports)
        #expect(engine.apply([FileChange(path: folder(exports), kind: .changed)]).diagnostics == [])
        try folder.write("import Core\n", to: exports)
        let report = engine.apply([FileChange(path: folder(exports), kind: .changed)])
        #expect(report.diagnostics.map(\.code) == ["unknown-parent"])
    }
}
