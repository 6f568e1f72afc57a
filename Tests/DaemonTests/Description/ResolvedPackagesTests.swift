import Foundation
import Testing

/// SwiftPM fetches, updates and builds packages while a daemon runs.
@Suite struct ResolvedPackagesTests {
    /// Tags a version of a repository beside the package, whose protocol has the given requirement.
    private func publish(_ version: String, _ requirement: String, for package: PackageFixture) async throws {
        try package.write("../pantry/Package.swift", DescriptionChangeTests.library("Pantry"))
        try package.write(
            "../pantry/Sources/Pantry/Person.swift", "public protocol Person { func \(requirement)() }\n")
        let result = try await package.shell(
            """
            cd ../pantry && git init -q . && git add . \
            && git -c user.name=T -c user.email=T commit -qm \(version) && git tag \(version)
            """)
        try #require(result.status == 0, "\(result.errors)")
    }

    private func swift(_ arguments: String, in package: PackageFixture) async throws {
        let result = try await package.shell("swift \(arguments) 2>&1")
        try #require(result.status == 0, "\(result.output)")
    }

    @Test func `resolve, build and update bring parents of mocks, and no note stays`() async throws {
        let package = try PackageFixture.kitchen()
        try await publish("1.0.0", "eat", for: package)
        let repository = package.base.appending(path: "pantry").path()
        try DescriptionChangeTests.useParentOfPantry(at: "file://\(repository)", in: package)
        let daemon = try await package.watch()
        #expect(
            try await package.run("mockctl", "errors").output.contains(
                "Package.swift: note: the sources of package 'pantry' are not there, so its protocols are unknown as "
                    + "parents; run 'swift package resolve' to fetch them [dependency-not-there]\n"))

        try await swift("package resolve", in: package)
        try await package.expectCurrent()
        #expect(package.read(PackageFixture.mockPath)?.contains("func eat()") == true)
        #expect(try await problems(package) == [])

        try await swift("build --target Kitchen", in: package)
        try await package.expectCurrent()
        #expect(try await package.run("mockd", "generate", "--check").status == 0)

        try await publish("1.1.0", "drink", for: package)
        try await swift("package update", in: package)
        try await package.expectCurrent()
        #expect(package.read(PackageFixture.mockPath)?.contains("func drink()") == true)
        try await swift("package reset", in: package)
        #expect(try await package.expectAgreement("after a reset") == 1)
        #expect(package.read(PackageFixture.mockPath)?.contains("func drink()") == true)
        #expect(try await package.run("mockctl", "errors").output.contains("[dependency-not-there]"))
        #expect(await daemon.stop() == 0)
    }

    @Test func `a source that a plugin generates is mocked once a build has made it`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write(
            "Package.swift",
            """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(name: "Kitchen", targets: [
                .plugin(name: "Printer", capability: .buildTool()),
                .target(name: "Kitchen", plugins: ["Printer"]),
                .testTarget(name: "KitchenTests", dependencies: ["Kitchen"]),
            ])
            """)
        try package.write(
            "Plugins/Printer/Printer.swift",
            """
            import Foundation
            import PackagePlugin

            @main struct Printer: BuildToolPlugin {
                func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
                    let menu = context.pluginWorkDirectoryURL.appending(path: "Menu.swift")
                    let script = "echo 'protocol Menu { func order() }' > '\\(menu.path())'"
                    return [
                        .buildCommand(
                            displayName: "Print", executable: URL(filePath: "/bin/sh"), arguments: ["-c", script],
                            outputFiles: [menu])
                    ]
                }
            }
            """)
        try package.write(
            "Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook: Menu { func cook() }\n")
        let daemon = try await package.watch()
        #expect(try await package.run("mockctl", "errors").output.contains("Menu"))
        try await swift("build --target Kitchen", in: package)
        try await package.expectCurrent()
        #expect(package.read(PackageFixture.mockPath)?.contains("func order()") == true)
        #expect(try await problems(package) == [])
        #expect(await daemon.stop() == 0)
    }

    /// Each edit of Package.swift may rewrite every mock. The loop breaker must not count these writes: the user asked
    /// for them.
    @Test func `descriptions that follow each other quickly hold no mock back`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        let names = [["Kitchen", "Pantry"], ["Kitchen"]]
        try package.write("Sources/Pantry/Shelf.swift", "/// @mockable\nprotocol Shelf {}\n")
        for round in 0..<8 {
            try package.write("Package.swift", DescriptionChangeTests.manifest(names[round % 2]))
            try package.write(
                ".mockd.yml", round % 2 == 0 ? "name: \"Fake{name}\"\n" : "name: \"{name}Double\"\n")
            try await package.expectCurrent()
        }
        #expect(package.read(PackageFixture.mockPath)?.contains("class CookDouble") == true)
        let status = try await package.idleStatus()
        #expect(status.contains("\"state\":\"ready\"") && !status.contains("looping"))
        #expect(await daemon.stop() == 0)
    }

    /// The diagnostics, but for the library that a manifest without a path to mockd cannot name.
    private func problems(_ package: PackageFixture) async throws -> [Substring] {
        try await package.run("mockctl", "errors").output.split(separator: "\n")
            .filter { !$0.hasSuffix("[missing-library]") }
    }
}
