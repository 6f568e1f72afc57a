import Foundation
import Testing

/// A project, a module and a type choose the style of their mocks.
@Suite struct StyleTests {
    private static let till = "Tests/KitchenTests/Mocks/Till.mocks.swift"

    private func kitchen() throws -> PackageFixture {
        let package = try PackageFixture.kitchen()
        try package.write(
            "Sources/Kitchen/Till.swift",
            """
            /// @mockable(style: typed)
            protocol Till {
                func open()
                #if DEBUG
                    func debug()
                #endif
            }

            """)
        return package
    }

    /// Every style but `typed`, with a part of its mock.
    private static let styles = [
        ("spy", "var ramenCallCount"), ("sourcery", "var ramenBowlsCallsCount"),
        ("automockable", "var ramenBowlsIntBoolCallsCount"), ("mocksix", "case ramen_bowls"),
        ("mimus", "simulatedRamenBowls"), ("wrapper", "var ramenMock = {"),
    ]

    @Test(arguments: styles)
    func `another style in the configuration rewrites exactly the mocks that it concerns`(
        style: String, part: String
    ) async throws {
        let package = try kitchen()
        let daemon = try await package.watch()
        let typed = try #require(package.read(PackageFixture.mockPath))
        let own = try #require(package.read(Self.till))
        try package.write(".mockd.yml", "style: \(style)\n")
        #expect(await daemon.event("config-reloaded", containing: "\"changed\":[\"style\"") != nil)
        _ = try await package.run("mockctl", "sync")
        #expect(package.read(PackageFixture.mockPath)?.contains(part) == true)
        #expect(package.read(PackageFixture.mockPath)?.contains("import Mocking") == false)
        #expect(package.read(Self.till) == own)

        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls", with: "cups"))
        _ = try await package.run("mockctl", "sync")
        let edited = try #require(package.read(PackageFixture.mockPath))
        #expect(edited.contains("func ramen(cups: Int)"))
        let explained = try await package.run("mockctl", "explain", "MockCook")
        #expect(
            explained.output.contains("MockCook mocks Cook of Kitchen") && explained.output.contains("Cook.swift"),
            "\(explained.output)")
        let check = try await package.run("mockd", "generate", ".", "--cache", "none", "--check")
        #expect(check.status == 0, "\(check.output)\(check.errors)")

        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook)
        try FileManager.default.removeItem(at: package.url(".mockd.yml"))
        _ = try await package.run("mockctl", "sync")
        #expect(package.read(PackageFixture.mockPath) == typed && package.read(Self.till) == own)
        #expect(await daemon.stop() == 0)
    }

    /// Sources under conditions, in a test target that is compiled with them and without.
    @Test(arguments: ["typed"] + styles.map(\.0))
    func `members and types under conditions have mocks under the same ones`(style: String) async throws {
        let package = try PackageFixture()
        try package.write(
            "Kitchen/Cook.swift",
            """
            #if DEBUG
            public typealias Salt = Int
            #endif
            /// @mockable
            protocol Cook {
                func ramen(bowls: Int) -> Bool
                #if DEBUG
                    func taste(_ salt: Salt) throws -> Salt
                    var salt: Salt { get set }
                #elseif os(Linux)
                    func taste() async
                #endif
            }
            #if DEBUG
                /// @mockable
                protocol Guest: Cook { func eat(_ salt: Salt) }
            #endif

            """)
        try package.write(
            ".mockd.yml",
            "style: \(style)\nmodules: [{name: Kitchen, sources: [Kitchen], output: Mocks, import: none}]\n")
        let generated = try await package.run("mockd", "generate", "--cache", "none")
        #expect(generated.status == 0 && !generated.errors.contains("error: "), "\(generated.errors)")
        #expect(try await package.run("mockd", "generate", "--cache", "none", "--check").status == 0)
        for flags in [[], ["-D", "DEBUG"]] {
            let errors = try await package.swiftc(
                ["-emit-sil", "-o", "/dev/null", "-module-name", "Kitchen", "-I", PackageFixture.modules]
                    + Dialect.swift6.flags + flags, files: ["Kitchen", "Mocks"])
            #expect(errors.map(\.description) == [], "\(style) \(flags)")
        }
    }

    @Test func `a type's own style counts more than that of its module`() async throws {
        let package = try kitchen()
        try package.write(
            "Sources/Kitchen/Cook.swift",
            "/// @mockable(override: name = CookSpy, style: sourcery)\nprotocol Cook { func ramen(bowls: Int) -> Bool }\n"
        )
        let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
        #expect(generated.status == 0, "\(generated.errors)")
        let mock = try #require(package.read(PackageFixture.mockPath))
        #expect(mock.contains("final class CookSpy: Cook {") && mock.contains("var ramenBowlsReceivedBowls: Int?"))
        #expect(package.read(Self.till)?.contains("import Mocking\n") == true)
        #expect(package.read(Self.till)?.contains("#if DEBUG") == true)
        let spies = try await package.run("mockd", "generate", ".", "--cache", "none", "--check")
        #expect(spies.status == 0)
        try package.write(".mockd.yml", "style: automockable\n")
        #expect(try await package.run("mockd", "generate", ".", "--cache", "none", "--check").status == 0)
    }

    @Test func `a style that there is not is an error at the type, and the module's style is used`() async throws {
        let package = try kitchen()
        try package.write(
            "Sources/Kitchen/Cook.swift", "/// @mockable(style: stencil)\nprotocol Cook { func ramen(bowls: Int) }\n")
        try package.write(".mockd.yml", "style: spy\n")
        let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
        #expect(
            generated.errors.contains(
                "Sources/Kitchen/Cook.swift:2:10: error: there is no style 'stencil', so the mock of 'Cook' has the style of its module; write @mockable(style: …) with typed, spy, sourcery, automockable, mocksix, mimus or wrapper [annotation-style]"
            ), "\(generated.errors)")
        #expect(package.read(PackageFixture.mockPath)?.contains("var ramenCallCount") == true)
        try package.write(
            "Sources/Kitchen/Cook.swift", "/// @mockable(style: typd)\nprotocol Cook { func ramen(bowls: Int) }\n")
        let mistyped = try await package.run("mockd", "generate", ".", "--cache", "none")
        #expect(mistyped.errors.contains("the style of its module; did you mean 'typed'? ["), "\(mistyped.errors)")
    }

    @Test func `what a style has no place for is a note, and the mock compiles`() async throws {
        let package = try kitchen()
        try package.write(
            "Sources/Kitchen/Cook.swift",
            "/// @mockable\nprotocol Cook { func ramen<each T>(_ bowls: repeat each T) }\n")
        try package.write(".mockd.yml", "style: spy\n")
        let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
        #expect(generated.status == 0)
        #expect(
            generated.errors.contains(
                "Sources/Kitchen/Cook.swift:2:22: note: 'ramen(_:)' has no 'ramenHandler' in style spy, because no stored closure can have a parameter pack; a mock in style typed can do more: /// @mockable(style: typed) [style-limit]"
            ), "\(generated.errors)")
    }

    @Test func `a project without typed mocks needs no library`() async throws {
        let package = try kitchen()
        try FileManager.default.removeItem(at: package.url("Sources/Kitchen/Till.swift"))
        try package.write("Package.swift", PackageFixture.manifest(tests: "\"Kitchen\""))
        try package.write(".mockd.yml", "style: spy\n")
        let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
        #expect(generated.status == 0)
        #expect(!(generated.output + generated.errors).contains("Mocking"), "\(generated.output)\(generated.errors)")
    }
}
