import MockModel
import MockParsing
import Testing

@Suite("A manifest that computes")
struct ManifestFollowingTests {
    @Test(
        "is followed to its targets",
        arguments: [
            Followed(
                "variables", "let names = [\"B\"]\nlet app = \"A\"", "[.target(name: app), .target(name: names[0])]"),
            Followed(
                "a variable of targets", "let all: [Target] = [.target(name: \"A\"), .target(name: \"B\")]", "all"),
            Followed(
                "targets in variables", "let a = Target.target(name: \"A\")\nlet b: Target = .target(name: \"B\")",
                "[a, b]"),
            Followed("a sum of arrays", "let a: [Target] = [.target(name: \"A\")]", "a + [.target(name: \"B\")]"),
            Followed(
                "an array that grows",
                """
                var all: [Target] = []
                all += [.target(name: "A")]
                all.append(.target(name: "B"))
                """, "all"),
            Followed(
                "an array that grows by another",
                "var all = [Target]()\nall.append(contentsOf: [\"A\", \"B\"].map { .target(name: $0) })",
                "all"),
            Followed("interpolation", "let base = \"A\"", #"[.target(name: "\(base)"), .target(name: "B\("")")]"#),
            Followed("concatenation", "let empty = \"\"", #"[.target(name: "A" + empty), .target(name: empty + "B")]"#),
            Followed(
                "a closure with a name", "let names = [\"A\", \"B\"]", "names.map { name in Target.target(name: name) }"
            ),
            Followed("pairs", "let pairs = [(\"A\", 1), (\"B\", 2)]", "pairs.map { name, _ in .target(name: name) }"),
            Followed(
                "key paths", "struct T { var title: String }\nlet all = [T(title: \"A\"), T(title: \"B\")]",
                "all.map(\\.title).map { .target(name: $0) }"),
            Followed(
                "filters", "let names = [\"A\", \"X\", \"B\"]", "names.filter { $0 != \"X\" }.map { .target(name: $0) }"
            ),
            Followed(
                "functions",
                "func make(_ name: String, path: String? = nil) -> Target { .target(name: name, path: path) }",
                "[make(\"A\"), make(\"B\")]"),
            Followed(
                "computed variables that come later", "",
                "later", after: "var later: [Target] { [.target(name: \"A\"), .target(name: \"B\")] }"),
            Followed(
                "closures that are called at once",
                "let all: [Target] = {\n    var all: [Target] = [.target(name: \"A\")]\n    all.append(.target(name: \"B\"))\n    return all\n}()",
                "all"),
            Followed(
                "static members of extensions",
                "extension Target {\n    static let a = Target.target(name: \"A\")\n    static func make(_ n: String) -> Target { .target(name: n) }\n}",
                "[.a, .make(\"B\")]"),
            Followed(
                "own types with methods",
                """
                struct Room {
                    var name: String
                    var isTest = false
                    func target() -> Target { isTest ? .testTarget(name: name) : .target(name: name) }
                }
                """, "[Room(name: \"A\"), Room(name: \"B\")].map { $0.target() }"),
            Followed(
                "enums", "enum Room: String, CaseIterable { case a = \"A\", B }",
                "Room.allCases.map { .target(name: $0.rawValue) }"),
            Followed(
                "the name of a case within its own type",
                "enum Room: String, CaseIterable { case A, B\nvar target: Target { .target(name: rawValue) } }",
                "Room.allCases.map(\\.target)"),
            Followed(
                "positions", "let names = [\"A\", \"B\"]",
                "names.enumerated().map { index, name in .target(name: name) }"),
            Followed(
                "a loop over positions",
                "var all: [Target] = []\nfor (index, name) in [\"A\", \"B\"].enumerated() { all.append(.target(name: name)) }",
                "all"),
            Followed(
                "pairs of two lists", "let names = [\"A\", \"B\", \"C\"]",
                "zip(names, names.dropFirst()).map { name, next in .target(name: name) }"),
            Followed(
                "what is left without the ends", "let names = [\"X\", \"A\", \"B\", \"Y\"]",
                "names.dropFirst().dropLast().lazy.map { .target(name: $0) }"),
            Followed(
                "ways out that nobody takes", "guard true else { fatalError() }",
                "[.target(name: \"A\"), .target(name: \"B\")]"),
            Followed(
                "conditional values", "let isBig = true", "isBig ? [.target(name: \"A\"), .target(name: \"B\")] : []"),
            Followed(
                "defaults of optionals", "let none: [Target]? = nil",
                "none ?? [.target(name: \"A\"), .target(name: \"B\")]"),
            Followed(
                "if expressions", "let isBig = false",
                "if isBig { [] } else { [.target(name: \"A\"), .target(name: \"B\")] }", asVariable: true),
        ])
    func followed(_ example: Followed) {
        let manifest = follow(example.text)

        #expect(manifest.targets.map(\.withoutLine) == [.init(name: "A"), .init(name: "B")])
    }

    @Test("may change the package afterwards")
    func mutation() {
        let manifest = follow(
            """
            let package = Package(name: "Restaurant", targets: [.target(name: "A")])
            package.targets.append(.target(name: "B"))
            package.targets += [.target(name: "C"), .target(name: "X")]
            package.targets.removeAll { $0.name == "X" || $0.isTest }
            package.targets += [.target(name: "Y"), .target(name: "Z")]
            package.targets.removeLast()
            _ = package.targets.removeLast()
            package.dependencies = [.package(path: "../knives")]
            for name in ["A", "B"] {
                package.targets.append(.testTarget(name: "\\(name)Tests", dependencies: [.target(name: name)]))
            }
            for target in package.targets where target.type != .test {
                var settings = target.swiftSettings ?? []
                settings.append(.enableUpcomingFeature("InternalImportsByDefault"))
                target.swiftSettings = settings
            }
            package.targets.forEach { $0.exclude += ["Old"] }
            """)

        #expect(manifest.targets.map(\.name) == ["A", "B", "C", "ATests", "BTests"])
        #expect(manifest.targets.map(\.settings.importsInternallyByDefault) == [true, true, true, false, false])
        #expect(manifest.targets.last?.dependencies == [.target("B")])
        #expect(manifest.targets.allSatisfy { $0.exclude == ["Old"] })
        #expect(manifest.dependencies.map(\.origin) == [.path("../knives")])
    }

    @Test("may share settings, dependencies and excluded files through variables")
    func sharedValues() {
        let manifest = follow(
            """
            let spices: Target.Dependency = .product(name: "Spices", package: "spices")
            let common: [Target.Dependency] = ["Pantry", spices]
            let exclude = ["README.md"]
            extension Array where Element == SwiftSetting {
                static var strict: Self { [.enableUpcomingFeature("ExistentialAny")] }
            }
            let package = Package(name: "R", targets: [
                .target(name: "A", dependencies: common + ["Stove"], exclude: exclude, swiftSettings: .strict),
                .target(name: "B", dependencies: [spices], exclude: exclude + ["Notes"], swiftSettings: .strict + [.define("X")]),
            ])
            """)

        #expect(
            manifest.targets.map(\.withoutLine) == [
                .init(
                    name: "A", exclude: ["README.md"],
                    dependencies: [.byName("Pantry"), .product("Spices", package: "spices"), .byName("Stove")],
                    settings: .init(upcomingFeatures: ["ExistentialAny"])),
                .init(
                    name: "B", exclude: ["README.md", "Notes"], dependencies: [.product("Spices", package: "spices")],
                    settings: .init(upcomingFeatures: ["ExistentialAny"], defines: ["X"])),
            ])
    }

    @Test(
        "is compiled for Linux",
        arguments: [
            ("#if os(Linux)", true), ("#if os(macOS)", false), ("#if !os(macOS) && swift(>=5.9)", true),
            ("#if canImport(Darwin)", false), ("#if canImport(Foundation)", true), ("#if compiler(>=99)", false),
            ("#if compiler(<99) || DEBUG", true), ("#if OWN_FLAG", false),
            ("#if os(Linux) && (os(macOS) || true)", true),
        ])
    func platform(condition: String, holds: Bool) {
        let manifest = follow(
            """
            \(condition)
            let targets: [Target] = [.target(name: "Then")]
            #else
            let targets: [Target] = [.target(name: "Else")]
            #endif
            let package = Package(name: "R", targets: targets)
            """)

        #expect(manifest.targets.map(\.name) == [holds ? "Then" : "Else"])
    }

    @Test("with a condition that only running decides is read both ways, and a note says so")
    func undecided() {
        let (manifest, diagnostics) = parseManifest(
            """
            var dependencies: [Package.Dependency] = []
            if Context.environment["LOCAL"] == nil {
                dependencies.append(.package(url: "https://example.org/spices", from: "1.0.0"))
            } else {
                dependencies.append(.package(path: "../spices"))
            }
            let package = Package(name: "R", dependencies: dependencies, targets: [.target(name: "A")])
            """, path: "Package.swift")

        #expect(manifest.dependencies.map(\.origin) == [.url("https://example.org/spices"), .path("../spices")])
        #expect(
            diagnostics.map(\.description) == [
                "Package.swift:2:4: note: whether 'Context.environment[\"LOCAL\"] == nil' holds shows only when the "
                    + "manifest runs; both ways were read [manifest-condition]"
            ])
    }

    @Test("does not switch compilation conditions on that only some build server has")
    func undecidedDefines() {
        let (manifest, _) = parseManifest(
            """
            var settings: [SwiftSetting] = [.define("ALWAYS")]
            if Context.environment["CI"] != nil { settings.append(.define("SERVER")) }
            let package = Package(name: "R", targets: [.target(name: "A", swiftSettings: settings)])
            """, path: "Package.swift")

        #expect(manifest.targets.map(\.settings.defines) == [["ALWAYS"]])
    }
}

struct Followed: CustomTestStringConvertible {
    var testDescription: String
    var text: String

    init(_ name: String, _ before: String, _ targets: String, after: String = "", asVariable: Bool = false) {
        testDescription = name
        let declaration = asVariable ? "let chosen: [Target] = \(targets)\n" : ""
        text = """
            \(before)
            \(declaration)let package = Package(name: "R", targets: \(asVariable ? "chosen" : targets))
            \(after)
            """
    }
}

extension PackageManifest.Target {
    /// The target without its line, for tests that do not check it.
    var withoutLine: Self {
        var target = self
        target.line = nil
        return target
    }
}
