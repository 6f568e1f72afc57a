import Foundation
import Testing

/// Commands without a root work on the nearest project, from the current folder upwards.
struct ProjectRootTests {
    @Test func `generate and watch find the root from a folder of sources`() async throws {
        let package = try PackageFixture.kitchen()
        let root = package.root.resolvingSymlinksInPath().path()
        let generated = try await package.shell("cd Sources/Kitchen && \"$BIN/mockd\" generate --cache none")
        #expect(generated.status == 0, "\(generated)")
        #expect(generated.output == "wrote \(PackageFixture.mockPath)\n")
        #expect(generated.errors.hasPrefix("the project is \(root)\n"))
        #expect(package.read(PackageFixture.mockPath) != nil)

        let daemon = try RunningProcess(
            PackageFixture.products.appending(path: "mockd").path(), ["watch", "--json"],
            in: package.url("Sources/Kitchen"), variables: package.variables)
        _ = await daemon.line { $0.contains("\"state\":\"ready\"") }
        let status = try await package.shell("cd / && \"$BIN/mockctl\" \(root)/Tests --json")
        #expect(status.output.contains("\"root\":\"\(root)\""), "\(status)")
        #expect(await daemon.stop() == 0)
    }

    @Test func `the nearest root counts, and without one the error names the folder of the user`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write("Vendored/Oven/.mockd.yml", "modules: []\n")
        let nearest = try await package.shell("cd Vendored/Oven && \"$BIN/mockd\" generate --cache none")
        #expect(!nearest.errors.contains("the project is"))

        // A folder that is named is looked at in the same way, and 'init' makes no project within another.
        let named = try await package.run("mockd", "generate", "Sources/Kitchen")
        #expect(named.errors.hasPrefix("the project is \(package.root.resolvingSymlinksInPath().path())\n"), "\(named)")
        let initialized = try await package.shell("cd Sources/Kitchen && \"$BIN/mockd\" init --config")
        #expect(initialized.status == 0, "\(initialized)")
        #expect(package.read(".mockd.yml") != nil && package.read("Sources/Kitchen/.mockd.yml") == nil)

        let none = try await package.shell("cd / && \"$BIN/mockd\" generate --cache none")
        #expect(none.status == 78)
        #expect(none.errors.hasPrefix("/: error: there is neither a .mockd.yml nor a Package.swift here; "))
    }
}
