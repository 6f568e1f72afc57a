import Foundation
import Testing

/// `mockd init` puts mockd into a package.
@Suite struct InitTests {
    /// Returns a package with this manifest, a protocol in each target, and a clone of mockd beside it.
    private static func package(_ manifest: String) throws -> PackageFixture {
        let package = try PackageFixture()
        try package.write("Package.swift", manifest)
        for target in ["Kitchen", "Pantry"] {
            try package.write(
                "Sources/\(target)/Cook.swift", PackageFixture.cook.replacing("Cook", with: "\(target)Cook"))
        }
        try package.write("Sources/App/App.swift", "@main struct App { static func main() {} }\n")
        let tests = manifest.matches(of: /"(Kitchen|Pantry|App)Tests"/).map(\.output.1)
        for test in Set(tests) { try package.write("Tests/\(test)Tests/\(test)Tests.swift", "") }
        try package.write("../mockd/Package.swift", clone)
        try package.write("../mockd/Sources/Mocking/Mock.swift", "public protocol Mock {}\n")
        return package
    }

    private static let clone = """
        // swift-tools-version: 6.1
        import PackageDescription
        let package = Package(
            name: "mockd", products: [.library(name: "Mocking", targets: ["Mocking"])],
            targets: [.target(name: "Mocking")])
        """

    // MARK: Manifests

    /// A manifest, and the lines that change in it: a whole text as a difference.
    struct ManifestChange {
        static let folder = PackageFixture.repository.appending(path: "Tests/DaemonTests/Texts/Manifests")
        static var names: [String] {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
            return files.filter { $0.hasSuffix(".diff") }.sorted()
        }

        let file: URL
        let text: String

        init(_ name: String) throws {
            file = Self.folder.appending(path: name)
            text = try String(contentsOf: file, encoding: .utf8)
        }

        var old: String { side("-") }
        var new: String { side("+") }

        private func side(_ sign: Character) -> String {
            var result = ""
            // "\r\n" is one character.
            for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                if line.first == "\\" {
                    result.removeLast()
                } else if line.first == " " || line.first == sign.unicodeScalars.first {
                    result += String(line.dropFirst()) + "\n"
                }
            }
            return result
        }

        /// Rewrites the file, so that its new text is this one.
        func update(with new: String) throws {
            func lines(_ text: String) -> [String] {
                let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(
                    String.init)
                return lines.last == "" ? lines.dropLast() : lines
            }
            var result = lines(old).map { " \($0)" }
            let difference = lines(new).difference(from: lines(old))
            for case .remove(let offset, let line, _) in difference { result[offset] = "-\(line)" }
            // Removed lines stay in the text, so they move the offsets of the inserted ones.
            for case .insert(let offset, let line, _) in difference {
                var (index, kept) = (0, 0)
                while kept < offset || index < result.count && result[index].hasPrefix("-") {
                    if !result[index].hasPrefix("-") { kept += 1 }
                    index += 1
                }
                result.insert("+\(line)", at: index)
            }
            let end = old.utf8.last == UInt8(ascii: "\n") ? "" : "\\ No newline at end of file\n"
            try Data((result.map { $0 + "\n" }.joined() + end).utf8).write(to: file)
        }
    }

    @Test(arguments: ManifestChange.names)
    func `a manifest gets what the mocks need, keeps all other bytes, and is one for SwiftPM`(name: String) async throws
    {
        if name == "extensions.diff" { try await Self.requireSandbox() }
        let change = try ManifestChange(name)
        let package = try Self.package(change.old)
        let result = try await package.run("mockd", "init", "--yes", "--package-path", "../mockd")
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("\nwrote Package.swift\n"), "\(result)")
        let text = try #require(package.read("Package.swift"))
        if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" { try change.update(with: text) }
        // The expected text is that of the file after an update.
        let expected = try ManifestChange(name)
        #expect(text == expected.new, "UPDATE_GOLDENS=1 swift test --filter InitTests: \(text)")
        #expect(expected.old == change.old)

        let described = try await package.runTool("swift", "package", "dump-package")
        #expect(described.status == 0, "\(described.errors)")
        let mocks = try await package.run("mockd", "generate", "--check")
        #expect(mocks.status == 0, "\(mocks)")
        #expect(!(mocks.output + mocks.errors).contains("missing-library"), "\(mocks)")

        let again = try await package.run("mockd", "init", "--yes", "--package-path", "../mockd")
        #expect(again.status == 0, "\(again)")
        #expect(again.output.hasPrefix("Package.swift has all that the mocks need\n"), "\(again)")
        #expect(package.read("Package.swift") == text)
    }

    /// Skips the rest for a manifest that has to be run.
    private static func requireSandbox() async throws {
        guard try await Tools.canSandbox() else {
            try Test.cancel("bubblewrap is not installed, or may not run here")
        }
    }

    @Test func `of a manifest that must not be run nothing is assumed`() async throws {
        let package = try Self.package(
            """
            // swift-tools-version: 6.1
            import Foundation
            import PackageDescription
            let names = try FileManager.default.contentsOfDirectory(atPath: Context.packageDirectory + "/Sources")
            let package = Package(name: "Kitchen", targets: names.map { .target(name: $0) })
            """)
        try package.write("../config/mockd/config.yml", "runManifest: false\n")
        let result = try await package.run("mockd", "init", "--yes", "--package-path", "../mockd")
        #expect(result.status == 1)
        #expect(
            result.output.hasPrefix(
                """
                Package.swift has to be changed by hand, because a part of it is computed:
                Package.swift: in 'dependencies:' of 'Package(…)', before 'targets:':
                    .package(name: "mockd", path: "../mockd", traits: [])
                Package.swift: in 'dependencies:' of each test target with mocks:
                    .product(name: "Mocking", package: "mockd")

                """), "\(result)")
    }

    /// Manifests with a computed part, and the lines that a person has to add.
    private static let computed: [(manifest: String, steps: String)] = [
        (
            """
            // swift-tools-version: 6.0
            import PackageDescription
            let tested: [Target.Dependency] = ["Kitchen"]
            let package = Package(
                name: "Kitchen",
                targets: [
                    .target(name: "Kitchen"),
                    .testTarget(name: "KitchenTests", dependencies: tested),
                    .testTarget(name: "PantryTests", dependencies: tested),
                ]
            )
            """,
            """
            Package.swift:1: in the first line:
                // swift-tools-version: 6.1
            Package.swift:4: in 'dependencies:' of 'Package(…)', before 'targets:':
                .package(name: "mockd", path: "../mockd", traits: [])
            Package.swift:8: in 'dependencies:' of test target 'KitchenTests':
                .product(name: "Mocking", package: "mockd")

            """
        ),
        (
            """
            // swift-tools-version: 6.1
            import PackageDescription
            let package = Package(
                name: "Kitchen",
                targets: ["Kitchen", "Pantry"].flatMap { name in
                    [.target(name: name), .testTarget(name: "\\(name)Tests", dependencies: [.byName(name: name)])]
                }
            )
            """,
            """
            Package.swift:3: in 'dependencies:' of 'Package(…)', before 'targets:':
                .package(name: "mockd", path: "../mockd", traits: [])
            Package.swift: in 'dependencies:' of test target 'KitchenTests':
                .product(name: "Mocking", package: "mockd")
            Package.swift: in 'dependencies:' of test target 'PantryTests':
                .product(name: "Mocking", package: "mockd")

            """
        ),
        (
            """
            // swift-tools-version: 6.1
            import Foundation
            import PackageDescription
            let files = FileManager.default
            let names = try! files.contentsOfDirectory(atPath: Context.packageDirectory + "/Sources").filter { $0 != "App" }
            let package = Package(
                name: "Kitchen",
                targets: names.map { .target(name: $0) }
                    + names.map { .testTarget(name: $0 + "Tests", dependencies: [.byName(name: $0)]) }
            )
            """,
            """
            Package.swift:6: in 'dependencies:' of 'Package(…)', before 'targets:':
                .package(name: "mockd", path: "../mockd", traits: [])
            Package.swift: in 'dependencies:' of test target 'KitchenTests':
                .product(name: "Mocking", package: "mockd")
            Package.swift: in 'dependencies:' of test target 'PantryTests':
                .product(name: "Mocking", package: "mockd")

            """
        ),
    ]

    @Test(arguments: computed.indices)
    func `where a manifest computes, the lines to add are shown and nothing is written`(index: Int) async throws {
        let (manifest, steps) = Self.computed[index]
        if manifest.contains("FileManager") { try await Self.requireSandbox() }
        let package = try Self.package(manifest)
        for name in ["Kitchen", "Pantry"] { try package.write("Tests/\(name)Tests/\(name)Tests.swift", "") }
        let result = try await package.run("mockd", "init", "--yes", "--package-path", "../mockd")
        #expect(result.status == 1)
        let opening = "Package.swift has to be changed by hand, because a part of it is computed:\n"
        #expect(result.output.hasPrefix(opening + steps), "\(result)")
        #expect(
            result.output.hasSuffix("\nnext: change it, then run: mockd init --package-path ../mockd\n"), "\(result)")
        #expect(package.read("Package.swift") == manifest)
        #expect(package.read(PackageFixture.mockPath) == nil)
    }

    @Test func `a package without targets is told what to add`() async throws {
        let package = try PackageFixture()
        try package.write(
            "Package.swift",
            "// swift-tools-version: 6.3\nimport PackageDescription\nlet package = Package(name: \"Kitchen\")\n")
        let result = try await package.run("mockd", "init", "--yes")
        #expect(result.status == 1)
        #expect(
            result.output == """
                Package.swift has to be changed by hand, because it has no target whose types tests could mock:
                Package.swift: in 'targets:' of 'Package(…)':
                    .target(name: "App"), .testTarget(name: "AppTests", dependencies: ["App"])
                next: change it, then run: mockd init

                """, "\(result)")
    }

    // MARK: Applying

    private static let needy = PackageFixture.manifest(tests: "\"Kitchen\"")

    private static let difference = """
        --- a/Package.swift
        +++ b/Package.swift
        @@ -2,8 +2,11 @@
         import PackageDescription
         let package = Package(
             name: "Kitchen",
        +    dependencies: [
        +        .package(name: "mockd", path: "../mockd", traits: []),
        +    ],
             targets: [
                 .target(name: "Kitchen"),
        -        .testTarget(name: "KitchenTests", dependencies: ["Kitchen"]),
        +        .testTarget(name: "KitchenTests", dependencies: ["Kitchen", .product(name: "Mocking", package: "mockd")]),
             ]
         )
        \\ No newline at end of file

        """

    @Test(arguments: [[], ["--dry-run"]])
    func `without a terminal, and with --dry-run, init shows the change and how to apply it`(options: [String])
        async throws
    {
        let package = try Self.package(Self.needy)
        let result = try await package.run("mockd", ["init", "--package-path", "../mockd"] + options)
        #expect(result.status == 0)
        #expect(
            result.output == Self.difference
                + """
                Kitchen: 1 mock of 1 file, to Tests/KitchenTests/Mocks
                apply it with: mockd init --yes --package-path ../mockd

                """, "\(result)")
        let folder = package.base.appending(path: "mockd").path()
        #expect(
            result.errors == "Package.swift: note: colleagues and CI need a clone of mockd in the same place, which is "
                + "\(folder) here\n", "\(result)")
        #expect(package.read("Package.swift") == Self.needy)
        #expect(!FileManager.default.fileExists(atPath: package.url("Tests/KitchenTests/Mocks").path()))
        #expect(!FileManager.default.fileExists(atPath: package.url(".mockd.yml").path()))
    }

    @Test func `init --yes changes the package, makes the mocks, and tells the next command`() async throws {
        let package = try Self.package(Self.needy)
        let result = try await package.run("mockd", "init", "--yes", "--package-path", "../mockd", package.root.path())
        #expect(result.status == 0)
        #expect(
            result.output.hasPrefix(
                Self.difference + """
                    wrote Package.swift
                    Kitchen: 1 mock of 1 file, to Tests/KitchenTests/Mocks
                    wrote Tests/KitchenTests/Mocks/Cook.mocks.swift

                    """), "\(result)")
        #expect(result.output.hasSuffix("\nnext: mockd watch \(package.root.path())\n"), "\(result)")
        #expect(try await package.run("mockd", "generate", "--check").status == 0)
    }

    @Test func `a person is asked, and a manifest that changed meanwhile is not replaced`() async throws {
        let package = try Self.package(Self.needy)
        try await Screen.with(columns: 120, in: package) { screen in
            try await screen.type("mockd init --package-path ../mockd")
            try await screen.shows("+        .package(", "Apply this? [Y/n]")
            try await screen.type("n")
            try await screen.shows("[Y/n] n\nnothing was changed\n$")
            #expect(package.read("Package.swift") == Self.needy)

            try await screen.type("clear; mockd init --package-path ../mockd")
            try await screen.shows("Apply this? [Y/n]")
            try package.write("Package.swift", Self.needy + "\n// edited meanwhile\n")
            try await screen.type("y")
            try await screen.shows(
                "error: Package.swift has changed meanwhile; nothing was written to it; run: mockd init\n$")
            #expect(package.read("Package.swift")?.hasSuffix("// edited meanwhile\n") == true)

            try await screen.type("clear; mockd init --package-path ../mockd")
            try await screen.shows("Apply this? [Y/n]")
            try await screen.type("")
            try await screen.shows("wrote Package.swift", "wrote Tests/KitchenTests/Mocks", "next: mockd watch .\n$")
            #expect(package.read("Package.swift")?.contains("path: \"../mockd\", traits: []") == true)
        }
    }

    // MARK: The place of mockd

    @Test func `an installed program finds a clone beside the package, or says how to name one`() async throws {
        let package = try Self.package(Self.needy)
        let result = try await package.shell(
            """
            cp $BIN/mockd ../installed && mv ../mockd ../elsewhere
            ../installed init; echo "status $?"
            ../installed init --package-url https://example.org/tools/mockd.git | grep .package\\(
            mv ../elsewhere ../mockd
            ../installed init | grep .package\\(
            """)
        #expect(
            result.errors.hasPrefix(
                "error: Package.swift needs a dependency on mockd, and this program does not know where mockd is; name a "
                    + "clone with --package-path, or a repository with --package-url; nothing was changed\n"),
            "\(result)")
        let version = try await package.run("mockd", "--version").output.prefix { !$0.isWhitespace }
        #expect(
            result.output == """
                status 64
                +        .package(url: "https://example.org/tools/mockd.git", from: "\(version)", traits: []),
                +        .package(name: "mockd", path: "../mockd", traits: []),

                """, "\(result)")
        #expect(package.read("Package.swift") == Self.needy)
    }

    @Test(arguments: [
        (["--yes", "--dry-run"], "--yes and --dry-run exclude each other."),
        (["--package-path", "Sources"], "--package-path: there is no clone of mockd in 'Sources'."),
        (
            ["--package-url", "https://example.org/other.git"],
            "--package-url: the repository has to be called 'mockd', because SwiftPM takes the package's name from it."
        ),
    ])
    func `options that contradict are refused before anything is read`(options: [String], message: String) async throws
    {
        let result = try await Self.package(Self.needy).run("mockd", ["init"] + options)
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("Error: \(message)\n"), "\(result)")
    }

    // MARK: Builds

    /// Packages that `swift package init` makes, one of them with an old tools version and one without tests.
    @Test func `the tests of fresh packages build and pass with the library`() async throws {
        let package = try PackageFixture()
        let result = try await package.shell(
            """
            set -e
            make() { mkdir $1; cd $1; swift package init --name $1 "${@:2}" >/dev/null; }
            (make Library --type library
             sed -i -e 's/6\\.3/5.9/' -e '/swiftLanguageModes/d' Package.swift)
            (make Bare --type library --disable-swift-testing)
            (make Program --type executable)
            for name in Library Bare Program; do
                cd $name
                printf '/// @mockable\\nprotocol Cook {\\n    func ramen(bowls: Int) -> Bool\\n}\\n' >Sources/$name/Cook.swift
                $BIN/mockd init --yes
                printf 'import Mocking\\nimport Testing\\n@testable import %s\\n\\n' $name >Tests/${name}Tests/CookTests.swift
                cat >>Tests/${name}Tests/CookTests.swift <<'TESTS'
            @Test func ramenIsCooked() {
                let cook = MockCook()
                given(cook).ramen(bowls: 2).willReturn(true)
                #expect(cook.ramen(bowls: 2))
                verify(cook).ramen().wasCalled()
            }
            TESTS
                # One folder: the library is compiled once.
                swift test --scratch-path ../build 2>&1
                cd ..
            done
            """)
        #expect(result.status == 0, "\(result)")
        #expect(result.output.matches(of: /Test ramenIsCooked\(\) passed/).count == 3, "\(result)")
    }
}
