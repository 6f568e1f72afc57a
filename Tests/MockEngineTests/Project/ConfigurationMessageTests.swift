import MockEngine
import MockModel
import SystemPackage
import Testing

/// Each mistake in a `.mockd.yml` has a message with these words.
@Suite("A .mockd.yml that is wrong")
struct ConfigurationMessageTests {
    struct Mistake: CustomTestStringConvertible, Sendable {
        var text: String
        var messages: [String]
        var testDescription: String { text }

        init(_ text: String, _ messages: String...) {
            self.text = text
            self.messages = messages
        }
    }

    private static let known = """
        known keys are 'name', 'sources', 'exclude', 'output', 'import', 'imports', 'access', 'dependencies', \
        'define', 'mock', 'style', 'template', 'args', 'forwarding', 'verify'
        """

    /// Returns a configuration of one module with further lines, from line 5 on.
    private static func module(_ lines: String) -> String {
        let head = "modules:\n  - name: Kitchen\n    sources: [Sources/Kitchen]\n"
        return head + "    output: Tests/KitchenTests/Mocks\n    \(lines)"
    }

    private static let general: [Mistake] = [
        Mistake(
            "",
            "1:1: error: the file is empty; list your modules, or remove the file to have Package.swift read "
                + "instead [config-empty]"),
        Mistake(
            "- a\n",
            "1:1: error: the configuration must have keys, but this is a list; write 'mock: …' [config-type]"),
        Mistake(
            "mock: annotated\nstile: typed\n",
            "2:1: error: the configuration has no key 'stile'; did you mean 'style'? [config-unknown-key]"),
        Mistake(
            "colour: red\n",
            "1:1: error: the configuration has no key 'colour'; known keys are 'mock', 'name', 'strip', 'style', "
                + "'template', 'args', 'forwarding', 'verify', 'scratchPath', 'modules', 'seams' [config-unknown-key]"),
        Mistake(
            "mock: anotated\n",
            "1:7: error: 'anotated' is no value of 'mock'; did you mean 'annotated'? [config-value]"),
        Mistake(
            "mock: sometimes\n",
            "1:7: error: 'sometimes' is no value of 'mock'; write annotated or all [config-value]"),
        Mistake(
            "mock: [all]\n",
            "1:7: error: 'mock' must be text, but this is a list; write mock: annotated [config-type]"),
        Mistake(
            "style: stencil\n",
            "1:8: error: 'stencil' is no value of 'style'; write typed, spy, sourcery, automockable, mocksix, mimus or wrapper [config-value]"
        ),
        Mistake(
            "forwarding: sometimes\n",
            "1:13: error: 'forwarding' must be true or false, but 'sometimes' is text in YAML; write forwarding: false "
                + "[config-type]"),
        Mistake(
            "forwarding: [false]\n",
            "1:13: error: 'forwarding' must be true or false, but this is a list; write forwarding: false [config-type]"
        ),
        Mistake(
            "verify: hamcrast\n",
            "1:9: error: 'hamcrast' is no value of 'verify'; did you mean 'hamcrest'? [config-value]"),
        Mistake(
            "verify: all\n",
            "1:9: error: 'all' is no value of 'verify'; write false, true or hamcrest [config-value]"),
        Mistake(
            "name: 5\n",
            "1:7: error: 'name' must be text, but '5' is a number in YAML; put it in quotes [config-type]"),
        Mistake(
            "style:\n",
            "1:7: error: 'style' must be text, but '' is nothing in YAML; write style: typed [config-type]"),
        Mistake(
            "name: Fake\n",
            "1:7: error: the name 'Fake' would be the same for all mocks; write a pattern with '{name}' in it, such as "
                + "'Mock{name}' [config-value]"),
        Mistake(
            "name: \"{name}\"\n",
            "1:7: error: the name '{name}' would give a mock the name of its type; write a pattern with '{name}' in "
                + "it, such as 'Mock{name}' [config-value]"),
        Mistake(
            "name: \"{name}-Mock\"\n",
            "1:7: error: the name '{name}-Mock' gives no valid Swift names; write a pattern with '{name}' in it, such "
                + "as 'Mock{name}' [config-value]"),
        // Newlines and escapes in a value are escaped in the message, so that they do nothing to the terminal.
        Mistake(
            "name: \"{name}\\e[2J\\nMock\\u2028\"\n",
            "1:7: error: the name '{name}\\u{1B}[2J\\nMock\\u{2028}' gives no valid Swift names; write a pattern with "
                + "'{name}' in it, such as 'Mock{name}' [config-value]"),
        Mistake(
            "name: ../{name}\n",
            "1:7: error: the name '../{name}' gives no valid Swift names; write a pattern with '{name}' in it, such "
                + "as 'Mock{name}' [config-value]"),
        Mistake(
            "name: \"Mock{name} \"\n",
            "1:7: error: the name 'Mock{name} ' gives no valid Swift names; write a pattern with '{name}' in it, such "
                + "as 'Mock{name}' [config-value]"),
        Mistake(
            "strip: [\"\"]\n",
            "1:9: error: '' cannot be the end of a type's name; write the end alone, such as 'Protocol' [config-value]"
        ),
        Mistake(
            "strip: [Base, \"`\"]\n",
            "1:15: error: '`' cannot be the end of a type's name; write the end alone, such as 'Protocol' "
                + "[config-value]"),
        Mistake(
            "strip: Protocol\n",
            "1:8: error: 'strip' must be a list, but this is text; write strip: [Protocol] [config-type]"),
        Mistake(
            "mock: all\nmock: all\n",
            "1:1: error: the key 'mock' is there twice; keep one of them [config-duplicate-key]"),
        Mistake(
            "mock: \"all\n",
            "2:1: error: this is no valid YAML: found unexpected end of stream; check the indentation and the quotes "
                + "here and in the line above [config-yaml]"),
        Mistake(
            "mock: all\u{7}\n",
            " error: this is no valid YAML: control characters are not allowed; save the file as UTF-8 without control "
                + "characters [config-yaml]"),
        Mistake(
            "modules: Kitchen\n",
            "1:10: error: 'modules' must be a list of modules; begin each module with '- name: …' [config-type]"),
        Mistake(
            "modules: []\n",
            "1:10: error: the list of modules is empty; add a module with a name, sources and an output "
                + "[config-missing-key]"),
    ]

    private static let modules: [Mistake] = [
        Mistake(
            "modules:\n  - Kitchen\n",
            "2:5: error: a module must have keys, but this is text; write 'name: …' [config-type]"),
        Mistake(
            "modules:\n  - sources: [Sources/Kitchen]\n",
            "2:5: error: this module has no 'name'; add the name that 'import' uses [config-missing-key]"),
        Mistake(
            "modules:\n  - name: Kitchen\n",
            "2:5: error: this module has no 'sources', and no target of Package.swift has its name; add sources: "
                + "[Sources/Kitchen] [config-missing-key]"),
        Mistake(
            "modules:\n  - name: serve-food\n    sources: [Sources]\n",
            "2:11: error: 'serve-food' is no name of a Swift module; did you mean 'serve_food', as 'import' spells it? "
                + "[config-value]"),
        Mistake(
            "modules:\n  - name: class\n    sources: [Sources/Kitchen]\n",
            "2:11: error: 'class' is no name of a Swift module; use the name that 'import' uses [config-value]"),
        Mistake(
            "modules:\n  - name: _\n    sources: [Sources/Kitchen]\n",
            "2:11: error: '_' is no name of a Swift module; use the name that 'import' uses [config-value]"),
        Mistake(
            "modules:\n  - name: \"\"\n    sources: [Sources/Kitchen]\n",
            "2:11: error: '' is no name of a Swift module; use the name that 'import' uses [config-value]"),
        Mistake(
            "modules:\n  - name: Kitchen\n    sources: []\n",
            "3:14: error: this list of sources is empty; write sources: [Sources/Kitchen] [config-missing-key]"),
        Mistake(
            "modules:\n  - name: Kitchen\n    sources: [Sources/Kitchn]\n",
            "3:15: error: 'Sources/Kitchn' does not exist; did you mean 'Sources/Kitchen'? [config-missing-path]"),
        Mistake(
            "modules:\n  - name: Kitchen\n    sources: [\"\"]\n",
            "3:15: error: a path is empty; write '.' for the project's root [config-value]"),
        Mistake(
            module("outptu: Mocks\n"),
            "5:5: error: a module has no key 'outptu'; did you mean 'output'? [config-unknown-key]"),
        Mistake(module("colour: red\n"), "5:5: error: a module has no key 'colour'; \(known) [config-unknown-key]"),
        Mistake(
            module("import: testeable\n"),
            "5:13: error: 'testeable' is no value of 'import'; did you mean 'testable'? [config-value]"),
        Mistake(
            module("access: open\n"),
            "5:13: error: 'open' is no value of 'access'; write internal, public, package or inherit [config-value]"),
        Mistake(
            module("imports: [yes]\n"),
            "5:15: error: 'imports' must be text, but 'yes' is a truth value in YAML; put it in quotes [config-type]"),
        Mistake(
            module("imports: [\"Foundation; import Evil\"]\n"),
            "5:15: error: 'Foundation; import Evil' is no name of a Swift module; write the name alone, such as "
                + "'Foundation' [config-value]"),
        Mistake(
            module("imports: [Foundation.self]\n"),
            "5:15: error: 'Foundation.self' is no name of a Swift module; write the name alone, such as 'Foundation' "
                + "[config-value]"),
        Mistake(
            module("dependencies: [Self]\n"),
            "5:20: error: 'Self' is no name of a Swift module; use the name that 'import' uses [config-value]"),
        Mistake(
            module("define: [-DDEBUG]\n"),
            "5:14: error: '-DDEBUG' is no compilation condition; write the name alone, as it stands after '#if', such "
                + "as 'DEBUG' [config-value]"),
        Mistake(
            module("dependencies: Pantry\n"),
            "5:19: error: 'dependencies' must be a list, but this is text; write dependencies: [Pantry] [config-type]"
        ),
        Mistake(
            module("exclude: {a: b}\n"),
            "5:14: error: 'exclude' must be a list, but this is a mapping; write exclude: [\"**/Generated/**\"] "
                + "[config-type]"),
    ]

    private static let together: [Mistake] = [
        Mistake(
            module("\n  - name: Kitchen\n    sources: [Sources/Kitchen]\n"),
            "6:11: error: module 'Kitchen' is listed twice, first in line 2; make them one module with several "
                + "sources [config-duplicate-module]"),
        Mistake(
            module("\n  - name: Pantry\n    sources: [Sources/Kitchen]\n    output: Tests/KitchenTests\n"),
            "8:13: error: the output 'Tests/KitchenTests' of 'Pantry' overlaps with the output "
                + "'Tests/KitchenTests/Mocks' of 'Kitchen'; give each module an output of its own, neither within the "
                + "other [config-overlapping-outputs]"),
        Mistake(
            "modules:\n  - name: Kitchen\n    sources: [Sources/Kitchen]\n    output: \"\"\n",
            "4:13: error: the output is empty; write a folder, such as 'Tests/AppTests/Mocks' [config-value]"),
        Mistake(
            "modules:\n  - name: Kitchen\n    sources: [Sources/Kitchen]\n    output: README\n",
            "4:13: error: the output 'README' is a file, and its name does not end in .swift; write a folder, or a "
                + "file that ends in .swift [config-value]"),
        Mistake(
            "modules:\n  - name: Kitchen\n    sources: [Sources/Kitchen]\n    output: Odd.swift\n",
            "4:13: error: the output 'Odd.swift' is a folder, though its name ends in .swift; write another name "
                + "[config-value]"),
        // Reports all mistakes together, in the order of the file.
        Mistake(
            "stile: typed\nmodules:\n  - name: Kitchen\n    sources: [Gone]\n    acess: public\n",
            "1:1: error: the configuration has no key 'stile'; did you mean 'style'? [config-unknown-key]",
            "4:15: error: 'Gone' does not exist; create it or correct the path; relative paths start at '%ROOT%' "
                + "[config-missing-path]",
            "5:5: error: a module has no key 'acess'; did you mean 'access'? [config-unknown-key]"),
        Mistake(
            "# ü\nmodules:\n  - {name: Küche, sources: [Sources/Kitchen], colour: red}\n",
            "3:48: error: a module has no key 'colour'; \(known) [config-unknown-key]"),
    ]

    static let mistakes = general + modules + together

    @Test("is answered with file, line, column, the key and a way out", arguments: mistakes)
    func message(_ mistake: Mistake) throws {
        let folder = try TemporaryFolder([
            ".mockd.yml": mistake.text, "Package.swift": "let package = Package(name: \"Kitchen\")",
            "Sources/Kitchen/Cook.swift": "", "README": "", "Odd.swift/": "",
        ])
        let error = try #require(throws: ConfigurationError.self) { _ = try discoverProject(root: folder.path) }
        #expect(
            error.problems.map { $0.description.replacing(folder.path.string, with: "%ROOT%") }
                == mistake.messages.map { ".mockd.yml:" + $0 })
    }

    @Test("without a list of modules needs a Package.swift")
    func noModules() throws {
        let folder = try TemporaryFolder([".mockd.yml": "mock: all\n"])
        let error = try #require(throws: ConfigurationError.self) { _ = try discoverProject(root: folder.path) }
        #expect(
            error.description
                == ".mockd.yml:1:1: error: there is no list of modules, and no Package.swift to take them from; add "
                + "'modules:' with a name, sources and an output each [config-missing-key]")
    }

    @Test("with the other spelling of its name is pointed out")
    func misnamed() throws {
        let folder = try TemporaryFolder([".mockd.yaml": "mock: all\n"])
        let error = try #require(throws: ConfigurationError.self) { _ = try discoverProject(root: folder.path) }
        #expect(
            error.description
                == ".mockd.yaml: error: mockd does not read a file of this name; rename it to .mockd.yml "
                + "[config-file-name]")
    }

    @Test("that --config names and is not there is an error")
    func missing() throws {
        let folder = try TemporaryFolder()
        let file = folder("other.yml")
        let error = try #require(throws: ConfigurationError.self) {
            _ = try discoverProject(root: folder.path, configuration: file)
        }
        #expect(
            error.description
                == "other.yml: error: this file cannot be read: No such file or directory; check the path, or run "
                + "'mockd init' [config-unreadable]")
    }

    @Test("names an unknown dependency and a similar one")
    func unknownDependency() throws {
        let folder = try TemporaryFolder([
            ".mockd.yml": """
            modules:
              - {name: Kitchen, sources: [A], output: KitchenMocks, dependencies: [Pantri]}
              - {name: Pantry, sources: [B]}
            """, "A/": "", "B/": "",
        ])
        #expect(
            try discoverProject(root: folder.path).notes.map(\.description) == [
                ".mockd.yml: warning: 'Kitchen' depends on 'Pantri', which is no module of this file; did you mean "
                    + "'Pantry'? [config-unknown-dependency]"
            ])
    }

    @Test("says nothing about a dependency that Package.swift states, such as a module in C")
    func dependencyOfPackage() throws {
        let folder = try TemporaryFolder([
            "Package.swift": """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(name: "Kitchen", targets: [
                .target(name: "CKitchen"), .target(name: "Kitchen", dependencies: ["CKitchen"]),
                .testTarget(name: "KitchenTests", dependencies: ["Kitchen"]),
            ])
            """,
            ".mockd.yml": """
            modules:
              - {name: Kitchen, output: Tests/KitchenTests/Mocks}
            """, "Sources/CKitchen/kitchen.c": "", "Sources/CKitchen/include/kitchen.h": "",
            "Sources/Kitchen/Kitchen.swift": "", "Tests/KitchenTests/KitchenTests.swift": "",
        ])
        #expect(try discoverProject(root: folder.path).notes == [])
    }
}
