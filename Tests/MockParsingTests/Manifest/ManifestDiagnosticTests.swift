import Foundation
import MockModel
import MockParsing
import Testing

@Suite("Parts of a manifest that are not known")
struct ManifestDiagnosticTests {
    private static let wayOut = "describe the modules in .mockd.yml, which 'mockd init --config' starts for you"

    @Test(
        "is named with its place and a way out",
        arguments: [
            (
                "let package = Package(name: \"R\", targets: makeTargets())",
                "Package.swift:1:43: warning: 'makeTargets()' cannot be known without running the manifest, so "
                    + "targets may be missing; \(wayOut) [manifest-not-static]"
            ),
            (
                "let package = Package(name: \"R\", targets: [.target(name: \"A\")] + more())",
                "Package.swift:1:66: warning: 'more()' cannot be known without running the manifest, so targets may "
                    + "be missing; \(wayOut) [manifest-not-static]"
            ),
            (
                "let package = Package(name: \"R\", targets: [Thing(name: \"A\")])",
                "Package.swift:1:44: error: 'Thing' cannot be known without running the manifest, so a target may "
                    + "be missing; \(wayOut) [manifest-not-static]"
            ),
            (
                "let package = Package(name: \"R\", targets: [.target(name: 7)])",
                "Package.swift:1:44: error: this manifest is not valid Swift: '7' is not the name of a target; mend it; "
                    + "no mock is removed until then [manifest-broken]"
            ),
            (
                "let package = Package(name: \"R\", targets: [\n    .target(name: readLine() ?? \"A\")])",
                "Package.swift:2:19: warning: 'readLine()' cannot be known without running the manifest, so a target "
                    + "is left out; \(wayOut) [manifest-not-static]"
            ),
            (
                "let package = Package(name: \"R\", targets: [.target(name: \"A\", path: root + \"/A\")])",
                "Package.swift:1:69: warning: 'root' cannot be known without running the manifest, so target 'A' is "
                    + "left out; \(wayOut) [manifest-not-static]"
            ),
            (
                "let package = Package(name: \"R\", targets: [.target(name: \"A\", dependencies: [dependency(\"B\")])])",
                "Package.swift:1:78: warning: 'dependency(\"B\")' cannot be known without running the manifest, so "
                    + "dependencies of 'A' may be missing; \(wayOut) [manifest-not-static]"
            ),
            (
                "let package = Package(name: \"R\", targets: [.target(name: \"A\", exclude: old())])",
                "Package.swift:1:72: warning: 'old()' cannot be known without running the manifest, so files that "
                    + "'A' excludes may be read; \(wayOut) [manifest-not-static]"
            ),
            (
                "let isCI = Context.environment[\"CI\"] != nil\nlet package = Package(name: \"R\", targets: [isCI ? .target(name: \"A\") : .target(name: \"B\")])",
                "Package.swift:2:44: warning: 'isCI ? …' cannot be known without running the manifest, so targets "
                    + "may be missing; \(wayOut) [manifest-not-static]"
            ),
            (
                "let package = Package(name: \"R\", targets: [.target(name: \"A\", dependencies: [.target(name: d())])])",
                "Package.swift:1:92: warning: 'd()' cannot be known without running the manifest, so a dependency of "
                    + "'A' is left out; \(wayOut) [manifest-not-static]"
            ),
            (
                "let package = Package(name: \"R\", targets: [.target(name: \"A\", sources: more())])",
                "Package.swift:1:72: warning: 'more()' cannot be known without running the manifest, so sources of "
                    + "'A' may be missing; \(wayOut) [manifest-not-static]"
            ),
            (
                "let package = Package(name: \"R\")\nconfigure(package)",
                "Package.swift:2:1: warning: what 'configure(package)' does is not followed without running the "
                    + "manifest, so targets may be missing; \(wayOut) [manifest-not-static]"
            ),
            (
                "let package = Package(name: \"R\")\nfor name in names() { package.targets.append(.target(name: name)) }",
                "Package.swift:2:1: warning: the loop over 'names()' is not followed without running the manifest, "
                    + "so targets may be missing; \(wayOut) [manifest-not-static]"
            ),
            (
                "let package = Package(name: \"R\")\nwhile true { package.targets = [] }",
                "Package.swift:2:1: warning: 'while true { package.targets = [] }' is not followed without running "
                    + "the manifest, so targets may be missing; \(wayOut) [manifest-not-static]"
            ),
            (
                "let package = Package(name: \"R\",\n    targets: " + String(repeating: "[", count: 5000),
                "Package.swift:2:26: error: brackets are nested too deep here for this file to be read, so no target "
                    + "is known; \(wayOut) [manifest-not-static]"
            ),
            (
                "let package = describePackage()",
                "Package.swift:1:1: error: there is no 'Package(…)' to be read here, so no target is known; "
                    + "\(wayOut) [manifest-not-static]"
            ),
            (
                "print(\"no package\")",
                "Package.swift:1:1: error: there is no 'Package(…)' in this manifest; mend it; no mock is removed "
                    + "until then [manifest-broken]"
            ),
            (
                "let package = Package(name: \"R\", targets: [\n    .target(name: \"A\")\n    .target(name: \"B\"),\n])",
                "Package.swift:3:5: error: this manifest is not valid Swift: ',' is missing before '.target'; mend "
                    + "it; no mock is removed until then [manifest-broken]"
            ),
            (
                "let package = Package(name: \"R\",\n<<<<<<< HEAD\n    targets: [])",
                "Package.swift:2:1: error: this manifest is not valid Swift: a merge left a conflict here; mend it; "
                    + "no mock is removed until then [manifest-broken]"
            ),
            (
                "let package = Package(name: \"R\", targets: [.target(name: \"A\")",
                "Package.swift:1:62: error: this manifest is not valid Swift: expected ']' to end array; mend it; no "
                    + "mock is removed until then [manifest-broken]"
            ),
            (
                "let t = 1\nt] = [.target\u{C}x]",
                "Package.swift:2:2: error: this manifest is not valid Swift: unexpected code '] = [.target\\u{0C}x]' "
                    + "in source file; mend it; no mock is removed until then [manifest-broken]"
            ),
            (
                "let package = Package(name: \"R\", targets: ["
                    + "aVeryLongFunctionNameThatNobodyWantsToReadInFullBecauseItGoesOnAndOnPastTheEndOfAnyTerminal()])",
                "Package.swift:1:44: warning: 'aVeryLongFunctionNameThatNobodyWantsToReadInFullBecauseItGoesOnAndOnPastTheEndO…' "
                    + "cannot be known without running the manifest, so targets may be missing; \(wayOut) [manifest-not-static]"
            ),
        ])
    func message(text: String, expected: String) {
        #expect(parseManifest(text, path: "Package.swift").diagnostics.map(\.description) == [expected])
    }

    /// Each is valid Swift, and a manifest passes through it while it is typed. `‸` marks the place of the error; without
    /// it the place is that of the package.
    @Test(
        "are errors in the place of another kind of value, so that the description of before stays in force",
        arguments: [
            ("targets: [‸.t]", "'.t' is not a target"),
            ("targets: [‸.testT]", "'.testT' is not a target"),
            ("targets: [.target(name: \"A\"), ‸.testTarget]", "'.testTarget' is not a target"),
            ("targets: [\"KitchenTests\"]", "'\"KitchenTests\"' is not a target"),
            ("targets: [‸.testTarget(dependencies: [])]", "'.testTarget(…)' has no 'name:'"),
            ("targets: [.testTarget(name: ‸.k)]", "'.k' is not the name of a target"),
            ("targets: [.testTarget(name: \"K\", ‸.dep)]", "an argument of '.testTarget(…)' has no label"),
            ("targets: [.testTarget(name: \"K\", ‸dep)]", "an argument of '.testTarget(…)' has no label"),
            ("targets: [.testTarget(name: \"K\", dependencies: ‸.t)]", "'.t' is not a list"),
            ("targets: [.testTarget(name: \"K\", dependencies: [‸.t])]", "'.t' is not a dependency"),
            ("targets: [.testTarget(name: \"K\", dependencies: [‸.target])]", "'.target' is not a dependency"),
            ("targets: [.testTarget(name: \"K\", dependencies: [‸.target()])]", "'.target(…)' has no 'name:'"),
            ("targets: [.testTarget(name: \"K\", path: ‸.t)]", "'.t' is not the path of a target"),
            ("targets: [.testTarget(name: \"K\", sources: [‸.t])]", "'.t' is not a string"),
            ("targets: [.testTarget(name: \"K\", swiftSettings: [‸.define])]", "'.define' is not a setting"),
            ("targets: [.testTarget(name: \"K\", plugins: [‸.plugin])]", "'.plugin' is not a plugin"),
            ("dependencies: [‸.p]", "'.p' is not a dependency"),
            ("products: [‸.library]", "'.library' is not a product"),
            ("products: [.library(name: \"K\", targets: [‸.k])]", "'.k' is not a string"),
        ])
    func halfTyped(argument: String, message: String) {
        expect(
            "this manifest is not valid Swift: \(message); mend it; no mock is removed until then [manifest-broken]",
            about: argument)
    }

    @Test(
        "are errors if a later version of SwiftPM may accept them, so that it is asked",
        arguments: [
            (#"targets: [‸.testT(name: "K")]"#, "'testT'", "a target may be missing"),
            (
                #"targets: [.testTarget(name: "K", depend: ‸.none)]"#, "'depend:'",
                "parts of '.testTarget(…)' may be missing"
            ),
            (
                #"targets: [.testTarget(name: "K", dependencies: [‸.prod(name: "A")])]"#, "'prod'",
                "a dependency of 'K' may be missing"
            ),
            ("dependencies: [‸.package()]", "'package'", "a dependency may be missing"),
            (#"target: [.target(name: "A")]"#, "'target:'", "parts of 'Package(…)' may be missing"),
        ])
    func ofLaterVersions(argument: String, subject: String, consequence: String) {
        expect(notStatic(subject, consequence), about: argument)
    }

    /// They change a mock at most, and a project whose SwiftPM cannot be asked keeps the others.
    @Test(
        "are warnings if they are settings and platforms",
        arguments: [
            (
                #"targets: [.target(name: "K", swiftSettings: [‸.defin("A")])]"#, "'defin'",
                "settings of 'K' may be missing"
            ),
            (
                #"targets: [.target(name: "K", dependencies: [.target(name: "A", condition: .when(platforms: [‸.l]))])]"#,
                "'.l'", "Linux may be missing here"
            ),
        ])
    func settingsOfLaterVersions(argument: String, subject: String, consequence: String) {
        expect(notStatic(subject, consequence), .warning, about: argument)
    }

    private func notStatic(_ subject: String, _ consequence: String) -> String {
        "\(subject) cannot be known without running the manifest, so \(consequence); \(Self.wayOut) [manifest-not-static]"
    }

    private func expect(_ message: String, _ severity: Diagnostic.Severity = .error, about argument: String) {
        let parts = argument.split(separator: "‸")
        let place = parts.count == 2 ? "2:\(parts[0].count + 1)" : "1:15"
        let text = "let package = Package(name: \"R\",\n\(parts.joined()))"
        let diagnostics = parseManifest(text, path: "Package.swift").diagnostics.map(\.description)
        #expect(diagnostics == ["Package.swift:\(place): \(severity.rawValue): \(message)"])
    }

    /// A removal under an undecided condition, or by an undecided predicate.
    @Test(
        "is noticed where targets are removed",
        arguments: [
            ("package.targets.removeAll { $0.name.hasPrefix(secret()) }", Self.stays("A")),
            ("package.targets = package.targets.filter { known.contains($0.name) }", Self.stays("A", column: 19)),
            (
                "if Context.environment[\"CI\"] != nil { package.targets.removeAll { $0.name == \"B\" } }",
                Self.stays("B", column: 39)
            ),
            ("if Context.environment[\"CI\"] != nil { package.targets = [] }", Self.stays("A", column: 39)),
            ("let removed = package.targets.remove(at: index)", Self.stays("A", column: 15)),
        ])
    func uncertainTargets(statement: String, expected: String) {
        let text = "let package = Package(name: \"R\", targets: [.target(name: \"A\"), .target(name: \"B\")])\n"
        let (manifest, diagnostics) = parseManifest(text + statement, path: "Package.swift")
        #expect(manifest.targets.prefix(2).map(\.name) == ["A", "B"])
        #expect(
            diagnostics.filter { $0.severity == .warning }.map(\.description) == [
                "Package.swift:\(expected); \(Self.wayOut) [manifest-not-static]"
            ])
    }

    private static func stays(_ target: String, column: Int = 1) -> String {
        "2:\(column): warning: whether target '\(target)' is removed here cannot be known without running the manifest, so "
            + "it is read as if it stayed"
    }

    @Test("does not take the rest with it")
    func restIsKept() {
        let (manifest, diagnostics) = parseManifest(
            """
            var targets: [Target] = [.target(name: "A")]
            targets.insertSomething()
            targets.append(.target(name: "B", dependencies: ["A", secret()], swiftSettings: [secretSetting()]))
            let package = Package(name: name(), targets: targets + more())
            """, path: "Package.swift")

        #expect(
            manifest.targets == [
                .init(name: "A", line: 1), .init(name: "B", dependencies: [.byName("A")], line: 3),
            ])
        #expect(diagnostics.map(\.position?.line) == [2, 3, 4])
    }

    @Test("are not reported where they cannot change a mock")
    func harmless() {
        let (manifest, diagnostics) = parseManifest(
            """
            let package = Package(
                name: "R", platforms: platforms(), products: products(), dependencies: [remote()],
                targets: [.target(name: "A", resources: resources(), cSettings: c(), swiftSettings: swift())])
            print(package.name)
            """, path: "Package.swift")

        #expect(manifest.targets == [.init(name: "A", line: 3)])
        #expect(diagnostics.isEmpty)
    }

    /// The time limit is the assertion: each of these once took minutes or ended the process.
    @Test(
        "may be broken or hostile, and reading still ends", .timeLimit(.minutes(1)),
        arguments: [
            "", "let package = Package(", "let package = Package(name: \"R\", targets: [.target(name: \"A\"",
            "func f() -> [Target] { f() }\nlet package = Package(name: \"R\", targets: f())",
            "func f(_ x: String) -> String { f(x + x) }\nlet package = Package(name: f(\"x\"))",
            "var a = [1]\nfor x in [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28] { a += a }",
            "let package = Package(name: \"R\", targets: " + String(repeating: "[", count: 5000),
            "let package = Package(name: \"" + String(repeating: "\\(", count: 3000),
            "let x = 1" + String(repeating: " + 1", count: 5_000),
            "var b: [Target] { b + b }\nlet package = Package(name: \"R\", targets: b)",
            "let package = package\npackage.targets += package.targets",
            "extension String { var s: String { self.s } }\nlet package = Package(name: \"R\".s)",
            "let l = [1,2,3,4,5,6,7,8,9]\nfor a in l { for b in l { for c in l { for d in l { for e in l { for f in l { _ = a } } } } } }",
        ])
    func hostile(text: String) {
        _ = parseManifest(text, path: "Package.swift")
    }
}

@Suite("The manifest of mockd itself")
struct OwnManifestTests {
    @Test("is read without a complaint but for the conditions of CI, of fuzzers and of the counted program")
    func own() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
        let (manifest, diagnostics) = parseManifest(text, path: "Package.swift")

        #expect(
            diagnostics.map(\.message) == [
                "whether 'isStrict' holds shows only when the manifest runs; both ways were read",
                "whether 'isFuzzing' holds shows only when the manifest runs; both ways were read",
                "whether 'let toolchainSyntax' holds shows only when the manifest runs; both ways were read",
            ])
        #expect(manifest.name == "mockd")
        #expect(manifest.toolsVersion == .init(6, 3))
        let parsing = try #require(manifest.targets.first { $0.name == "MockParsing" })
        #expect(
            parsing.dependencies.prefix(3) == [
                .byName("MockModel"), .product("SwiftSyntax", package: "swift-syntax"),
                .product("SwiftParser", package: "swift-syntax"),
            ])
        #expect(manifest.targets.first { $0.name == "MockEngineTests" }?.kind == .test)
        let ours = manifest.targets.filter { $0.kind != .system }
        #expect(ours.allSatisfy { $0.settings.importsInternallyByDefault })
    }
}
