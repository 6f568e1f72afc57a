import Foundation
import Testing

/// A project whose mocks a Stencil template prints.
@Suite struct TemplateTests {
    private static let configuration = """
        style: sourcery
        template: Templates/Tiny.stencil
        args: { module: Kitchen }

        """

    private static let template = """
        @testable import {{ argument.module }}
        {% for type in types.protocols %}{% if type.annotations.mockable or type.annotations.AutoMockable or type.annotations.automockable or type.based.AutoMockable %}
        final class Mock{{ type.name | replace:"Protocol","" }}: {{ type.name }} {
        {% for variable in type.allVariables|!definedInExtension %}    var {{ variable.name }}: {{ variable.typeName }}{% if variable.isOptional %}?{% endif %}
        {% endfor %}{% for method in type.allMethods|!definedInExtension|!static %}    private(set) var {{ method.shortName }}CallsCount = 0
            func {{ method.name }}{% if method.isAsync %} async{% endif %}{% if method.throws %} throws{% endif %}{% if not method.returnTypeName.isVoid %} -> {{ method.returnTypeName }}{% endif %} {
                {{ method.shortName }}CallsCount += 1
            }
        {% endfor %}}
        {% endif %}{% endfor %}

        """

    private static let parserless = "Tests/KitchenTests/Mocks/Parserless.mocks.swift"
    private static let till = "Tests/KitchenTests/Mocks/Till.mocks.swift"

    private func kitchen() throws -> PackageFixture {
        let package = try PackageFixture.kitchen()
        try FileManager.default.removeItem(at: package.url("Sources/Kitchen/Cook.swift"))
        try package.write(".mockd.yml", Self.configuration)
        try package.write("Templates/Tiny.stencil", Self.template)
        try package.write(
            "Sources/Kitchen/Parserless.swift",
            "// sourcery: mockable\nprotocol ParserlessProtocol { func run(_ n: Int); func stop() }\n")
        try package.write("Sources/Kitchen/Till.swift", "/// @mockable\nprotocol Till { func open() async throws }\n")
        try package.write("Sources/Kitchen/Plain.swift", "protocol Plain { func open() }\n")
        return package
    }

    @Test func `a template from Sourcery's documents renders, compiles and passes`() async throws {
        let package = try kitchen()
        try package.write("Package.swift", PackageFixture.manifest(tests: #""Kitchen""#))
        try package.write(
            "Tests/KitchenTests/KitchenTests.swift",
            """
            import Testing

            @Test func tiny() {
                let mock = MockParserless()
                mock.run(3); mock.run(4)
                #expect(mock.runCallsCount == 2 && mock.stopCallsCount == 0)
            }
            """)
        let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
        #expect(generated.status == 0, "\(generated.errors)")
        #expect(package.read(Self.parserless)?.contains("import Mocking") == false)
        #expect(package.read("Tests/KitchenTests/Mocks/Plain.mocks.swift") == nil)
        #expect(try await package.run("mockd", "generate", ".", "--cache", "none", "--check").status == 0)
        let tests = try await package.runTool("swift", "test")
        #expect(tests.status == 0, "\(tests.output)\(tests.errors)")
        #expect(tests.output.contains("Test tiny() passed"))
    }

    @Test func `a template and its parts are watched, and their edits rewrite exactly their mocks`() async throws {
        let package = try kitchen()
        try package.write("Sources/Other/Oven.swift", "/// @mockable\nprotocol Oven { func heat() }\n")
        try package.write("../\(package.root.lastPathComponent)-templates/Tiny.stencil", Self.template)
        try package.write(
            ".mockd.yml",
            """
            style: sourcery
            modules:
              - name: Kitchen
                sources: [Sources/Kitchen]
                output: Tests/KitchenTests/Mocks
                template: ../\(package.root.lastPathComponent)-templates/Tiny.stencil
                args: { module: Kitchen }
              - {name: Other, sources: [Sources/Other], output: Tests/OtherTests/Mocks}
            """)
        let outside = "../\(package.root.lastPathComponent)-templates"
        defer { try? FileManager.default.removeItem(at: package.url(outside)) }
        let daemon = try await package.watch()
        let oven = try #require(package.read("Tests/OtherTests/Mocks/Oven.mocks.swift"))
        #expect(oven.contains("var heatCallsCount"))
        let date = package.modified("Tests/OtherTests/Mocks/Oven.mocks.swift")
        let good = try #require(package.read(Self.till))
        let explained = try await package.run("mockctl", "explain", "MockTill")
        #expect(explained.output.contains("MockTill mocks Till of Kitchen"), "\(explained.output)")

        try package.write("\(outside)/Tiny.stencil", Self.template.replacing("CallsCount", with: "Count"))
        _ = try await package.run("mockctl", "sync")
        #expect(package.read(Self.till)?.contains("var openCount = 0") == true)
        #expect(package.read(Self.parserless)?.contains("var runCount = 0") == true)
        #expect(package.modified("Tests/OtherTests/Mocks/Oven.mocks.swift") == date)

        // A broken template leaves the mocks; the other module is followed.
        let better = package.read(Self.till)
        try package.write("\(outside)/Tiny.stencil", "{% if a %}\n{% include \"Part.stencil\" %}{% odd %}{% endif %}")
        try package.write("Sources/Other/Oven.swift", "/// @mockable\nprotocol Oven { func bake() }\n")
        _ = try await package.run("mockctl", "sync")
        let errors = try await package.run("mockctl", "errors")
        #expect(
            errors.output.contains("Tiny.stencil:2:29: error: unknown template tag 'odd' [template]"),
            "\(errors.output)")
        #expect(package.read(Self.till) == better)
        #expect(package.read("Tests/OtherTests/Mocks/Oven.mocks.swift")?.contains("bakeCallsCount") == true)

        // A file that the template includes counts as soon as it is there.
        try package.write("\(outside)/Tiny.stencil", "{% include \"Part.stencil\" %}")
        try package.write("\(outside)/Part.stencil", Self.template)
        _ = try await package.run("mockctl", "sync")
        #expect(package.read(Self.till) == good)
        #expect(try await !package.run("mockctl", "errors").output.contains("[template]"))
        #expect(try await package.run("mockd", "generate", ".", "--cache", "none", "--check").status == 0)
        #expect(await daemon.stop() == 0)
    }

    @Test func `a broken template is an error of the run, and says where`() async throws {
        let package = try kitchen()
        try package.write("Templates/Tiny.stencil", "\n{{ type.name|shout }}")
        let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
        #expect(generated.status == 1)
        #expect(
            generated.errors.contains("Templates/Tiny.stencil:2:1: error: unknown filter 'shout'"),
            "\(generated.errors)")
        #expect(package.read(Self.till) == nil)
        // Mocks that are there stay, and no run would remove them.
        try package.write("Templates/Tiny.stencil", Self.template)
        #expect(try await package.run("mockd", "generate", ".", "--cache", "none").status == 0)
        try package.write("Templates/Tiny.stencil", "\n{{ type.name|shout }}")
        let check = try await package.run("mockd", "generate", ".", "--check", "--cache", "none")
        #expect(check.status == 1 && check.output == "kept \(Self.parserless)\nkept \(Self.till)\n", "\(check)")
        try package.write(".mockd.yml", "style: sourcery\ntemplate: Templates/Mockable.swifttemplate\n")
        let refused = try await package.run("mockd", "generate", ".", "--cache", "none")
        #expect(refused.status == 78)
        #expect(
            refused.errors.contains(
                ".mockd.yml:2:11: error: 'Templates/Mockable.swifttemplate' is a program and no Stencil template"))
    }
}
