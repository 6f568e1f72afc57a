import Foundation
import Testing

/// `mockd init` in a project whose tests have mocks of another tool.
@Suite struct MigrationTests {
    private func initialize(_ files: [String: String]) async throws -> (PackageFixture, output: String, errors: String)
    {
        let package = try PackageFixture.kitchen()
        for (path, text) in files { try package.write(path, text) }
        let result = try await package.run("mockd", "init")
        #expect(result.status == 0, "\(result)")
        let generated = try await package.run("mockd", "generate")
        #expect(generated.status == 0, "\(generated.errors)")
        return (package, result.output, result.errors)
    }

    private static let template = """
        import Kitchen
        {% for type in types.protocols where type.annotations.AutoMockable %}
        final class {{ argument.prefix }}{{ type.name }} {}
        {% endfor %}

        """

    @Test func `Sourcery's template prints the mocks, with its arguments`() async throws {
        let (package, output, errors) = try await initialize([
            ".sourcery.yml": """
            sources: [Sources]
            templates:
              - Templates/AutoEquatable.stencil
              - Templates/AutoMockable.stencil
            output: Tests/Generated
            args:
              prefix: Fake
              imports: [Foundation, "A: b"]
            """,
            "Templates/AutoMockable.stencil": Self.template, "Templates/AutoEquatable.stencil": "",
            "Sources/Kitchen/Cook.swift": "// sourcery: AutoMockable\nprotocol Cook {}\n",
        ])
        #expect(output.contains("\nKitchen: 1 mock of 1 file, to Tests/KitchenTests/Mocks\n"), "\(output)")
        let configuration = try #require(package.read(".mockd.yml"))
        for line in [
            "# From .sourcery.yml, which told of Sourcery.", "template: \"Templates/AutoMockable.stencil\"",
            "args: { \"prefix\": \"Fake\", \"imports\": [\"Foundation\", \"A: b\"] }",
        ] { #expect(configuration.contains(line + "\n"), "\(configuration)") }
        #expect(configuration.contains("\nstyle: sourcery  "))
        #expect(output.contains("\n.sourcery.yml tells of Sourcery; as there: style: sourcery, "))
        #expect(
            errors.contains(".sourcery.yml: note: the template 'Templates/AutoEquatable.stencil' stays with Sourcery"))
        #expect(errors.contains("and not to 'Tests/Generated'"))
        #expect(package.read(PackageFixture.mockPath)?.contains("class FakeCook {}") == true)
    }

    @Test(arguments: [
        "templates: [Mocks.swifttemplate]\n", "templates: Gone.stencil\n", "templates: {\n", "[]\n", "sources: [A]\n",
    ])
    func `without a template that mockd renders, the style has the names of AutoMockable`(text: String) async throws {
        let (package, _, errors) = try await initialize([
            ".sourcery.yml": text, "Mocks.swifttemplate": "<% %>",
            "Sources/Kitchen/Cook.swift": "// sourcery: AutoMockable\nprotocol Cook { func ramen(bowls: Int) }\n",
        ])
        #expect(errors.contains("'style: automockable' has the names of"), "\(errors)")
        #expect(package.read(PackageFixture.mockPath)?.contains("ramenBowlsIntVoidCallsCount") == true)
    }

    @Test func `the names of SwiftyMocky's mocks stay, and its tests are written anew`() async throws {
        let (package, output, errors) = try await initialize([
            "Mockfile": "unit:\n  sources:\n    include: [Sources]\n",
            "Sources/Kitchen/Cook.swift": "//sourcery: AutoMockable\nprotocol Cook {}\n",
        ])
        #expect(output.contains("Mockfile tells of SwiftyMocky; as there: name: "))
        #expect(errors.contains("Mockfile: note: its tests are written anew"))
        #expect(package.read(PackageFixture.mockPath)?.contains("class CookMock: Cook") == true)
    }

    @Test func `a script that calls mockolo tells its flags`() async throws {
        let (package, output, errors) = try await initialize([
            "scripts/mocks.sh": """
            #!/bin/sh
            # mockolo -s Old
            .build/tools/mockolo -s Sources -d "Tests/Mocks.swift" \\
                -i Kitchen --custom-imports Foundation Dispatch --mock-all \\
                --macro DEBUG --use-template-func && echo done
            """,
            "Sources/Kitchen/Cook.swift": "protocol Cook { func ramen(bowls: Int) }\n",
        ])
        #expect(
            output.contains(
                "scripts/mocks.sh:3 tells of mockolo; as there: mock: all, "
                    + "name: \"{name}Mock\", style: spy, condition: DEBUG\n"), "\(output)")
        for remark in [
            "and not to 'Tests/Mocks.swift'", "write 'imports: [Foundation, Dispatch]' at a module",
            "no key of mockd says --use-template-func\n",
        ] { #expect(errors.contains(remark), "\(errors)") }
        let mock = try #require(package.read(PackageFixture.mockPath))
        #expect(mock.contains("class CookMock: Cook") && mock.contains("ramenCallCount"))
        #expect(mock.contains("\n#if DEBUG\n") && mock.hasSuffix("\n#endif\n"))
    }

    @Test func `macros tell what their mocks are called`() async throws {
        let (package, output, errors) = try await initialize([
            "Sources/Kitchen/Oven.swift": "import Spyable\n@Spyable\nprotocol Oven {}\n",
            "Sources/Kitchen/Pan.swift": "import Spyable\n\n@Spyable protocol Pan {}\n",
        ])
        #expect(output.contains("Sources/Kitchen/Oven.swift tells of Spyable; as there: name"))
        #expect(errors.contains("replace '@Spyable' by '/// @mockable' in 2 files, and remove the package of Spyable"))
        #expect(package.read(PackageFixture.mockPath)?.contains("class CookSpy") == true)
        let other = try await initialize([
            "Sources/Kitchen/Oven.swift": "import Mockable\n@Mockable\nprotocol Oven {}\n"
        ])
        #expect(other.errors.contains("its tests are written anew"), "\(other.errors)")
        #expect(other.0.read(PackageFixture.mockPath)?.contains("class MockCook") == true)
    }
}
