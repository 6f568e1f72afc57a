import Foundation
import Testing

/// Mocks in a target of their own, which several test targets import.
@Suite struct SharedMockTests {
    @Test func `two test targets share public and package mocks of a target, without a warning of the compiler`()
        async throws
    {
        let package = try PackageFixture()
        try package.write("Package.swift", Self.manifest)
        for (path, text) in Self.files { try package.write(path, text) }
        let generated = try await package.run("mockd", "generate")
        #expect(
            generated.errors.split(separator: "\n").filter { $0.contains("error: ") } == [
                "Sources/Kitchen/Kitchen.swift:30:10: error: 'Secret' is internal, and its mock is in 'KitchenMocks', which cannot see it; make it 'package', or public if that is in another package [not-visible]"
            ], "\(generated.errors)")
        #expect(
            package.read("Sources/KitchenMocks/Mocks/Kitchen.mocks.swift")?.contains("\npublic import Kitchen") == true)
        let tests = try await package.runTool("swift", "test")
        let output = tests.output + tests.errors
        #expect(tests.status == 0 && !output.contains("warning: "), "\(output)")
        #expect(output.contains("Test run with 3 tests in 0 suites passed"), "\(output)")
    }

    @Test func `a class that is not open, or has no public initializer, is reported`() async throws {
        let package = try PackageFixture()
        try package.write("Package.swift", Self.manifest)
        for path in Self.files.keys { try package.write(path, "") }
        // The folder of a target that holds mocks alone is missing in a fresh clone.
        try package.write(
            "Sources/Kitchen/Kitchen.swift",
            """
            /// @mockable
            public class Oven { public init() {} }
            /// @mockable
            open class Sink { }
            /// @mockable
            open class Tap { public init() {}; public func turn() {} }
            """)
        let generated = try await package.run("mockd", "generate")
        #expect(
            generated.errors.split(separator: "\n").filter { $0.hasPrefix("Sources/") } == [
                "Sources/Kitchen/Kitchen.swift:2:14: error: 'Oven' is not open, so no mock in another module can inherit from it; make it open, or mock a protocol in its place [final-class]",
                "Sources/Kitchen/Kitchen.swift:4:12: error: 'Sink' has no public initializer, so no mock in another module can be made; declare one [no-initializer]",
                "Sources/Kitchen/Kitchen.swift:6:48: note: 'turn()' is not open in Kitchen and keeps its real behaviour [not-overridden]",
            ], "\(generated.errors)")
    }

    private static let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription
        let mocking = Target.Dependency.product(name: "Mocking", package: "mockd")
        let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
        let package = Package(
            name: "Kitchen",
            dependencies: [
                .package(name: "mockd", path: "\(PackageFixture.repository.path())", traits: [])
            ],
            targets: [
                .target(name: "Kitchen"), .target(name: "Pantry"),
                .target(
                    name: "KitchenMocks", dependencies: ["Kitchen", mocking],
                    swiftSettings: strict + [
                        .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
                    ]),
                .target(name: "PantryMocks", dependencies: ["Pantry", mocking], swiftSettings: strict),
                .testTarget(
                    name: "KitchenTests", dependencies: ["Kitchen", "KitchenMocks", mocking], swiftSettings: strict),
                .testTarget(
                    name: "MenuTests", dependencies: ["Kitchen", "KitchenMocks", "Pantry", "PantryMocks", mocking],
                    swiftSettings: strict),
            ])
        """

    private static let files = [
        "Sources/Kitchen/Kitchen.swift": """
        import Foundation

        public enum Heat { case low, high(Int) }
        /// @mockable
        public protocol Oven: Sendable {
            var name: String { get }
            func bake(_ heat: Heat, at date: Date) -> Bool
        }
        /// @mockable
        package protocol Spice: AnyObject {
            func grind(_ url: URL) throws -> Heat
        }
        /// @mockable
        open class Fridge {
            public init() {}
            open func cool(_ heat: Heat) -> Int { 1 }
        }
        package enum Grain { case rice, wheat }
        /// @mockable
        package protocol Mill {
            func mill(_ grain: Grain) -> Bool
        }
        public struct Menu {
            let oven: any Oven
            public init(oven: any Oven) { self.oven = oven }
            public func dinner() -> Bool { oven.bake(.high(3), at: Date()) }
        }

        /// @mockable
        protocol Secret {}
        """,
        "Sources/Pantry/Shelf.swift": """
        /// @mockable
        public protocol Shelf { func count() -> Int }
        """,
        // The imports of the mocks' files do not depend on those of others.
        "Sources/PantryMocks/Full.swift": """
        internal import Mocking
        internal import Pantry
        struct Full { let shelf: any Shelf }
        """,
        "Tests/KitchenTests/KitchenTests.swift": """
        import Foundation
        import Kitchen
        import KitchenMocks
        import Mocking
        import Testing

        @Test func bakes() {
            let oven = MockOven()
            given(oven).bake(.high(.any), at: .any).willReturn(true)
            #expect(Menu(oven: oven).dinner())
            verify(oven).bake(.high(.equal(3)), at: .any).wasCalled()
            let fridge = MockFridge()
            given(fridge).cool(.low).willReturn(7)
            #expect(fridge.cool(.low) == 7)
        }

        @Test func mills() {
            let mill = MockMill()
            given(mill).mill(.rice).willReturn(true)
            #expect(mill.mill(.rice))
        }
        """,
        "Tests/MenuTests/MenuTests.swift": """
        import Foundation
        import Kitchen
        import KitchenMocks
        import Mocking
        import Pantry
        import PantryMocks
        import Testing

        @Test func grinds() throws {
            let (oven, spice, shelf) = (MockOven(), MockSpice(), MockShelf())
            given(oven).name.willReturn("a")
            given(spice).grind(.any).willReturn(.low)
            given(shelf).count().willReturn(2)
            _ = try spice.grind(URL(fileURLWithPath: "/"))
            #expect(oven.name == "a" && shelf.count() == 2)
        }
        """,
    ]
}
