import Foundation
import Testing

/// The plugins of `Integrations/swiftpm`, in real packages and with the real SwiftPM.
@Suite struct PluginTests {
    private static let plugins = PackageFixture.repository.appending(path: "Integrations/swiftpm")

    /// A package whose tests have no mocks of their own; spies need no library.
    private static func kitchen(plugins: URL = Self.plugins, usesBuildTool: Bool = true) throws -> PackageFixture {
        let package = try PackageFixture()
        let plugin = usesBuildTool ? #", plugins: [.plugin(name: "MocksBuildTool", package: "mockd-plugins")]"# : ""
        try package.write(
            "Package.swift",
            """
            // swift-tools-version: 6.1
            import PackageDescription
            let package = Package(
                name: "Kitchen",
                dependencies: [.package(name: "mockd-plugins", path: "\(plugins.path())")],
                targets: [
                    .target(name: "Pantry"),
                    .target(name: "Kitchen", dependencies: ["Pantry"], swiftSettings: [.define("SOUP")]),
                    .testTarget(name: "KitchenTests", dependencies: ["Kitchen", "Pantry"]\(plugin)),
                ])
            """)
        try package.write("Sources/Pantry/Shelf.swift", "public protocol Shelf { func take() -> String }\n")
        try package.write(
            "Sources/Kitchen/Cook.swift",
            """
            import Pantry
            /// @mockable
            protocol Cook: Shelf {
                #if SOUP
                func ramen(bowls: Int) -> Bool
                #endif
            }
            """)
        try package.write("Tests/KitchenTests/.mockd-options", "# Spies need no library.\n--style\nspy\n")
        try package.write(
            "Tests/KitchenTests/CookTests.swift",
            """
            import Testing
            @testable import Kitchen
            @Test func cooks() {
                let cook = MockCook()
                cook.ramenHandler = { $0 == 2 }
                cook.takeHandler = { "noodles" }
                #expect(cook.ramen(bowls: 2) && cook.take() == "noodles")
            }
            """)
        return package
    }

    /// Runs SwiftPM, and once more if that crashed itself: 6.3.1 rarely does at its end, when it has said everything.
    private static func swift(
        _ arguments: String, of package: PackageFixture, path: String = "$BIN:$PATH"
    ) async throws -> (status: Int32, output: String) {
        let command = "PATH=\(path) swift \(arguments) </dev/null"
        let first = try await package.shell(command)
        let output = first.output + first.errors
        let isCrash = first.status > 128 && output.contains("*** Program crashed") && output.contains("\"swift-")
        guard isCrash else { return (first.status, output) }
        let second = try await package.shell(command)
        return (second.status, output + second.output + second.errors)
    }

    /// The folders of the system's programs and of swift.
    private static let pathWithoutMockd = #""$(dirname "$(command -v swift)"):/usr/bin:/bin""#

    private static func mocks(of package: PackageFixture) -> [String: String] {
        let folder = package.root.appending(path: ".build/plugins/outputs")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap {
            $0 as? URL
        }
        return Dictionary(
            uniqueKeysWithValues: (files ?? []).filter { $0.pathExtension == "swift" }.map {
                ($0.lastPathComponent, (try? String(contentsOf: $0, encoding: .utf8)) ?? "")
            })
    }

    @Test func `the build tool makes the mocks during the build, and follows edits`() async throws {
        let package = try Self.kitchen()
        let tests = try await Self.swift("test", of: package)
        #expect(tests.status == 0, "\(tests.output)")
        #expect(tests.output.contains("Test run with 1 test in 0 suites passed"), "\(tests.output)")
        let first = Self.mocks(of: package)
        #expect(Set(first.keys) == ["Kitchen.mocks.swift", "Pantry.mocks.swift"])
        #expect(first["Kitchen.mocks.swift"]?.contains("func ramen") == true)
        #expect(first["Pantry.mocks.swift"] == "")

        let again = try await Self.swift("build --build-tests", of: package)
        #expect(!again.output.contains("Generating the mocks"), "\(again.output)")

        // A module gets its first mock, loses its last one, and has an error.
        let shelf = try #require(package.read("Sources/Pantry/Shelf.swift"))
        try package.write("Sources/Pantry/Shelf.swift", "// @mockable\n" + shelf)
        let added = try await Self.swift("build --build-tests", of: package)
        #expect(added.status == 0, "\(added.output)")
        #expect(Self.mocks(of: package)["Pantry.mocks.swift"]?.contains("MockShelf") == true)
        try package.write("Sources/Pantry/Shelf.swift", shelf)
        let removed = try await Self.swift("build --build-tests", of: package)
        #expect(removed.status == 0, "\(removed.output)")
        #expect(Self.mocks(of: package)["Pantry.mocks.swift"] == "")
        try package.write("Sources/Pantry/Shelf.swift", shelf + "/// @mockable\nstruct Can {}\n")
        let broken = try await Self.swift("build --build-tests", of: package)
        #expect(broken.status == 1)
        #expect(
            broken.output.contains(
                "Sources/Pantry/Shelf.swift:3:8: error: 'Can' is a struct; mockd mocks protocols and classes"),
            "\(broken.output)")
    }

    @Test func `the command makes and checks the mocks of the package`() async throws {
        let package = try Self.kitchen(usesBuildTool: false)
        let command = "package --allow-writing-to-package-directory mocks"
        let made = try await Self.swift(command, of: package)
        #expect(made.status == 0, "\(made.output)")
        #expect(made.output.contains("wrote Tests/KitchenTests/Mocks/Cook.mocks.swift\n"), "\(made.output)")
        let current = try await Self.swift(command + " --check", of: package)
        #expect(current.status == 0, "\(current.output)")
        let cook = try #require(package.read("Sources/Kitchen/Cook.swift"))
        try package.write("Sources/Kitchen/Cook.swift", cook.replacing("ramen", with: "udon"))
        let stale = try await Self.swift(command + " --check", of: package)
        #expect(stale.status == 1)
        #expect(stale.output.contains("stale Tests/KitchenTests/Mocks/Cook.mocks.swift\n"), "\(stale.output)")
        #expect(stale.output.contains("error: Plugin ended with exit code 2"), "\(stale.output)")
        #expect(package.read("Tests/KitchenTests/Mocks/Cook.mocks.swift")?.contains("ramen") == true)
    }

    @Test(.enabled(if: PackedPrograms.isPossible, "needs dpkg-dev, zip, unzip and cc"))
    func `without mockd in PATH both say what to do, and take the bundle beside the plugins`() async throws {
        let packed = try await PackedPrograms()
        // A folder of its own, because SwiftPM remembers what a manifest said.
        let copy = packed.fixture.base.appending(path: "plugins")
        try FileManager.default.copyItem(at: Self.plugins, to: copy)
        _ = try await packed.shell("cp *.artifactbundle.zip '\(copy.path())/mockd.artifactbundle.zip'")
        var package = try Self.kitchen()
        let commands = ["build --build-tests", "package --allow-writing-to-package-directory mocks"]
        for command in commands {
            let result = try await Self.swift(command, of: package, path: Self.pathWithoutMockd)
            #expect(result.status == 1)
            #expect(result.output.contains("error: mockd is not in a folder of PATH ("), "\(result.output)")
            #expect(
                result.output.contains(
                    "; install it, or put mockd.artifactbundle beside the Package.swift of mockd-plugins"),
                "\(result.output)")
        }
        package = try Self.kitchen(plugins: copy)
        for command in commands {
            let result = try await Self.swift(command, of: package, path: Self.pathWithoutMockd)
            #expect(result.status == 0, "\(result.output)")
        }
        // The build makes the mocks of this target, so the command makes no files that would declare them again.
        #expect(package.read("Tests/KitchenTests/Mocks/Cook.mocks.swift") == nil)
        #expect(Self.mocks(of: package)["Kitchen.mocks.swift"]?.contains("func ramen") == true)
    }

    @Test func `only a test target can have the build tool`() async throws {
        let package = try Self.kitchen()
        let manifest = try #require(package.read("Package.swift"))
        try package.write(
            "Package.swift",
            manifest.replacing(".testTarget(", with: ".target(").replacing(
                "\"Pantry\"], plugins", with: "\"Pantry\"], path: \"Tests/KitchenTests\", plugins"))
        let result = try await Self.swift("build", of: package)
        #expect(
            result.output.contains(
                "KitchenTests is not a test target; list the plugin MocksBuildTool under 'plugins:' of a test target"),
            "\(result.output)")
    }
}
