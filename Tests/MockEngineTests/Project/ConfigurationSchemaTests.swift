import Foundation
import SystemPackage
import Testing

@testable import MockEngine

/// The schema of `.mockd.yml` says what the reader of the file and the manual say.
@Suite struct ConfigurationSchemaTests {
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func document(_ path: String) throws -> String {
        try String(contentsOf: repository.appending(path: path), encoding: .utf8)
    }

    // MARK: The manual

    private static func row(_ row: ConfigurationRow, of keys: ConfigurationKeys) -> String {
        let name = keys.list.map { "\($0): \(row.name)" } ?? row.name
        let link = row.article.map { " (see <doc:\($0)>)" } ?? ""
        return "| `\(name)` | \(row.sentence)\(link) | \(row.usual ?? "required") |"
    }

    @Test func `the manual's tables are the keys with their sentences`() throws {
        let modules = ConfigurationFile.ModuleKeys.all
        let own = modules.rows.prefix { !$0.sentence.hasSuffix("; for one module") }
        let shared = modules.names.dropFirst(own.count).map { "`\($0)`" }.joined(separator: ", ")
        let general = ConfigurationFile.Keys.all
        let (seams, user) = (ConfigurationFile.SeamKeys.all, UserConfiguration.Keys.all)
        var expected = general.rows.map { Self.row($0, of: general) } + own.map { Self.row($0, of: modules) }
        expected.append("| `modules: \(shared.dropFirst()) | as above, for one module | that of all modules |")
        expected += seams.rows.map { Self.row($0, of: seams) } + user.rows.map { Self.row($0, of: user) }
        let article = try Self.document("Sources/Mocking/Mocking.docc/Configuration.md")
        #expect(article.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init) == expected)
        let (title, summary) = ConfigurationSchema.article
        #expect(article.hasPrefix("# \(title)\n\n\(summary)\n"))
    }

    @Test func `the sentence about a choice names each value, as the schema does`() {
        for rows in [ConfigurationFile.Keys.all.rows, ConfigurationFile.ModuleKeys.all.rows] {
            for row in rows {
                for value in row.schema.choices ?? [] { #expect(row.sentence.contains("`\(value)`"), "\(row.name)") }
            }
        }
    }

    @Test func `each property has its sentence and its default`() throws {
        let object = try JSONSerialization.jsonObject(with: Data(ConfigurationSchema.text().utf8))
        let schema = try #require(object as? [String: Any])
        #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
        let properties = try #require(schema["properties"] as? [String: [String: Any]])
        #expect(Set(properties.keys) == Set(ConfigurationFile.Keys.all.names))
        #expect(
            properties["name"]?["description"] as? String
                == "the name of a mock, with `{name}` for that of its type. Default: `Mock{name}`")
        let module = try #require(properties["modules"]?["items"] as? [String: Any])
        let own = try #require(module["properties"] as? [String: [String: Any]])
        #expect(own["name"]?["title"] as? String == "modules: name")
        #expect(own["name"]?["description"] as? String == "the module as `import` spells it. Required")
        #expect(module["required"] as? [String] == ["name"])
    }

    // MARK: Validation

    /// Returns a list of problems for each configuration, which is empty for a valid one.
    private static func problems(with configurations: [String]) throws -> [String] {
        let folder = try TemporaryFolder([
            "schema.json": ConfigurationSchema.text(),
            "configurations.json": String(decoding: try JSONEncoder().encode(configurations), as: UTF8.self),
        ])
        let script = """
            import json, sys, yaml
            from jsonschema import Draft202012Validator as Validator
            def read(name): return json.load(open(f"{sys.argv[1]}/{name}", encoding="utf-8"))
            schema = read("schema.json")
            Validator.check_schema(schema)
            def problems(text):
                try:
                    document = yaml.safe_load(text)
                except yaml.YAMLError as error:
                    return f"no YAML: {error}"
                return "; ".join(error.message for error in Validator(schema).iter_errors(document))
            json.dump([problems(text) for text in read("configurations.json")], open(f"{sys.argv[1]}/problems.json", "w"))
            """
        try #require(runPython(script, folder.path.string) == 0)
        return try JSONDecoder().decode(
            [String].self, from: Data(contentsOf: URL(filePath: folder("problems.json").string)))
    }

    private static func runPython(_ script: String, _ arguments: String...) -> Int32? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script] + arguments
        guard (try? process.run()) != nil else { return nil }
        process.waitUntilExit()
        return process.terminationStatus
    }

    private static let hasValidator =
        runPython(
            """
            import importlib.util as util, sys
            sys.exit(not (util.find_spec("jsonschema") and util.find_spec("yaml")))
            """) == 0
    private static let lack: Comment = "python3-jsonschema or python3-yaml is not installed"

    /// Blocks of YAML in the documents that are no `.mockd.yml`, by their first lines.
    private static let otherFiles = ["# .github/", "# .pre-commit-config.yaml", "trustManifests: "]

    private static func examples() throws -> [String] {
        let all = FileManager.default.enumerator(
            at: repository.appending(path: "Sources"), includingPropertiesForKeys: nil)
        let more = FileManager.default.enumerator(
            at: repository.appending(path: "Integrations"), includingPropertiesForKeys: nil)
        let files = [all, more].compactMap { $0?.compactMap { $0 as? URL } }.joined().filter {
            $0.pathExtension == "md"
        }
        let texts = try (files + [repository.appending(path: "README.md")]).map {
            try String(contentsOf: $0, encoding: .utf8)
        }
        return texts.flatMap { text in
            text.components(separatedBy: "```yaml\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        }.filter { example in !otherFiles.contains(where: example.hasPrefix) }
    }

    @Test(.enabled(if: hasValidator, lack))
    func `every example of the documents, and what init writes, is valid`() throws {
        let empty = try TemporaryFolder()
        let examples = try Self.examples()
        #expect(examples.count >= 8)
        let written = [starterConfiguration(for: empty.path), ConfigurationTests.everyKey]
        let configurations = examples + written
        for (text, problem) in zip(configurations, try Self.problems(with: configurations)) {
            #expect(problem == "", "\(text)")
        }
    }

    /// Names and texts at the limits of the schema's expressions.
    private static let unusual = """
        name: "Imitación{name}$1"
        strip: [Protokoll, "プロトコル", "two words", "-"]
        style: sourcery
        template: Templates/Mocks.stencil
        args: {}
        verify: false
        seams:
          - {type: Kessel, protocol: "`case`", members: ["data(for: URLRequest)", "subscript(_:)", "`in`", größe]}
          - {type: Foundation.JSONDecoder.Input, protocol: _Decoding, file: Sources/Küche/Seams.swift}
        modules:
          - name: Küche
            sources: [.]
            exclude: []
            output: All.swift
            imports: [_Concurrency, Darwin.C.stdio]
            define: [_1, DEBUG$]
            args: {a: [1, 2.5, yes], b: {c: d}}
        """

    @Test(.enabled(if: hasValidator, lack))
    func `what the reader accepts is valid, with unusual names, too`() throws {
        let folder = try TemporaryFolder([
            ".mockd.yml": Self.unusual, "Sources/Küche/K.swift": "", "Templates/Mocks.stencil": "",
        ])
        #expect(throws: Never.self) { try discoverProject(root: folder.path) }
        #expect(try Self.problems(with: [Self.unusual]) == [""])
    }

    /// Mistakes that a schema cannot see, by a part of their messages.
    private static let unseen = [
        // Swift's parser decides which names are reserved.
        "'class' is no name", "'_' is no name", "'Foundation.self' is no name", "'Self' is no name",
        "is no condition of an '#if'",
        // The disk decides.
        "does not exist", "'README' is a file", "'Odd.swift' is a folder", "is no file",
        "lies outside of the project", "leads outside of the project", "which is another package",
        // Package.swift decides.
        "this module has no 'sources'", "there is no list of modules",
        // Another part of the file decides.
        "is listed twice", "overlaps with the output", "is no module with mocks", "is no source of",
        // The parser of YAML decides, and this one keeps the last value.
        "is there twice",
    ]

    /// The invalid configurations of the other tests, with the messages of the reader. Those of `HostileConfigurationTests`
    /// are about the work that they cause.
    private static var mistakes: [(text: String, messages: [String])] {
        let modules = "modules:\n  - {name: App, sources: [Sources], output: Mocks}\n"
        let outputs = OutputBoundaryTests.refusedOutputs.map { output, reason in
            ("modules:\n  - {name: Kitchen, sources: [Sources/Kitchen], output: \(output)}\n", [reason])
        }
        return ConfigurationMessageTests.mistakes.map { ($0.text, $0.messages) }
            + SeamKeyTests.mistakes.map { ($0.0, [$0.1]) }
            + TemplateConfigurationTests.mistakes.map { ($0.0 + modules, [$0.1]) } + outputs
            + [
                ("mock: all\n", ["there is no list of modules"]),
                ("allowOutside: true\n" + modules, ["'allowOutside' is for the user to decide"]),
            ]
    }

    @Test(.enabled(if: hasValidator, lack))
    func `every invalid configuration of the tests is rejected if a schema can see why`() throws {
        let mistakes = Self.mistakes
        var unused = Set(Self.unseen)
        for (mistake, problem) in zip(mistakes, try Self.problems(with: mistakes.map(\.text))) {
            let reasons = mistake.messages.map { message in Self.unseen.first(where: message.contains) }
            unused.subtract(reasons.compactMap(\.self))
            #expect((problem == "") == !reasons.contains(nil), "\(mistake.text)\(mistake.messages) \(problem)")
        }
        #expect(unused == [])
    }
}
