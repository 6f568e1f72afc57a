import Foundation
import Testing

/// `@mockable` in the sources of a test target: the mock is compiled in that target.
@Suite struct RequestsInTestsTests {
    private let package: PackageFixture

    init() throws {
        package = try PackageFixture.modules([
            "Package.swift": """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(
                name: "Kitchen",
                targets: [
                    .target(name: "Pantry"), .target(name: "Kitchen", dependencies: ["Pantry"]),
                    .testTarget(
                        name: "KitchenTests",
                        dependencies: ["Kitchen", "Pantry", .product(name: "Mocking", package: "mockd")]),
                ]
            )
            """,
            "Sources/Pantry/Pantry.swift": """
            public protocol Shelf: Sendable { func take(_ count: Int) -> [Jar] }
            public struct Jar: Sendable { public init() {}; public func open() -> Bool { true } }
            """,
            "Sources/Kitchen/Cook.swift": "/// @mockable\nprotocol Cook { func cook() -> Bool }\n",
            "Tests/KitchenTests/Doubles.swift": """
            import Foundation
            import Pantry
            @testable import Kitchen

            /// @mockable
            extension Shelf {}
            /// @mockable
            extension FileManagerDelegate {}
            /// @mockable(seam: JarOpening)
            extension Jar {}
            /// @mockable
            protocol Guest { func eat(_ jar: Jar) -> Int }
            protocol Waiter { func serve() }
            """,
            "Tests/KitchenTests/Tests.swift": """
            import Mocking
            import Pantry
            @testable import Kitchen

            let text = "/// @mockable"
            protocol Bystander {}
            func test() {
                given(MockCook()).cook().willReturn(true)
                let shelf = MockShelf()
                given(shelf).take(2).willReturn([])
                verify(MockFileManagerDelegate()).fileManager(.any, shouldRemoveItemAtPath: "a").wasNeverCalled()
                let jar = MockJarOpening(forwardingTo: Jar())
                given(jar).open().willReturn(false)
                verify(MockGuest()).eat().wasNeverCalled()
            }
            """,
        ])
    }

    @Test func `the mocks lie in a folder of their own and compile`() async throws {
        let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
        #expect(generated.status == 0, "\(generated.errors)")
        let mocks = try FileManager.default.subpathsOfDirectory(atPath: package.url("Tests/KitchenTests").path())
        #expect(
            mocks.filter { $0.hasSuffix(".mocks.swift") }.sorted() == [
                "KitchenTestsMocks/Doubles.mocks.swift", "KitchenTestsMocks/Seams.mocks.swift",
                "Mocks/Cook.mocks.swift",
            ], "\(generated.output)")
        let flags = ["-emit-module", "-enable-testing", "-swift-version", "6", "-I", "."]
        for module in ["Pantry", "Kitchen"] {
            let arguments = flags + ["-module-name", module, "-o", "\(module).swiftmodule"]
            #expect(try await package.swiftc(arguments, files: ["Sources/\(module)"]).isEmpty)
        }
        let errors = try await package.swiftc(
            ["-typecheck", "-swift-version", "6", "-module-name", "KitchenTests", "-I", ".", "-I"]
                + [PackageFixture.modules],
            files: ["", "/Mocks", "/KitchenTestsMocks"].map { "Tests/KitchenTests\($0)" })
        #expect(errors.isEmpty, "\(errors)")
        let check = try await package.run("mockd", "generate", ".", "--check")
        #expect(check.status == 0, "\(check.errors)")
    }

    @Test func `other protocols of the tests stay as they are, whatever the configuration selects`() async throws {
        try package.write(".mockd.yml", "mock: all\n")
        try package.write("Sources/Pantry/Pantry.swift", "public struct Jar: Sendable { public func open() {} }\n")
        try package.write(
            "Tests/KitchenTests/Doubles.swift",
            "/// @mockable\nprotocol Guest { func eat() -> Int }\nprotocol Waiter { func serve() }\n")
        let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
        #expect(generated.status == 0, "\(generated.errors)")
        let doubles = package.read("Tests/KitchenTests/KitchenTestsMocks/Doubles.mocks.swift") ?? ""
        #expect(doubles.contains("class MockGuest") && !doubles.contains("MockWaiter"))
        #expect(package.read("Tests/KitchenTests/KitchenTestsMocks/Tests.mocks.swift") == nil)
    }

    @Test func `a test target that gets no other mocks may ask for some`() async throws {
        let manifest = try #require(package.read("Package.swift"))
        let library = ".product(name: \"Mocking\", package: \"mockd\")"
        try package.write(
            "Package.swift",
            manifest.replacing(
                ".testTarget(",
                with: ".testTarget(name: \"MoreTests\", dependencies: [\"Kitchen\", \(library)]),\n.testTarget(",
                maxReplacements: 1))
        try package.write("Tests/MoreTests/Guest.swift", "/// @mockable\nprotocol Host { func greet() }\n")
        let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
        #expect(generated.status == 0, "\(generated.errors)")
        #expect(package.read("Tests/MoreTests/Mocks/Guest.mocks.swift")?.contains("class MockHost: Host") == true)
        let explained = try await package.run("mockctl", "explain", "Host")
        #expect(explained.output.hasPrefix("MockHost mocks Host of MoreTests\n"), "\(explained.output)")
    }

    @Test func `a daemon follows the requests, and tests that ask for nothing are no news`() async throws {
        let daemon = try await package.watch()
        #expect(package.read("Tests/KitchenTests/KitchenTestsMocks/Doubles.mocks.swift") != nil)
        try package.write("Tests/KitchenTests/Tests.swift", "func test( {")
        try package.write("Tests/KitchenTests/Doubles.swift", "import Pantry\n/// @mockable\nextension Shelf {}\n")
        #expect(try await package.run("mockctl", "sync").status == 0)
        let doubles = package.read("Tests/KitchenTests/KitchenTestsMocks/Doubles.mocks.swift") ?? ""
        #expect(doubles.contains("class MockShelf") && !doubles.contains("MockGuest"))
        #expect(package.read("Tests/KitchenTests/Seams.swift") == nil)
        #expect(try await package.run("mockctl", "errors").output == "")
        try package.write("Tests/KitchenTests/Doubles.swift", "struct Doubles {}\n")
        #expect(try await package.run("mockctl", "sync").status == 0)
        #expect(package.read("Tests/KitchenTests/KitchenTestsMocks/Doubles.mocks.swift") == nil)
        #expect(await daemon.stop() == 0)
    }
}
