import Foundation
import Testing

/// Types with an `init()` adopt `DefaultInitializable` in one file of the test target, however many mocks have them.
@Suite struct DefaultInitializableTests {
    private static let mocks = "Tests/KitchenTests/Mocks"
    private static let shared = "\(mocks)/Matcher+Kitchen.mocks.swift"

    private func package(_ dialect: Dialect) throws -> PackageFixture {
        let package = try PackageFixture()
        try package.write("Package.swift", dialect.manifest)
        try package.write(".mockd.yml", "style: mocksix\n")
        try package.write(
            "Tests/KitchenTests/KitchenTests.swift",
            """
            @testable import Kitchen
            import MockSix
            extension Dummy where T == Inner { nonisolated static var value: T { Inner(size: 3) } }
            func values() -> (Settings, Inner) { (Dummy<Settings>.value, Dummy<Inner>.value) }
            """)
        try package.write("Sources/Kitchen/Settings.swift", Self.types)
        try package.write(
            "Sources/Kitchen/Maker.swift",
            "/// @mockable\npublic protocol MakerProtocol { var settings: Settings { get }; func make() -> Settings }\n"
        )
        try package.write(
            "Sources/Kitchen/Other.swift",
            "/// @mockable\nprotocol Other { var settings: Settings { get }; func inner() -> (Inner, Box, Shelf) }\n")
        return package
    }

    /// `Implicit` has an initializer that is less visible than the type, and `Shelf` one that subclasses need not have.
    private static let types = """
        public struct Settings { public init() {} }
        struct Inner { var size = 1 }
        final class Box {}
        class Shelf {}
        public struct Implicit {}
        /// @mockable
        protocol Last { var implicit: Implicit { get }; func box() -> Box }

        """

    @Test(arguments: [Dialect.swift6, .mainActorInTests])
    func `two mocks with values of one type do not adopt the protocol twice`(dialect: Dialect) async throws {
        let package = try package(dialect)
        let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
        #expect(generated.status == 0, "\(generated.errors)")
        let conformances = package.read(Self.shared)?.split(separator: "\n").filter { $0.contains("extension") }
        #expect(
            conformances
                == ["Box", "Inner", "Settings"].map {
                    "nonisolated extension Kitchen.\($0): MockSix.DefaultInitializable {}"
                })
        let emitted = try await package.swiftc(
            ["-emit-module", "-enable-testing", "-module-name", "Kitchen", "-o", "Kitchen.swiftmodule"]
                + dialect.flags(of: .module), files: ["Sources/Kitchen"])
        try #require(emitted.map(\.description) == [])
        let errors = try await package.swiftc(
            ["-emit-sil", "-o", "/dev/null", "-module-name", "KitchenTests", "-I", ".", "-I", PackageFixture.modules]
                + dialect.flags(of: .tests), files: ["Tests/KitchenTests", Self.mocks])
        #expect(errors.map(\.description) == [])
    }

    @Test func `an edit of a type changes the shared file and its mocks`() async throws {
        let package = try package(.swift6)
        let daemon = try await package.watch()
        let explained = try await package.run("mockctl", "explain", Self.shared)
        #expect(explained.output.contains("an extension of Kitchen.Settings, which mocks have values of"))
        try package.write(
            "Sources/Kitchen/Settings.swift",
            Self.types.replacing("public init() {}", with: "let size: Int").replacing("final class", with: "class"))
        _ = try await package.run("mockctl", "sync")
        #expect(package.read(Self.shared)?.contains("Settings:") == false)
        #expect(package.read(Self.shared)?.contains("Kitchen.Inner:") == true)
        #expect(package.read("\(Self.mocks)/Other.mocks.swift")?.contains("Box()") == true)
        let check = try await package.run("mockd", "generate", ".", "--cache", "none", "--check")
        #expect(check.status == 0, "\(check.output)\(check.errors)")
        #expect(await daemon.stop() == 0)
    }
}
