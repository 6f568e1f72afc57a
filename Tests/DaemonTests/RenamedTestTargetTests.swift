import Foundation
import Testing

/// Mocks move when they belong to another test target than before.
@Suite struct RenamedTestTargetTests {
    private static let library = ", .product(name: \"Mocking\", package: \"mockd\")"

    /// - Parameter library: empty if mocks do not compile in the target named `tests`.
    private static func manifest(tests: String, _ library: String = library) -> String {
        return """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(
                name: "Kitchen",
                targets: [
                    .target(name: "Kitchen"),
                    .testTarget(name: "AllTests", dependencies: ["Kitchen"\(Self.library)]),
                    .testTarget(name: "\(tests)", dependencies: ["Kitchen"\(library)], path: "Tests/KitchenTests"),
                ]
            )
            """
    }

    private static let mockElsewhere = "Tests/AllTests/Mocks/Cook.mocks.swift"

    private func package() throws -> PackageFixture {
        let package = try PackageFixture.kitchen()
        try package.write("Package.swift", Self.manifest(tests: "KitchenTests"))
        try package.write("Tests/AllTests/AllTests.swift", "")
        return package
    }

    @Test func `a daemon moves them when the target gets another name`() async throws {
        let package = try package()
        let daemon = try await package.watch()
        #expect(package.read(PackageFixture.mockPath) != nil)
        try package.write("Package.swift", Self.manifest(tests: "UnitTests"))
        #expect(try await package.run("mockctl", "sync").status == 0)
        #expect(package.read(Self.mockElsewhere) != nil)
        #expect(package.read(PackageFixture.mockPath) == nil)
        #expect(await daemon.stop() == 0)
    }

    @Test func `the next start moves them, also one of another build of mockd`() async throws {
        let package = try package()
        #expect(try await package.run("mockd", "generate").status == 0)
        #expect(package.read(PackageFixture.mockPath) != nil)
        try package.write("Package.swift", Self.manifest(tests: "UnitTests"))
        let copied = try await package.shell(
            "mkdir ../bin && cp \"$BIN\"/mockd \"$BIN\"/mockd-watcher ../bin && ../bin/mockd generate")
        #expect(copied.output == "wrote \(Self.mockElsewhere)\nremoved \(PackageFixture.mockPath)\n")
        // Moves them back again, by a daemon that finds the cache of the other build.
        try package.write("Package.swift", Self.manifest(tests: "KitchenTests"))
        let daemon = try await package.watch()
        #expect(package.read(PackageFixture.mockPath) != nil)
        #expect(package.read(Self.mockElsewhere) == nil)
        #expect(await daemon.stop() == 0)
    }

    @Test func `without a cache the old ones are reported and stay, by one pass and by a daemon`() async throws {
        let package = try package()
        #expect(try await package.run("mockd", "generate", "--cache", "none").status == 0)
        try package.write("Package.swift", Self.manifest(tests: "UnitTests", ""))
        let warning =
            "\(PackageFixture.mockPath): warning: mockd made this file earlier, and no mock belongs here any more; "
            + "delete it, because nothing keeps it up to date [stray-mock]\n"
        let generated = try await package.run("mockd", "generate", "--cache", "none")
        #expect(generated.output == "wrote \(Self.mockElsewhere)\n" && generated.errors.contains(warning))
        #expect(generated.status == 0)
        // A stray mock is not stale: no run would change it.
        let checked = try await package.run("mockd", "generate", "--check", "--cache", "none")
        #expect(checked.status == 0 && checked.errors.contains(warning))
        let daemon = try await package.watch()
        #expect(try await package.run("mockctl", "errors").output == warning)
        #expect(package.read(PackageFixture.mockPath) != nil)
        try FileManager.default.removeItem(at: package.url("Tests/KitchenTests/Mocks"))
        #expect(try await package.run("mockctl", "sync").status == 0)
        #expect(try await package.run("mockctl", "errors").output == "")
        #expect(await daemon.stop() == 0)
    }

    @Test func `without a cache the old ones are removed where the target may still have mocks`() async throws {
        let package = try package()
        #expect(try await package.run("mockd", "generate", "--cache", "none").status == 0)
        try package.write("Package.swift", Self.manifest(tests: "UnitTests"))
        let generated = try await package.run("mockd", "generate", "--cache", "none")
        #expect(generated.output == "wrote \(Self.mockElsewhere)\nremoved \(PackageFixture.mockPath)\n")
    }

    @Test func `mocks of a module that the configuration no longer lists are removed, except edited ones`() async throws
    {
        let package = try PackageFixture()
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook)
        for name in ["Wine", "Beer"] {
            try package.write("Sources/Cellar/\(name).swift", "/// @mockable\nprotocol \(name) {}\n")
        }
        let (wine, beer) = ("Tests/CellarMocks/Wine.mocks.swift", "Tests/CellarMocks/Beer.mocks.swift")
        func list(_ names: String...) throws {
            let modules = names.map { "  - {name: \($0), sources: [Sources/\($0)], output: Tests/\($0)Mocks}\n" }
            try package.write(".mockd.yml", "modules:\n" + modules.joined())
        }
        /// Returns the text of the edited one.
        func listNoLonger() async throws -> String {
            try list("Kitchen", "Cellar")
            #expect(try await package.run("mockd", "generate", "--force").status == 0)
            let edited = (package.read(beer) ?? "") + "// Mine.\n"
            try package.write(beer, edited)
            try list("Kitchen")
            return edited
        }
        var edited = try await listNoLonger()
        let checked = try await package.run("mockd", "generate", "--check")
        #expect(checked.status == 2 && checked.output == "orphaned \(wine)\n", "\(checked)")
        let generated = try await package.run("mockd", "generate")
        #expect(generated.output == "removed \(wine)\n")
        #expect(package.read(wine) == nil && package.read(beer) == edited)

        edited = try await listNoLonger()
        let daemon = try package.startReadingErrors("mockd", "watch", ".")
        #expect(await daemon.line { $0.hasPrefix("ready in ") } != nil)
        #expect(daemon.lines.contains { $0.contains(" Wine.mocks.swift removed (") }, "\(daemon.lines)")
        #expect(package.read(wine) == nil && package.read(beer) == edited)

        try list("Kitchen", "Cellar")
        _ = try await package.run("mockctl", "generate", "--force")
        #expect(package.read(wine) != nil && package.read(beer) != edited)
        try list("Kitchen")
        #expect(try await package.run("mockctl", "sync").status == 0)
        #expect(package.read(wine) == nil && package.read(beer) == nil)
        #expect(await daemon.stop() == 0)
    }

    @Test func `mockctl config lists which test target gets the mocks of a module, and why`() async throws {
        let package = try package()
        try package.write("Sources/Bar/Bar.swift", "")
        try package.write("Sources/Spoon/Spoon.swift", "")
        let daemon = try await package.watch()
        func rows() async throws -> [String] {
            PackageFixture.settings(in: try await package.run("mockctl", "config").output)
                .filter { $0.contains(".output") }
        }
        #expect(
            try await rows() == [
                "modules.Kitchen.output Tests/KitchenTests/Mocks Package.swift:8: test target 'KitchenTests' depends on "
                    + "'Kitchen' and is named after it"
            ])
        let withoutLibrary = Self.manifest(tests: "UnitTests").replacing(Self.library, with: "")
        let more = withoutLibrary.replacing(
            "dependencies: [\"Kitchen\"]),", with: "dependencies: [\"Kitchen\", \"Bar\"]),"
        ).replacing("targets: [", with: "targets: [.target(name: \"Bar\"), .target(name: \"Spoon\"),")
        try package.write("Package.swift", more)
        #expect(try await package.run("mockctl", "sync").status == 0)
        #expect(
            try await rows() == [
                "modules.Bar.output Tests/AllTests/Mocks Package.swift:7: 'AllTests' is the first test target that depends on "
                    + "'Bar'",
                "modules.Kitchen.output Tests/AllTests/KitchenMocks Package.swift:7: 'AllTests' is the first test target that "
                    + "depends on 'Kitchen'; 'Mocks' there is for 'Bar'",
                "modules.Spoon.output none default: no test target depends on 'Spoon'",
            ])
        #expect(await daemon.stop() == 0)
    }
}
