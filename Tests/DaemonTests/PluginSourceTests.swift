import Foundation
import Testing

/// Sources that build plugins make are sources of their targets.
@Suite struct PluginSourceTests {
    @Test func `sources of a build plugin are read as soon as a build has made them, and followed then`() async throws {
        let package = try PackageFixture()
        for (path, text) in Self.files { try package.write(path, text) }
        let daemon = try await package.watch()
        func mock(_ name: String) -> String { package.read("Tests/KitchenTests/Mocks/\(name).mocks.swift") ?? "" }
        #expect(mock("Requests").contains("'Menu'") == false && mock("Menu").isEmpty)

        let built = try await package.runTool("swift", "build", "--target", "Kitchen")
        #expect(built.status == 0, "\(built.output + built.errors)")
        // No command asks for it: the folder is not watched, so the daemon compares it.
        #expect(await daemon.line { $0.contains("output-written") && $0.contains("Requests.mocks.swift") } != nil)
        #expect(mock("Requests").contains("class MockMenu: Menu"))
        #expect(mock("Requests").contains("func dishes() -> [Dish]"))
        // The plugin of another package made the parent; it may have run later.
        #expect(try await package.run("mockctl", "sync").status == 0)
        #expect(mock("Requests").contains("func salt()"))

        try package.write("Sources/Kitchen/menu.txt", Self.menu.replacing("dishes", with: "courses"))
        #expect(try await package.runTool("swift", "build", "--target", "Kitchen").status == 0)
        #expect(await daemon.line { $0.contains("output-written") && $0.contains("menu.swift changed") } != nil)
        #expect(mock("Requests").contains("func courses() -> [Dish]"))

        try package.write("Sources/Kitchen/Requests.swift", "")
        try package.write(".mockd.yml", "mock: all\n")
        #expect(try await package.run("mockctl", "sync").status == 0)
        #expect(mock("menu").contains("class MockMenu: Menu"))
        let explained = try await package.run("mockctl", "explain", "Menu")
        #expect(
            explained.output.contains(
                ".build/plugins/outputs/kitchen/Kitchen/destination/CopyPlugin/menu.swift\n"), "\(explained.output)")
        #expect(await daemon.stop() == 0)
    }

    private static let menu = """
        import Pantry
        public protocol Menu: Shelf { func dishes() -> [Dish] }
        public struct Dish {}

        """

    private static let files = [
        "Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "Kitchen", dependencies: [.package(path: "Pantry")],
            targets: [
                .target(
                    name: "Kitchen", dependencies: [.product(name: "Pantry", package: "Pantry")],
                    plugins: [.plugin(name: "CopyPlugin", package: "Pantry")]),
                .testTarget(name: "KitchenTests", dependencies: ["Kitchen"]),
            ])
        """,
        "Pantry/Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "Pantry",
            products: [
                .library(name: "Pantry", targets: ["Pantry"]), .plugin(name: "CopyPlugin", targets: ["CopyPlugin"]),
            ],
            targets: [
                .target(name: "Pantry", plugins: ["CopyPlugin"]), .plugin(name: "CopyPlugin", capability: .buildTool()),
            ])
        """,
        "Pantry/Plugins/CopyPlugin/Plugin.swift": """
        import Foundation
        import PackagePlugin
        /// Makes a Swift file of each text.
        @main struct CopyPlugin: BuildToolPlugin {
            func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
                guard let target = target as? SwiftSourceModuleTarget else { return [] }
                return target.sourceFiles(withSuffix: "txt").map { file in
                    let made = context.pluginWorkDirectoryURL
                        .appending(path: file.url.deletingPathExtension().lastPathComponent + ".swift")
                    return .buildCommand(
                        displayName: "Copying", executable: URL(filePath: "/bin/cp"),
                        arguments: [file.url.path(), made.path()], inputFiles: [file.url], outputFiles: [made])
                }
            }
        }
        """,
        "Pantry/Sources/Pantry/Pantry.swift": "",
        "Pantry/Sources/Pantry/shelf.txt": "public protocol Shelf { func salt() }\n",
        "Sources/Kitchen/menu.txt": menu,
        "Sources/Kitchen/Requests.swift": "import Pantry\n/// @mockable\nextension Menu {}\n",
        "Tests/KitchenTests/KitchenTests.swift": "",
    ]
}
