import Foundation
import Testing

/// Mocks that belong to another test target than before.
@Suite struct RenamedTestTargetTests {
    private static func manifest(tests: String) -> String {
        """
        // swift-tools-version: 6.3
        import PackageDescription
        let package = Package(
            name: "Kitchen",
            targets: [
                .target(name: "Kitchen"),
                .testTarget(name: "AllTests", dependencies: ["Kitchen"]),
                .testTarget(name: "\(tests)", dependencies: ["Kitchen"], path: "Tests/KitchenTests"),
            ]
        )
        """
    }

    private static let mockElsewhere = "Tests/AllTests/Mocks/Cook.mocks.swift"

    private func package() throws -> PackageFixture {
        let package = try PackageFixture.kitchen()
        try package.write("Package.swift", Self.manifest(tests: "KitchenTests"))
        try package.write("Tests/AllTests/AllTests.swift", "")
        return package
    }

    @Test func `a daemon moves them when the target gets another name`() async throws {
        let package = try package()
        let daemon = try await package.watch()
        #expect(package.read(PackageFixture.mockPath) != nil)
        try package.write("Package.swift", Self.manifest(tests: "UnitTests"))
        #expect(try await package.run("mockctl", "sync").status == 0)
        #expect(package.read(Self.mockElsewhere) != nil)
        #expect(package.read(PackageFixture.mockPath) == nil)
        #expect(await daemon.stop() == 0)
    }

    @Test func `the next start moves them, also one of another build of mockd`() async throws {
        let package = try package()
        #expect(try await package.run("mockd", "generate").status == 0)
        #expect(package.read(PackageFixture.mockPath) != nil)
        try package.write("Package.swift", Self.manifest(tests: "UnitTests"))
        let copied = try await package.shell(
            "mkdir ../bin && cp \"$BIN\"/mockd \"$BIN\"/mockd-watcher ../bin && ../bin/mockd generate")
        #expect(copied.output == "wrote \(Self.mockElsewhere)\nremoved \(PackageFixture.mockPath)\n")
        // And back again, by a daemon that finds what the other has written.
        try package.write("Package.swift", Self.manifest(tests: "KitchenTests"))
        let daemon = try await package.watch()
        #expect(package.read(PackageFixture.mockPath) != nil)
        #expect(package.read(Self.mockElsewhere) == nil)
        #expect(await daemon.stop() == 0)
    }
}
