import Glibc
import MockEngine
import MockGeneration
import MockModel
import MockTemplates
import SystemPackage
import Testing

/// `template` and `args` in a `.mockd.yml`, and the options of the command line.
@Suite struct TemplateConfigurationTests {
    private static let modules = "modules:\n  - {name: App, sources: [Sources], output: Mocks}\n"

    private func folder(_ configuration: String) throws -> TemporaryFolder {
        try TemporaryFolder([
            ".mockd.yml": configuration + Self.modules, "Sources/": "",
            "Templates/Mocks.stencil": "{% include \"A.stencil\" %}",
            "Templates/A.stencil":
                "{% include \"Parts/B.stencil\" %}{% include \"../../secret\" %}{% include \"Odd.stencil\" %}",
            "Templates/Parts/B.stencil": "b", "secret": "s",
        ])
    }

    @Test func `an included file may be a link to another one of the project, and none out of it`() throws {
        let folder = try folder("style: sourcery\ntemplate: Templates/Mocks.stencil\n")
        let other = try TemporaryFolder([
            "secret": "s", "Mocks.stencil": "{% include \"A.stencil\" %}", "A.stencil": "a",
        ])
        func includes() throws -> [String] {
            let project = try discoverProject(root: folder.path)
            return try #require(project.modules[0].settings.template?.source).includes.keys.sorted()
        }
        let file = folder.path.appending("Templates/A.stencil").string
        for (target, included) in [("../secret", true), ("\(other.path)/secret", false), ("\(other.path)/Odd", false)] {
            unlink(file)
            #expect(symlink(target, file) == 0)
            #expect(try includes() == (included ? ["A.stencil"] : []), "\(target)")
        }
        // A sandbox has links in the place of all files.
        for name in ["A.stencil", "Mocks.stencil"] {
            let file = folder.path.appending("Templates").appending(name).string
            unlink(file)
            #expect(symlink("\(other.path)/\(name)", file) == 0)
        }
        #expect(try includes() == ["A.stencil"])
    }

    @Test func `a template comes with its included files and arguments`() throws {
        let folder = try folder(
            "style: sourcery\ntemplate: Templates/Mocks.stencil\nargs: { module: App, imports: [A, B], isOn: true, n: 2 }\n"
        )
        let project = try discoverProject(root: folder.path)
        let source = try #require(project.modules[0].settings.template?.source)
        #expect(source.template.path == "Templates/Mocks.stencil")
        // A file outside of the template's folder is not read.
        #expect(source.includes.keys.sorted() == ["A.stencil", "Parts/B.stencil"])
        #expect(
            source.arguments == [
                "module": .text("App"), "imports": .list([.text("A"), .text("B")]), "isOn": .flag(true),
                "n": .integer(2),
            ])
        #expect(project.configurationFiles.contains(folder("Templates/Parts/B.stencil")))
        let values = project.settingsWithOrigins.filter { ["template", "modules.App.args"].contains($0.key) }
        #expect(
            values.map(\.value) == [
                .text("Templates/Mocks.stencil"), .list(["imports = [A, B]", "isOn = true", "module = App", "n = 2"]),
            ])
        #expect(values.map(\.origin.description) == [".mockd.yml:2", ".mockd.yml:3"])
        #expect(project.evidence.holds)
        for file in ["Templates/Parts/B.stencil", "Templates/Odd.stencil"] {
            try folder.write("changed", to: file)
            #expect(!project.evidence.holds)
            #expect(try discoverProject(root: folder.path) != project)
        }
    }

    @Test func `a module with another style has no template, and one may have its own arguments`() throws {
        let folder = try TemporaryFolder([
            ".mockd.yml": """
            style: sourcery
            template: Mocks.stencil
            args: { module: A }
            modules:
              - {name: A, sources: [A], output: M/A}
              - {name: B, sources: [B], output: M/B, args: { module: B }}
              - {name: C, sources: [C], output: M/C, style: spy}
            """, "A/": "", "B/": "", "C/": "", "Mocks.stencil": "",
        ])
        let modules = try discoverProject(root: folder.path).modules
        #expect(
            modules.map(\.settings.template?.source.arguments) == [["module": .text("A")], ["module": .text("B")], nil])
    }

    static let mistakes = [
        (
            "style: sourcery\ntemplate: Templates/Mock.stencil\n",
            "2:11: error: the template 'Templates/Mock.stencil' does not exist; did you mean 'Templates/Mocks.stencil'? [config-missing-path]"
        ),
        (
            "template: Templates/Mocks.stencil\n",
            "1:11: error: a template is for 'style: sourcery', and the style here is 'typed'; write 'style: sourcery' beside it [config-value]"
        ),
        (
            "style: sourcery\ntemplate: Mockable.swifttemplate\n",
            "2:11: error: 'Mockable.swifttemplate' is a program and no Stencil template; mockd runs no code to make mocks; for MockSix's template remove the line and write 'style: mocksix'; any other one must be rewritten as a .stencil file [config-value]"
        ),
        (
            "style: sourcery\ntemplate: Templates\n",
            "2:11: error: the template 'Templates' is no file; name the template itself [config-missing-path]"
        ),
        (
            "style: sourcery\ntemplate: \"\"\n",
            "2:11: error: the path of the template is empty; write a file, such as 'Templates/Mocks.stencil' [config-value]"
        ),
        (
            "style: sourcery\nargs: { module: App }\n",
            "2:7: error: 'args' are for a template, and there is none; write template: Templates/Mocks.stencil beside it [config-value]"
        ),
        (
            "style: sourcery\ntemplate: Templates/Mocks.stencil\nargs: App\n",
            "3:7: error: 'args' must be a mapping of the template's arguments; write args: { module: App } [config-type]"
        ),
        (
            "style: sourcery\ntemplate: [a]\n",
            "2:11: error: 'template' must be text, but this is a list; write template: Templates/Mocks.stencil [config-type]"
        ),
    ]

    @Test(arguments: mistakes)
    func `a mistake is named with its line and the way out`(configuration: String, message: String) throws {
        let folder = try folder(configuration)
        do throws(ConfigurationError) {
            _ = try discoverProject(root: folder.path)
            Issue.record("there is no problem")
        } catch {
            #expect(error.problems.map(\.description) == [".mockd.yml:\(message)"])
        }
    }

    @Test func `options of the command line do the same`() throws {
        let folder = try folder("")
        var options = AdHocOptions()
        (options.module, options.sources, options.output) = ("App", ["Sources"], "Mocks")
        (options.currentFolder, options.style) = (folder.path, .sourcery)
        (options.template, options.arguments) = ("Templates/Mocks.stencil", ["module=App"])
        let source = try adHocProject(options).modules[0].settings.template?.source
        #expect(source?.arguments == ["module": .text("App")] && source?.includes.count == 2)
        options.style = .typed
        options.arguments = ["module"]
        do throws(ConfigurationError) {
            _ = try adHocProject(options)
            Issue.record("there is no problem")
        } catch {
            #expect(
                error.problems.map(\.description) == [
                    "error: --template is for --style sourcery, and the style is 'typed'; add --style sourcery [usage]",
                    "error: --arg 'module' is not of the form KEY=VALUE; write it like --arg module=App [usage]",
                ])
        }
    }
}
