import Foundation
import Testing

/// A package of a user, as a user has it.
@Suite(.serialized) struct ConsumerTests {
    @Test
    func
        `a package with traits [] resolves this package alone, and its tests pass with mocks kept current by the daemon`()
        async throws
    {
        let package = try PackageFixture.kitchen()
        try package.write(
            "Package.swift",
            """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(
                name: "Kitchen",
                dependencies: [.package(name: "mockd", path: "\(PackageFixture.repository.path())", traits: [])],
                targets: [
                    .target(name: "Kitchen"),
                    .testTarget(
                        name: "KitchenTests", dependencies: ["Kitchen", .product(name: "Mocking", package: "mockd")]),
                ]
            )
            """)
        try package.write("Tests/KitchenTests/KitchenTests.swift", Self.tests)
        let daemon = try await package.watch()
        try package.write(
            "Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls: Int", with: "bowls: Int, soup: String"))
        #expect(try await package.run("mockctl", "sync").status == 0)

        let dependencies = try await package.runTool("swift", "package", "show-dependencies", "--format", "flatlist")
        #expect(dependencies.status == 0, "\(dependencies.errors)")
        #expect(
            dependencies.output.split(separator: "\n").map(String.init) == [
                PackageFixture.repository.lastPathComponent.lowercased()
            ])

        let tests = try await package.runTool("swift", "test")
        #expect(tests.status == 0, "\(tests.output)\(tests.errors)")
        #expect((tests.output + tests.errors).contains("Test run with 1 test in 0 suites passed"))
        _ = await daemon.stop()
    }

    private static let tests = """
        import Mocking
        import Testing
        @testable import Kitchen

        @Test func ramenIsCooked() {
            let cook = MockCook()
            given(cook).ramen(bowls: 2).willReturn(true)
            #expect(cook.ramen(bowls: 2, soup: "miso"))
            #expect(!cook.ramen(bowls: 3, soup: "miso"))
            verify(cook).ramen(soup: "miso").wasCalled(2)
        }
        """
}
