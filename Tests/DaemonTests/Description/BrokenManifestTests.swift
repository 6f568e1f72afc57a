import Foundation
import Testing

/// Package.swift is broken for a moment, as while it is typed, merged or saved.
@Suite struct BrokenManifestTests {
    /// A way to break a manifest, and the error line that it causes.
    struct Damage: Sendable {
        var name: String
        var error: String
        var apply: @Sendable (PackageFixture, String) throws -> Void

        init(_ name: String, _ error: String, _ apply: @escaping @Sendable (PackageFixture, String) throws -> Void) {
            (self.name, self.error, self.apply) = (name, error, apply)
        }

        /// Replaces the manifest's text with an invalid one.
        init(_ name: String, at place: String, _ mistake: String, _ edit: @escaping @Sendable (String) -> String) {
            self.init(
                name,
                "Package.swift:\(place): error: this manifest is not valid Swift: \(mistake); mend it; no mock is removed "
                    + "until then [manifest-broken]"
            ) { try $0.write("Package.swift", edit($1)) }
        }
    }

    static let damages: [Damage] = [
        Damage("empty", noPackage) { package, _ in try package.write("Package.swift", "") },
        Damage("cut before the package", noPackage) { package, text in
            try package.write("Package.swift", String(text.prefix { $0 != "=" }.dropLast("let package ".count)))
        },
        Damage("cut", at: "6:34", "expected ']' to end array") { String($0.prefix(146)) },
        Damage("a quote is missing", at: "4:20", #"expected '"' to end string literal"#) {
            $0.replacing(#"name: "Kitchen",\#n"#, with: #"name: "Kitchen,\#n"#)
        },
        Damage("a comma is missing", at: "7:9", "',' is missing before '.testTarget'") {
            $0.replacing(#"(name: "Kitchen"),"#, with: #"(name: "Kitchen")"#)
        },
        Damage("a target is half typed", at: "6:48", "expected value in function call") {
            $0.replacing(#"(name: "Kitchen"),"#, with: #"(name: "Kitchen"), .target(name:"#)
                .split(separator: "\n").filter { !$0.contains(".testTarget(") }.joined(separator: "\n")
        },
        Damage("a target is half typed, in valid Swift", at: "7:9", "'.testT' is not a target") { text in
            Self.replacingTests(in: text, with: ".testT")
        },
        Damage("an argument is half typed", at: "7:43", "an argument of '.testTarget(…)' has no label") { text in
            Self.replacingTests(in: text, with: #".testTarget(name: "KitchenTests", dep)"#)
        },
        Damage("a dependency is half typed", at: "7:58", "'.t' is not a dependency") { text in
            Self.replacingTests(in: text, with: #".testTarget(name: "KitchenTests", dependencies: [.t])"#)
        },
        Damage(
            "a name is half typed",
            "Package.swift:7:1: error: target 'KitchenTests' depends on 'Ki', which is no target of this package and no "
                + "product of those that it depends on; mend it; no mock is removed until then [unknown-dependency]"
        ) { package, text in
            let test = #".testTarget(name: "KitchenTests", dependencies: ["Ki"])"#
            try package.write("Package.swift", Self.replacingTests(in: text, with: test))
        },
        Damage("a merge left a conflict", at: "6:1", "a merge left a conflict here") {
            $0.replacing(
                #"        .target(name: "Kitchen"),"#,
                with: """
                    <<<<<<< HEAD
                            .target(name: "Kitchen"),
                    =======
                            .target(name: "Cellar"),
                    >>>>>>> other
                    """)
        },
        Damage("too large", unreadable("it is larger than 1 MiB")) { package, text in
            try package.write("Package.swift", text + String(repeating: " ", count: 1 << 20))
        },
        Damage("a link that leads nowhere", unreadable("No such file or directory")) { package, _ in
            try FileManager.default.removeItem(at: package.url("Package.swift"))
            try FileManager.default.createSymbolicLink(
                at: package.url("Package.swift"), withDestinationURL: package.url("Gone.swift"))
        },
        Damage("a folder", unreadable("it is a folder, not a file")) { package, _ in
            try FileManager.default.removeItem(at: package.url("Package.swift"))
            try FileManager.default.createDirectory(
                at: package.url("Package.swift"), withIntermediateDirectories: false)
        },
        Damage("a pipe", unreadable("it is a pipe, not a file")) { package, _ in
            try FileManager.default.removeItem(at: package.url("Package.swift"))
            #expect(mkfifo(package.url("Package.swift").path(), 0o600) == 0)
        },
        Damage(
            "deleted",
            "%ROOT%: error: there is neither a .mockd.yml nor a Package.swift here; run mockd in the folder of a Swift "
                + "package, or run 'mockd init' to write a .mockd.yml and list your modules in it [no-project]"
        ) { package, _ in try FileManager.default.removeItem(at: package.url("Package.swift")) },
    ]

    /// Returns the manifest with another text in the place of its test target.
    private static func replacingTests(in manifest: String, with text: String) -> String {
        manifest.replacing(#/\.testTarget.*/#, with: text)
    }

    private static let noPackage =
        "Package.swift:1:1: error: there is no 'Package(…)' in this manifest; mend it; no mock is removed until then "
        + "[manifest-broken]"

    private static func unreadable(_ reason: String) -> String {
        "Package.swift: error: this manifest cannot be read: \(reason); mend it; no mock is removed until then "
            + "[manifest-unreadable]"
    }

    @Test func `a broken manifest removes no mock, and one error gives the place until it is mended`() async throws {
        let package = try PackageFixture.kitchen()
        let good = try #require(package.read("Package.swift"))
        let daemon = try await package.watch()
        for damage in Self.damages {
            try damage.apply(package, good)
            let error = damage.error.replacing("%ROOT%", with: package.root.path()) + "\n"
            let sync = try await package.run("mockctl", "sync")
            #expect(sync.status == 1, "\(damage.name)")
            #expect(
                sync.errors == error + "the project is mocked as it was described before; see: mockctl errors\n",
                "\(damage.name)")
            #expect(try await package.run("mockctl", "errors").output == error, "\(damage.name)")
            let status = try await package.run("mockctl", "status")
            #expect(status.output.contains("Errors: 1; list them"), "\(damage.name)")
            // One-shot runs, and the start of a second daemon.
            for arguments in [["generate"], ["generate", "--check"], ["service", "print"]] {
                let oneShot = try await package.run("mockd", arguments)
                #expect(oneShot.status == 78, "\(damage.name) \(arguments)")
                #expect(oneShot.errors == error, "\(damage.name) \(arguments)")
            }
            // The daemon still uses the last valid description.
            let cups = PackageFixture.cook.replacing("bowls", with: "cups")
            try package.write("Sources/Kitchen/Cook.swift", cups)
            _ = try await package.run("mockctl", "sync")
            #expect(package.read(PackageFixture.mockPath)?.contains("cups") == true, "\(damage.name)")
            try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook)

            try? FileManager.default.removeItem(at: package.url("Package.swift"))
            try package.write("Package.swift", good)
            let mended = try await package.run("mockctl", "sync")
            #expect((mended.status, mended.errors) == (0, ""), "\(damage.name)")
            #expect(try await package.run("mockctl", "errors").output == "", "\(damage.name)")
            #expect(package.read(PackageFixture.mockPath)?.contains("bowls") == true, "\(damage.name)")
        }
        #expect(await daemon.stop() == 0)
    }

    @Test func `a start with a broken manifest ends with 78 and removes no mock`() async throws {
        let package = try PackageFixture.kitchen()
        let good = try #require(package.read("Package.swift"))
        #expect(await (try package.watch()).stop() == 0)
        try package.write("Package.swift", String(good.prefix(146)))
        let start = try await package.run("mockd", "watch", ".")
        #expect(start.status == 78)
        #expect(start.errors == Self.damages[2].error + "\n")
        let mock = package.modified(PackageFixture.mockPath)
        #expect(mock != nil)
        try package.write("Package.swift", good)
        let daemon = try await package.watch()
        #expect(package.modified(PackageFixture.mockPath) == mock)
        #expect(await daemon.stop() == 0)
    }

    @Test func `the mistakes of both files are reported at once`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        try package.write(".mockd.yml", "mock: everything\n")
        try package.write("Package.swift", "let package = Package(\n")
        let errors = """
            .mockd.yml:1:7: error: 'everything' is no value of 'mock'; write annotated or all [config-value]
            Package.swift:1:23: error: this manifest is not valid Swift: expected value and ')' to end function call; mend \
            it; no mock is removed until then [manifest-broken]

            """
        let sync = try await package.run("mockctl", "sync")
        #expect(sync.status == 1)
        #expect(sync.errors == errors + "the project is mocked as it was described before; see: mockctl errors\n")
        #expect(try await package.run("mockctl", "errors").output == errors)
        let status = try await package.run("mockctl", "status")
        #expect(status.output.contains("Errors: 2; list them with: mockctl errors"))
        let once = try await package.run("mockd", "generate")
        #expect((once.status, once.errors) == (78, errors))
        try FileManager.default.removeItem(at: package.url(".mockd.yml"))
        let one = try await package.run("mockctl", "sync")
        #expect(one.status == 1)
        #expect(!one.errors.contains(".mockd.yml"))
        #expect(package.read(PackageFixture.mockPath) != nil)
        #expect(await daemon.stop() == 0)
    }

    /// With a fetched package, whose newer version may have what is named, SwiftPM alone can tell that a name is wrong.
    @Test(arguments: [
        (#"["Kitchen"]"#, #"["Kitche"]"#), (#"["Kitchen"]"#, #"[.target(name: "K")]"#),
        (#"["Kitchen"]"#, #"[.byName(name: "")]"#),
        (#""Kitchen", dependencies"#, #""Kitche", dependencies"#),
    ])
    func `a name that leads nowhere removes no mock of a source that is there`(name: String, typed: String) async throws
    {
        let package = try PackageFixture.kitchen()
        let manifest = DescriptionChangeTests.manifest(
            ["Kitchen", "Galley"], package: #".package(url: "https://example.org/pantry", from: "1.0.0")"#,
            uses: #".product(name: "Pantry", package: "pantry")"#)
        try package.write("Package.swift", manifest)
        let checkout = ".build/checkouts/pantry"
        try package.write("\(checkout)/Package.swift", DescriptionChangeTests.library("Pantry"))
        try package.write("\(checkout)/Sources/Pantry/Person.swift", "public protocol Person { func eat() }")
        try package.write("Sources/Galley/Oar.swift", "/// @mockable\nprotocol Oar {}\n")
        try package.write("Tests/GalleyTests/GalleyTests.swift", "")
        let daemon = try await package.watch()
        let mock = try #require(package.read(PackageFixture.mockPath))

        #expect(manifest.contains(name))
        try package.write("Package.swift", manifest.replacing(name, with: typed))
        try await package.expectAgreement(typed)
        #expect(package.read(PackageFixture.mockPath) == mock)
        // The same holds for a run that knows nothing of the one before.
        _ = try await package.run("mockd", "generate", "--cache", "none")
        #expect(package.read(PackageFixture.mockPath) == mock)
        #expect(package.read("Tests/GalleyTests/Mocks/Oar.mocks.swift") != nil)

        try package.write("Package.swift", manifest)
        try await package.expectCurrent()
        #expect(package.read(PackageFixture.mockPath) == mock)
        #expect(await daemon.stop() == 0)
    }

    @Test func `the broken manifest of a package beside the project removes no mock either`() async throws {
        let package = try PackageFixture.kitchen()
        let manifest = try #require(package.read("Package.swift"))
        try package.write(
            "Package.swift",
            manifest.replacing("targets: [", with: "dependencies: [.package(path: \"../Pantry\")],\n    targets: [")
                .replacing(".target(name: \"Kitchen\")", with: ".target(name: \"Kitchen\", dependencies: [\"Pantry\"])")
        )
        let pantry = """
            let package = Package(
                name: "Pantry", products: [.library(name: "Pantry", targets: ["Pantry"])],
                targets: [.target(name: "Pantry")])
            """
        try package.write("../Pantry/Package.swift", pantry)
        try package.write("../Pantry/Sources/Pantry/Person.swift", "public protocol Person { func eat() }")
        try package.write(
            "Sources/Kitchen/Cook.swift", "import Pantry\n/// @mockable\nprotocol Cook: Person { func cook() }\n")
        let daemon = try await package.watch()
        let mock = try #require(package.read(PackageFixture.mockPath))
        #expect(mock.contains("func eat()"))
        try package.write("../Pantry/Package.swift", String(pantry.prefix(60)))
        let sync = try await package.run("mockctl", "sync")
        #expect(sync.status == 1)
        #expect(sync.errors.contains("/Pantry/Package.swift:2:"), "\(sync.errors)")
        #expect(package.read(PackageFixture.mockPath) == mock)
        try package.write("../Pantry/Package.swift", pantry)
        #expect(try await package.run("mockctl", "sync").status == 0)
        #expect(package.read(PackageFixture.mockPath) == mock)
        #expect(await daemon.stop() == 0)
    }
}
