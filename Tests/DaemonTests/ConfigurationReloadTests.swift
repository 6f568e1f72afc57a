import Foundation
import Testing

/// A running daemon follows edits of `.mockd.yml`; `mockd init` writes one.
@Suite struct ConfigurationReloadTests {
    @Test func `a wrong configuration is named, the one from before stays, and mending it is enough`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        try package.write(".mockd.yml", "mock: everything\n")
        let reason = "\"code\":\"configuration-invalid\""
        #expect(await daemon.event("state-changed", containing: reason) != nil)
        let status = try await package.run("mockctl", "status", "--json")
        #expect(
            status.output.contains(
                "\"fix\":\"the configuration from before stays in force until this one is mended\",\"message\":\".mockd.yml:1:7: "
                    + "error: 'everything' is no value of 'mock'; write annotated or all\""))
        #expect(
            try await package.run("mockctl", "status").output.contains(
                "             .mockd.yml:1:7: error: 'everything' is no value of 'mock'; write annotated or all "
                    + "[configuration-invalid]\n"))
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls", with: "cups"))
        _ = try await package.run("mockctl", "sync")
        #expect(package.read(PackageFixture.mockPath)?.contains("cups") == true)

        try package.write(".mockd.yml", "name: \"Fake{name}\"\n")
        #expect(await daemon.event("config-reloaded", containing: "\"changed\":[\"name\"]") != nil)
        _ = try await package.run("mockctl", "sync")
        #expect(package.read(PackageFixture.mockPath)?.contains("class FakeCook") == true)
        #expect(try await !package.run("mockctl", "status", "--json").output.contains(reason))

        try FileManager.default.removeItem(at: package.url(".mockd.yml"))
        _ = try await package.run("mockctl", "sync")
        #expect(package.read(PackageFixture.mockPath)?.contains("class MockCook") == true)
        #expect(await daemon.stop() == 0)
    }

    @Test func `the lines about the configuration, word for word`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try package.startReadingErrors("mockd", "watch", ".")
        #expect(await daemon.line { $0.hasPrefix("ready in ") } != nil)
        func line(_ end: String) async -> Bool {
            await daemon.line { $0.wholeMatch(of: /\d\d:\d\d:\d\d .*/) != nil && $0.dropFirst(9) == end } != nil
        }
        daemon.send(SIGHUP)
        #expect(await line("configuration read again: nothing changed"))
        try package.write(".mockd.yml", "mocks: all\nstyle: odd\n")
        #expect(
            await daemon.line {
                $0
                    == ".mockd.yml:1:1: error: the configuration has no key 'mocks'; did you mean 'mock'? [config-unknown-key]"
            } != nil)
        #expect(
            await daemon.line {
                $0
                    == ".mockd.yml:2:8: error: 'odd' is no value of 'style'; "
                    + "write typed, spy, sourcery, automockable, mocksix, mimus or wrapper [config-value]"
            } != nil)
        #expect(await line("the configuration from before stays in force"))
        try package.write(".mockd.yml", "mock: all\n")
        #expect(await line("configuration read again: mock, modules.Kitchen.mock changed"))
        #expect(await daemon.stop() == 0)
    }

    @Test func `another output moves the mocks, but a mock edited by hand stays`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write("Sources/Kitchen/Till.swift", "/// @mockable\nprotocol Till {}\n")
        let daemon = try await package.watch()
        let till = "Tests/KitchenTests/Mocks/Till.mocks.swift"
        try package.write(till, (package.read(till) ?? "") + "// mine\n")
        _ = try await package.run("mockctl", "sync")
        try package.write(
            ".mockd.yml",
            "modules:\n  - {name: Kitchen, sources: [Sources/Kitchen], output: Tests/KitchenTests/Doubles}\n")
        _ = try await package.run("mockctl", "sync")
        #expect(package.read("Tests/KitchenTests/Doubles/Cook.mocks.swift") != nil)
        #expect(package.read(PackageFixture.mockPath) == nil)
        #expect(package.read(till)?.hasSuffix("// mine\n") == true)
        #expect(await daemon.stop() == 0)
    }

    @Test(arguments: [["generate"], ["watch"], ["service", "print"]])
    func `a wrong configuration ends a command with 78 before anything is written`(command: [String]) async throws {
        let package = try PackageFixture.kitchen()
        try package.write(".mockd.yml", "mocks: all\n")
        let result = try await package.shell("$BIN/mockd \(command.joined(separator: " "))")
        #expect(result.status == 78)
        #expect(result.output == "")
        #expect(
            result.errors
                == ".mockd.yml:1:1: error: the configuration has no key 'mocks'; did you mean 'mock'? [config-unknown-key]\n"
        )
        #expect(package.read(PackageFixture.mockPath) == nil)
    }

    @Test func `init reports that nothing asks for a mock, and counts the modules beyond twenty`() async throws {
        let package = try PackageFixture()
        for number in 10..<35 { try package.write("Sources/M\(number)/A.swift", "protocol P {}\n") }
        let result = try await package.run("mockd", "init")
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 23)
        #expect(lines[..<2] == ["wrote ./.mockd.yml", "M10: 0 mocks of 1 file, to Mocks/M10"])
        #expect(lines[21...] == ["and 5 more modules", "next: mockd watch ."])
        let step = "nothing asks for a mock yet: write '/// @mockable' on the line above a protocol\n"
        #expect(result.errors.hasSuffix(step), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: package.url("Mocks").path()))
    }

    @Test func `init beside a daemon does not ask for another one`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        #expect(try await package.run("mockd", "init", "--yes").output.hasSuffix("\nnext: mockctl status .\n"))
        #expect(await daemon.stop() == 0)
    }

    @Test func `init names the packages that it cannot see, and a manifest that it cannot read`() async throws {
        let package = try PackageFixture.kitchen()
        let manifest = try #require(package.read("Package.swift"))
        let dependency = ".package(url: \"https://example.org/spices\", from: \"1.0.0\")"
        let uses = ".target(name: \"Kitchen\", dependencies: [.product(name: \"Spices\", package: \"spices\")])"
        try package.write(
            "Package.swift",
            manifest.replacing("targets: [", with: "dependencies: [\(dependency)], targets: [")
                .replacing(".target(name: \"Kitchen\")", with: uses))
        let fresh = try await package.run("mockd", "init")
        #expect(
            fresh.output.hasSuffix(
                "\nKitchen: 1 mock of 1 file, to Tests/KitchenTests/Mocks\napply it with: mockd init --yes\n"))
        #expect(
            fresh.errors.hasSuffix(
                """
                Package.swift: note: the sources of package 'spices' are not there, so its protocols are unknown as \
                parents; run 'swift package resolve' to fetch them [dependency-not-there]

                """))
        try package.write("Package.swift", "let package = Package(\n")
        let broken = try await package.run("mockd", "init")
        #expect(broken.status == 78)
        #expect(broken.output == "")
        #expect(broken.errors.hasPrefix("Package.swift:1:23: error: this manifest is not valid Swift: "), "\(broken)")
    }

    @Test func `init writes a configuration that gives the same mocks, and never overwrites one`() async throws {
        let package = try PackageFixture.kitchen()
        _ = try await package.run("mockd", "generate")
        let shown = try await package.run("mockd", "init", "--config", "--dry-run")
        #expect(shown.output.contains("\n+++ b/.mockd.yml\n"), "\(shown)")
        #expect(shown.output.hasSuffix("\napply it with: mockd init --yes --config\n"), "\(shown)")
        #expect(package.read(".mockd.yml") == nil)
        let first = try await package.run("mockd", "init", "--config", "--yes")
        #expect(first.status == 0)
        #expect(first.output.hasPrefix("wrote ./.mockd.yml\n--- a/Package.swift\n"), "\(first)")
        #expect(
            first.output.hasSuffix(
                """

                wrote Package.swift
                Kitchen: 1 mock of 1 file, to Tests/KitchenTests/Mocks
                next: mockd watch .

                """), "\(first)")
        #expect(try await package.run("mockd", "generate", "--check").status == 0)

        let text = try #require(package.read(".mockd.yml"))
        let second = try await package.run("mockd", "init", "--config")
        #expect(second.status == 73)
        #expect(second.errors == "error: cannot create ./.mockd.yml: File exists; edit it, or remove it first\n")
        #expect(package.read(".mockd.yml") == text)
        let nowhere = try await package.run("mockd", "init", "Gone")
        #expect(nowhere.status == 73)
        #expect(nowhere.errors == "error: cannot create Gone/.mockd.yml: No such file or directory\n")
    }
}
