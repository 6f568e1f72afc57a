import Foundation
import Testing

/// mockd writes outside of the project only if the user allows it, and does not use other users' folders.
@Suite struct AllowOutsideTests {
    private func package(output: String = "../Elsewhere") throws -> PackageFixture {
        let package = try PackageFixture.kitchen()
        try package.write(
            ".mockd.yml", "modules:\n  - name: Kitchen\n    sources: [Sources/Kitchen]\n    output: \(output)\n")
        return package
    }

    private static let mock = "../Elsewhere/Cook.mocks.swift"

    private func refusal(_ package: PackageFixture) -> String {
        let file = package.base.appending(path: "config/mockd/config.yml").path()
        return
            ".mockd.yml:4:13: error: the output '../Elsewhere' lies outside of the project, and a repository may not "
            + "decide that; choose a folder of this project, or allow it yourself: with --allow-outside, or with "
            + "'allowOutside: true' in \(file) [config-output-outside]"
    }

    @Test(arguments: [["generate"], ["generate", "--check"], ["watch"], ["service", "print"]])
    func `an output outside of the project is refused`(command: [String]) async throws {
        let package = try package()
        let result = try await package.run("mockd", command)
        #expect(result.status == 78)
        #expect(result.errors == refusal(package) + "\n")
        #expect(result.output == "")
        #expect(package.read(Self.mock) == nil)
    }

    @Test func `the user allows it by a flag or by the user's file`() async throws {
        let package = try package()
        #expect(try await package.run("mockd", "generate", "--allow-outside").status == 0)
        #expect(package.read(Self.mock) != nil)
        try FileManager.default.removeItem(at: package.url(Self.mock))
        try package.write("../config/mockd/config.yml", "allowOutside: true\n")
        #expect(try await package.run("mockd", "generate").status == 0)
        #expect(package.read(Self.mock) != nil)
        try package.write("../config/mockd/config.yml", "allowOutside: 1\n")
        #expect(try await package.run("mockd", "generate").status == 78)
    }

    @Test func `a daemon follows the user's file as it follows the project's`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write(
            ".mockd.yml", "modules:\n  - name: Kitchen\n    sources: [Sources/Kitchen]\n    output: ../Elsewhere\n")
        try package.write("../config/mockd/config.yml", "allowOutside: true\n")
        let daemon = try await package.watch()
        #expect(package.read(Self.mock) != nil)
        try FileManager.default.removeItem(at: package.base.appending(path: "config/mockd/config.yml"))
        #expect(try await package.run("mockctl", "sync").errors.hasPrefix(refusal(package) + "\n"))
        // The daemon reports a mistake in this file like one in the project's own configuration.
        try package.write("../config/mockd/config.yml", "allowOutside: 1\n")
        let mistake = try await package.run("mockctl", "sync")
        #expect(mistake.status == 1 && mistake.errors.contains("config.yml:1:15: error: "))
        try package.write("../config/mockd/config.yml", "allowOutside: true\n")
        // The daemon reads the file again by itself: no `mockctl` command asks for it.
        #expect(await daemon.event("state-changed", containing: "\"state\":\"ready\"") != nil)
        #expect(try await package.run("mockctl", "sync").status == 0)
        #expect(await daemon.stop() == 0)
    }

    @Test func `an output named on the command line needs no further permission`() async throws {
        let package = try package()
        let result = try await package.run(
            "mockd", "generate", "--module", "Kitchen", "--sources", "Sources/Kitchen", "--output", "../Elsewhere")
        #expect(result.status == 0)
        #expect(package.read(Self.mock) != nil)
    }

    @Test func `a daemon keeps its configuration until the user allows the output of the new one`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        try package.write(
            ".mockd.yml", "modules:\n  - name: Kitchen\n    sources: [Sources/Kitchen]\n    output: ../Elsewhere\n")
        // A reason has one code, which says that the configuration is wrong.
        let message = refusal(package).replacing(" [config-output-outside]", with: "")
        #expect(await daemon.event("state-changed", containing: "\"message\":\"\(message)\"") != nil)
        #expect(package.read(Self.mock) == nil)
        #expect(package.read(PackageFixture.mockPath) != nil)
        try package.write("../config/mockd/config.yml", "allowOutside: true\n")
        #expect(try await package.run("mockctl", "reload").status == 0)
        #expect(package.read(Self.mock) != nil)
        #expect(package.read(PackageFixture.mockPath) == nil)
        #expect(await daemon.stop() == 0)
    }

    // MARK: Folders of other users

    private static let isRoot = geteuid() == 0

    @Test(.enabled(if: isRoot, "only root can give a folder away"))
    func `a cache folder of another user is not used`() async throws {
        let package = try PackageFixture.kitchen()
        let cache = package.base.appending(path: "cache/mockd").path()
        try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
        #expect(chown(cache, 65534, 65534) == 0)
        let result = try await package.run("mockd", "generate")
        #expect(result.status == 0)
        #expect(
            result.errors.hasPrefix(
                "warning: nothing is kept for the next run: the cache folder \(cache) belongs to uid 65534, not to uid 0; "
                    + "name one with --cache\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: cache) == [])
        let named = try await package.run("mockd", "generate", "--cache", cache)
        #expect(named.status == 77)
        #expect(
            named.errors
                == "error: --cache: \(cache) belongs to uid 65534, not to uid 0; name a folder of your own, or pass "
                + "--cache none\n")
        // mockd refuses to create a cache folder inside another user's folder.
        #expect(try await package.run("mockd", "generate", "--cache", cache + "/a/b").status == 77)
    }

    @Test(.enabled(if: isRoot, "only root can give a folder away"))
    func `a cache that another user wrote is not used`() async throws {
        let package = try PackageFixture.kitchen()
        #expect(try await package.run("mockd", "generate").status == 0)
        let folder = package.base.appending(path: "cache/mockd")
        let names = FileManager.default.enumerator(atPath: folder.path())?.compactMap { $0 as? String } ?? []
        let log = try #require(names.first { $0.hasSuffix("engine.cache") })
        #expect(chown(folder.appending(path: log).path(), 65534, 65534) == 0)
        let daemon = try await package.watch()
        let status = try await package.run("mockctl", "status", "--json")
        #expect(status.output.contains("it belongs to uid 65534, not to uid 0"))
        #expect(await daemon.stop() == 0)
    }

    @Test(.enabled(if: isRoot, "only root can give a folder away"))
    func `nothing is made in the runtime folder of another user`() async throws {
        let package = try PackageFixture.kitchen()
        let folder = package.base.appending(path: "run").path()
        #expect(chown(folder, 65534, 65534) == 0)
        let result = try await package.run("mockd", "watch")
        #expect(result.status == 77)
        #expect(
            result.errors
                == "error: \(folder) belongs to uid 65534, not to uid 0; set XDG_RUNTIME_DIR to a directory of "
                + "your own\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }
}
