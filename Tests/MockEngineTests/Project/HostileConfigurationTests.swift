import MockEngine
import MockModel
import SystemPackage
import Testing

/// Configurations and packages ask for exponential or quadratic work. Without the bounds most of these tests would not
/// end.
@Suite struct HostileConfigurationTests {
    private static func messages(_ text: String) throws -> [String] {
        let folder = try TemporaryFolder([".mockd.yml": text, "Sources/App/A.swift": ""])
        do {
            _ = try discoverProject(root: folder.path)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    /// Returns a chain of aliases, each of which contains the one before ten times.
    private static func bomb(_ prefix: String) -> String {
        let levels = (1..<9).map {
            "\(prefix)&a\($0) [\(Array(repeating: "*a\($0 - 1)", count: 10).joined(separator: ", "))]"
        }
        return (["\(prefix)&a0 [x, x, x, x, x, x, x, x, x, x]"] + levels).joined(separator: "\n")
    }

    @Test(arguments: [
        ("x:\n" + bomb("  - ") + "\n? *a8\n: y\n", "7:15"), ("x:\n" + bomb("  - ") + "\nmodules: *a8\n", "7:15"),
    ])
    func `an alias bomb is refused before it is expanded`(_ text: String, _ place: String) throws {
        let wanted =
            ".mockd.yml:\(place): error: the aliases up to here expand to more than 200000 nodes, so the file is not read; write out their values [config-too-large]"
        #expect(try Self.messages(text) == [wanted])
    }

    @Test func `aliases that expand to little are read`() throws {
        let text = """
            modules:
              - name: App
                sources: &sources [Sources/App]
                output: Mocks/App
                exclude: &none ["**/Generated/**"]
              - name: Other
                sources: *sources
                output: Mocks/Other
                exclude: *none

            """
        #expect(try Self.messages(text) == [])
    }

    @Test func `thousands of unknown keys in one line are all named`() throws {
        let keys = (0..<9_000).map { "kéy\($0): 1" }.joined(separator: ", ")
        let messages = try Self.messages("{\(keys)}\n")
        #expect(messages.count >= 9_000)
        #expect(messages[1].hasPrefix(".mockd.yml:1:2: error: the configuration has no key 'kéy0'; "))
        #expect(messages[3].hasPrefix(".mockd.yml:1:22: error: the configuration has no key 'kéy2'; "))
    }

    @Test func `a value too long to be a typing mistake is not compared with the known ones`() throws {
        let messages = try Self.messages("mock: \(String(repeating: "k", count: 900_000))\nmodules: []\n")
        #expect(messages.first?.hasSuffix("' is no value of 'mock'; write annotated or all [config-value]") == true)
    }

    @Test func `many modules are read, and overlaps among them found`() throws {
        let modules = (0..<300).map {
            "- name: M\($0)\n  sources: [Sources/App]\n  output: Mocks/\($0 == 299 ? "7/inner" : "\($0)")\n  dependencies: [X\($0)]\n"
        }
        let messages = try Self.messages("modules:\n" + modules.joined())
        #expect(
            messages == [
                ".mockd.yml:1200:11: error: the output 'Mocks/7/inner' of 'M299' overlaps with the output 'Mocks/7' of 'M7'; give each module an output of its own, neither within the other [config-overlapping-outputs]"
            ])
    }

    @Test func `the first of several outputs that overlap is named`() throws {
        func module(_ name: String, _ output: String) -> String {
            "- name: \(name)\n  sources: [Sources/App]\n  output: \(output)\n"
        }
        let list = [
            module("A", "M/a/b"), module("B", "M/a.swift"), module("C", "M"), module("D", "M/a.swift"),
            module("E", "N/x.swift"), module("F", "N"),
        ]
        let messages = try Self.messages("modules:\n" + list.joined()).map { $0.split(separator: "'")[1...7] }
        #expect(
            messages.map { $0.joined(separator: "'") } == [
                "M' of 'C' overlaps with the output 'M/a/b' of 'A",
                "M/a.swift' of 'D' overlaps with the output 'M/a.swift' of 'B",
                "N' of 'F' overlaps with the output 'N/x.swift' of 'E",
            ])
    }

    @Test func `a package of many targets and dependencies is read`() throws {
        let dependencies = (0..<300).map { ".package(url: \"https://a.b/p\($0)\", from: \"1.0.0\")," }.joined()
        let products = (0..<300).map { "\"Q\($0)\"," }.joined()
        let targets = (0..<500).map { ".target(name: \"T\($0)\")," }.joined()
        let folder = try TemporaryFolder([
            "Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "P", dependencies: [\(dependencies)],
                targets: [
                    \(targets)
                    .target(name: "App", dependencies: [\(products)]),
                    .testTarget(name: "AppTests", dependencies: ["App"]),
                ])
            """, "Sources/App/A.swift": "", "Tests/AppTests/T.swift": "",
        ])
        let project = try discoverProject(root: folder.path)
        #expect(project.modules.first?.name == "App")
        #expect(project.notes.count { $0.code == "target-without-folder" } == 500)
        #expect(project.details.count { $0.code == "dependency-not-there" } == 300)
    }
}
