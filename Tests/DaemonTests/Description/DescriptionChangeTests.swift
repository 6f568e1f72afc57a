import Foundation
import Testing

/// Folders, checkouts and files that the project's description depends on appear, change or disappear later.
@Suite struct DescriptionChangeTests {
    private let files = FileManager.default

    @Test func `the folder of a target may be added after its manifest, and be removed and added again`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        try package.write("Package.swift", Self.manifest(["Kitchen", "Pantry"]))
        try await package.expectCurrent()
        try package.write("Sources/Pantry/Shelf.swift", "/// @mockable\nprotocol Shelf {}\n")
        try await package.expectCurrent()
        #expect(package.read("Tests/PantryTests/Mocks/Shelf.mocks.swift") != nil)

        try files.removeItem(at: package.url("Sources/Pantry"))
        try await package.expectCurrent()
        #expect(package.read("Tests/PantryTests/Mocks/Shelf.mocks.swift") == nil)
        try files.createDirectory(at: package.url("Sources/Pantry"), withIntermediateDirectories: false)
        try await package.expectCurrent()
        try package.write("Sources/Pantry/Shelf.swift", "/// @mockable\nprotocol Shelf {}\n")
        // The daemon notices the save by itself: no `mockctl` command asks for it.
        #expect(await daemon.line(number: 2) { $0.contains("output-written") && $0.contains("Shelf.mocks") } != nil)
        try await package.expectCurrent()
        #expect(await daemon.stop() == 0)
    }

    @Test func `a module may be renamed in two steps, in either order`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        for (name, next, manifestFirst) in [("Kitchen", "Galley", true), ("Galley", "Bar", false)] {
            func move() throws {
                try files.moveItem(at: package.url("Sources/\(name)"), to: package.url("Sources/\(next)"))
                try? files.moveItem(at: package.url("Tests/\(name)Tests"), to: package.url("Tests/\(next)Tests"))
            }
            if !manifestFirst {
                try move()
                try await package.expectCurrent()
            }
            try package.write("Package.swift", Self.manifest([next]))
            try await package.expectCurrent()
            if manifestFirst {
                try move()
                try await package.expectCurrent()
            }
            #expect(package.read("Tests/\(next)Tests/Mocks/Cook.mocks.swift")?.contains("import \(next)") == true)
            #expect(package.read("Tests/\(name)Tests/Mocks/Cook.mocks.swift") == nil)
        }
        #expect(await daemon.stop() == 0)
    }

    /// Makes a mocked protocol refine one of the package `pantry`.
    static func useParentOfPantry(at url: String, in package: PackageFixture) throws {
        try package.write(
            "Package.swift",
            manifest(
                ["Kitchen"], package: ".package(url: \"\(url)\", from: \"1.0.0\")",
                uses: ".product(name: \"Pantry\", package: \"pantry\")"))
        try package.write(
            "Sources/Kitchen/Cook.swift", "import Pantry\n/// @mockable\nprotocol Cook: Person { func cook() }\n")
    }

    @Test func `the checkout of a dependency may be added, changed in place and removed`() async throws {
        let package = try PackageFixture.kitchen()
        try Self.useParentOfPantry(at: "https://example.org/pantry", in: package)
        let daemon = try await package.watch()
        func mock() -> String { package.read(PackageFixture.mockPath) ?? "" }
        let checkout = ".build/checkouts/pantry"
        try package.write("\(checkout)/Package.swift", Self.library("Pantry"))
        try package.write("\(checkout)/Sources/Pantry/Person.swift", "public protocol Person { func eat() }")
        try await package.expectCurrent()
        #expect(mock().contains("func eat()"))
        #expect(!(try await package.run("mockctl", "errors")).output.contains("pantry"))

        try package.write("\(checkout)/Sources/Pantry/Person.swift", "public protocol Person { func drink() }")
        try await package.expectCurrent()
        #expect(mock().contains("func drink()"))
        // Another version of the package has its sources in another folder; the daemon notices that by itself.
        try files.removeItem(at: package.url("\(checkout)/Sources"))
        try package.write("\(checkout)/Code/Person.swift", "public protocol Person { func snack() }")
        try package.write("\(checkout)/Package.swift", Self.library("Pantry", path: "Code"))
        #expect(await daemon.line { $0.contains("config-reloaded") && $0.contains("Pantry.sources") } != nil)
        try await package.expectCurrent()
        #expect(mock().contains("func snack()"))
        try files.removeItem(at: package.url(".build"))
        #expect(try await package.expectAgreement("without the checkout") == 1)
        #expect(mock().contains("func snack()"))
        #expect(await daemon.stop() == 0)
    }

    @Test func `a package that SwiftPM fetches is no news for the terminal, except with -v`() async throws {
        let package = try PackageFixture.kitchen()
        try Self.useParentOfPantry(at: "https://example.org/pantry", in: package)
        let line = "configuration read again: "
        for options in [[], ["-v"]] {
            // The mock of the round before would stay without the checkout.
            try? files.removeItem(at: package.url(PackageFixture.mockPath))
            let daemon = try RunningProcess(
                PackageFixture.products.appending(path: "mockd").path(), ["watch"] + options, in: package.root,
                variables: package.variables, readsErrors: true)
            _ = await daemon.line { $0.hasPrefix("ready in ") }
            try package.write(".build/checkouts/pantry/Package.swift", Self.library("Pantry"))
            try package.write(
                ".build/checkouts/pantry/Sources/Pantry/Person.swift", "public protocol Person { func eat() }")
            try await package.expectCurrent()
            #expect(package.read(PackageFixture.mockPath)?.contains("func eat()") == true)
            #expect(await daemon.line { $0.contains(" -> MockCook written (") } != nil)
            let lines = daemon.lines.filter { $0.contains(line) }.map { $0.dropFirst("HH:MM:SS ".count) }
            #expect(lines.allSatisfy { $0.hasPrefix(line) && $0.contains("module Pantry") })
            #expect(lines.isEmpty == options.isEmpty)
            // An edit of the manifest is news.
            let manifest = try #require(package.read("Package.swift"))
            try package.write("Package.swift", Self.manifest(["Kitchen"]))
            let news = line + "modules.Kitchen.dependencies, module Pantry changed"
            #expect(await daemon.line { $0.hasSuffix(news) } != nil)
            try package.write("Package.swift", manifest)
            try files.removeItem(at: package.url(".build"))
            #expect(await daemon.stop() == 0)
        }
    }

    @Test func `a manifest for this compiler, and a configuration, may be added and removed`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write("Sources/Pantry/Shelf.swift", "/// @mockable\nprotocol Shelf {}\n")
        try package.write("Tests/PantryTests/Tests.swift", "")
        let daemon = try await package.watch()
        let versioned = "Package@swift-6.3.swift"
        try package.write(versioned, Self.manifest(["Pantry"]))
        try await package.expectCurrent()
        #expect(package.read("Tests/PantryTests/Mocks/Shelf.mocks.swift") != nil)
        #expect(package.read(PackageFixture.mockPath) == nil)
        try package.write(
            ".mockd.yml", "modules:\n  - {name: Pantry, sources: [Sources/Pantry], output: Tests/Doubles}\n")
        try await package.expectCurrent()
        #expect(package.read("Tests/Doubles/Shelf.mocks.swift") != nil)
        // A deleted source folder that the configuration lists is an error until it is back.
        try files.moveItem(at: package.url("Sources/Pantry"), to: package.url("Sources/Cellar"))
        #expect(try await package.run("mockctl", "sync").status == 1)
        try files.moveItem(at: package.url("Sources/Cellar"), to: package.url("Sources/Pantry"))
        try await package.expectCurrent()
        #expect(package.read("Tests/Doubles/Shelf.mocks.swift") != nil)
        try files.removeItem(at: package.url(versioned))
        try files.removeItem(at: package.url(".mockd.yml"))
        try await package.expectCurrent()
        #expect(package.read(PackageFixture.mockPath) != nil)
        #expect(await daemon.stop() == 0)
    }

    @Test func `sources behind a linked folder are followed, and so is the link`() async throws {
        let package = try PackageFixture.kitchen()
        try files.moveItem(at: package.url("Sources/Kitchen"), to: package.url("../One"))
        try package.write("../Two/Cook.swift", "/// @mockable\nprotocol Cook { func two() }\n")
        func link(_ name: String) throws {
            try? files.removeItem(at: package.url("Sources/Kitchen"))
            try files.createSymbolicLink(
                atPath: package.url("Sources/Kitchen").path(), withDestinationPath: "../../\(name)")
        }
        try link("One")
        let daemon = try await package.watch()
        #expect(package.read(PackageFixture.mockPath)?.contains("func ramen") == true)
        try package.write("../One/Cook.swift", PackageFixture.cook.replacing("ramen", with: "udon"))
        try await package.expectCurrent()
        #expect(package.read(PackageFixture.mockPath)?.contains("func udon") == true)
        try link("Two")
        try await package.expectCurrent()
        #expect(package.read(PackageFixture.mockPath)?.contains("func two") == true)
        try link("Gone")
        try await package.expectCurrent()
        #expect(package.read(PackageFixture.mockPath) == nil)
        try link("One")
        try await package.expectCurrent()
        #expect(package.read(PackageFixture.mockPath)?.contains("func udon") == true)
        #expect(await daemon.stop() == 0)
    }

    @Test func `a module that a build puts in place is found by the next sync`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write(
            "Sources/Kitchen/Cook.swift", "import Pantry\n/// @mockable\nprotocol Cook: Person { func cook() }\n")
        let daemon = try await package.watch()
        for requirement in ["eat", "drink"] {
            try package.write("../Person.swift", "public protocol Person { func \(requirement)() }")
            let build = try await package.shell(
                "mkdir -p .build/debug/Modules && swiftc -emit-module -module-name Pantry ../Person.swift "
                    + "-o .build/debug/Modules/Pantry.swiftmodule")
            try #require(build.status == 0, "\(build.errors)")
            try await package.expectCurrent()
            #expect(package.read(PackageFixture.mockPath)?.contains("func \(requirement)()") == true)
        }
        #expect(await daemon.stop() == 0)
    }

    @Test(.enabled(if: geteuid() != 0 || Tools.has("setpriv"), "needs setpriv, as root looks at everything"))
    func `a target whose folder cannot be searched for keeps its mocks`() async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            plainly=
            if [ "$(id -u)" = 0 ]; then plainly="setpriv --bounding-set=-dac_override,-dac_read_search"; fi
            trap 'chmod 755 Sources' EXIT
            $plainly "$BIN/mockd" watch . 2> messages & daemon=$!
            until grep -qs '^ready in' messages; do sleep 0.05; done
            chmod 0 Sources; "$BIN/mockctl" sync > /dev/null 2>&1; ls Tests/KitchenTests/Mocks
            $plainly "$BIN/mockd" generate --cache none > /dev/null 2>&1; ls Tests/KitchenTests/Mocks
            chmod 755 Sources; "$BIN/mockctl" sync; echo $?
            kill $daemon; wait $daemon
            """)
        #expect(result.output == "Cook.mocks.swift\nCook.mocks.swift\n0\n", "\(result.errors)")
    }

    // MARK: Manifests

    static func manifest(_ modules: [String], package: String = "", uses dependency: String = "") -> String {
        let targets = modules.map { name in
            """
                    .target(name: "\(name)", dependencies: [\(dependency)]),
                    .testTarget(name: "\(name)Tests", dependencies: ["\(name)"]),

            """
        }
        return """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(
                name: "Kitchen",
                dependencies: [\(package)],
                targets: [
            \(targets.joined())    ])

            """
    }

    static func library(_ name: String, path: String? = nil) -> String {
        """
        // swift-tools-version: 6.3
        import PackageDescription
        let package = Package(
            name: "\(name)",
            products: [.library(name: "\(name)", targets: ["\(name)"])],
            targets: [.target(name: "\(name)"\(path.map { ", path: \"\($0)\"" } ?? ""))])

        """
    }
}

extension PackageFixture {
    /// Syncs the daemon and expects the mocks of a run from scratch.
    func expectCurrent(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let sync = try await run("mockctl", "sync")
        #expect(sync.status == 0, "\(sync.errors)", sourceLocation: sourceLocation)
        let check = try await run("mockd", ["generate", "--check", "--cache", "none"])
        #expect([0, 1].contains(check.status), "\(check.output)\(check.errors)", sourceLocation: sourceLocation)
        #expect(check.output == "", sourceLocation: sourceLocation)
    }
}
