import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// A package's settings may give several platforms one name, which other packages do not know.
@Suite struct AvailabilityMacroTests {
    private static func setting(_ name: String) -> String {
        #", swiftSettings: [.enableExperimentalFeature("AvailabilityMacro=\#(name):macOS 14.0, iOS 17.0")]"#
    }

    /// A package with a module that uses the names, and one that refines a protocol of it.
    private func mocks(testSettings: String = "") throws -> (pantry: String, shop: String) {
        let folder = try TemporaryFolder([
            "Package.swift": """
            // swift-tools-version: 6.1
            import PackageDescription
            let package = Package(
                name: "Shop", dependencies: [.package(path: "Pantry")],
                targets: [
                    .target(name: "Store"\(Self.setting("Store 2.0"))),
                    .target(name: "Shop", dependencies: ["Store", .product(name: "Pantry", package: "Pantry")]),
                    .testTarget(name: "StoreTests", dependencies: ["Store"]\(testSettings)),
                    .testTarget(name: "ShopTests", dependencies: ["Shop"]),
                ])
            """,
            "Sources/Store/Store.swift": """
            @available(Store 2.0, *)
            extension Shelf {
                /// @mockable
                @available(Store 2.0, watchOS 9, *)
                public protocol Box {
                    @available(Store 2.0, *) var size: Int { get }
                    @available(*, deprecated, message: "use Store 2.0, please") func old()
                }
            }
            public enum Shelf {}
            """,
            "Sources/Shop/Shop.swift": "import Pantry\n/// @mockable\nprotocol Jar: Glass { func open() }\n",
            "Tests/StoreTests/T.swift": "", "Tests/ShopTests/T.swift": "",
            "Pantry/Package.swift": """
            // swift-tools-version: 6.1
            import PackageDescription
            let package = Package(
                name: "Pantry", products: [.library(name: "Pantry", targets: ["Pantry"])],
                targets: [.target(name: "Pantry"\(Self.setting("Pantry 1.1")))])
            """,
            "Pantry/Sources/Pantry/Glass.swift":
                "public protocol Glass {\n    @available(Pantry 1.1, *) func pour(_ litres: Int)\n}\n",
        ])
        var engine = Engine(project: try discoverProject(root: folder.path))
        #expect(engine.refresh().diagnostics.filter { $0.severity == .error } == [])
        func read(_ path: String) throws -> String {
            String(decoding: try LocalFileSystem().contents(of: folder(path)), as: UTF8.self)
        }
        return (
            try read("Tests/ShopTests/Mocks/Shop.mocks.swift"), try read("Tests/StoreTests/Mocks/Store.mocks.swift")
        )
    }

    @Test func `mocks in other targets name the platforms`() throws {
        let (shop, store) = try mocks()
        #expect(shop.contains("@available(macOS 14.0, iOS 17.0, *)"))
        #expect(!shop.contains("Pantry 1.1"))
        #expect(store.contains("@available(macOS 14.0, iOS 17.0, watchOS 9, *)"))
        #expect(!store.contains("@available(Store"))
        #expect(store.contains(#"message: "use Store 2.0, please""#))
    }

    @Test func `mocks in a target with the same setting keep the name`() throws {
        let (_, store) = try mocks(testSettings: Self.setting("Store 2.0"))
        #expect(store.contains("@available(Store 2.0, watchOS 9, *)"))
        #expect(!store.contains("@available(macOS"))
    }
}
