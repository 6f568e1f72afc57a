import Foundation
import Testing

/// Protocols of fetched packages whose requirements are implemented in extensions: mocks inherit these implementations
/// where a call without a stub could have no value, and the associated types that follow from them.
@Suite struct ImplementedRequirementTests {
    private static let files = [
        "Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "Kitchen",
            dependencies: [.package(url: "https://example.com/pantry.git", from: "1.0.0")],
            targets: [
                .target(name: "Kitchen", dependencies: [.product(name: "Pantry", package: "pantry")]),
                .testTarget(name: "KitchenTests", dependencies: ["Kitchen"]),
            ]
        )
        """,
        ".build/checkouts/pantry/Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "pantry",
            products: [.library(name: "Pantry", targets: ["Pantry"])],
            targets: [.target(name: "Pantry")]
        )
        """,
        ".build/checkouts/pantry/Sources/Pantry/Shelf.swift": """
        public struct Jar { public init() {} }
        public struct Lid { public init() {} }
        public typealias Jars = [Jar]
        public protocol Board {
            associatedtype Label = Never
            func wrap(_ label: Label) -> Jar
        }
        public protocol Shelf: Board {
            associatedtype Item
            associatedtype Order
            associatedtype Kind
            associatedtype Maker: Hashable = Int
            func unwrap(_ jar: Jar) -> Item
            func put(_ jar: Jar)
            func order() throws -> Order
            func lid() -> Lid
            var special: Jar { get }
            var stock: (Jar, Int) { get async }
            var changeable: Jar { get set }
            var count: Int { get }
            var jars: Jars { get }
            var maker: Maker? { get }
            static var empty: Jar { get }
            subscript(place: Int) -> Jar { get }
        }
        """,
        ".build/checkouts/pantry/Sources/Pantry/Implementations.swift": """
        extension Board {
            public func wrap(_ label: Label) -> Jar { Jar() }
        }
        public extension Pantry.Shelf {
            typealias Kind = String
            func unwrap(_ jar: Jar) -> Item { fatalError() }
            func put(_ jar: Jar) {}
            func order() -> Jar { Jar() }
            var stock: (Jar, Int) { (Jar(), 0) }
            var changeable: Jar { Jar() }
            var count: Int { 0 }
            var jars: Jars { [] }
            static var empty: Jar { Jar() }
            subscript(place: Int) -> Jar { Jar() }
        }
        #if swift(>=5.1)
        extension Shelf where Item == Int {
            public var special: Jar { Jar() }
        }
        #endif
        @available(*, deprecated, message: "implement it")
        extension Shelf {
            public func lid() -> Lid { Lid() }
        }
        """,
        "Sources/Kitchen/Kitchen.swift": """
        import Pantry

        /// @mockable
        extension Shelf {}
        /// @mockable
        protocol Numbers: Shelf where Item == Int, Label: Sendable { func add() -> Jar }
        /// @mockable(typealias: Item = String; Label = [Int])
        protocol Words: Shelf { func wrap(_ label: Label) -> Jar }
        /// @mockable(override: name = FullShelf, members: all)
        extension Shelf {}
        """,
        "Tests/KitchenTests/KitchenTests.swift": """
        import Mocking
        import Pantry
        @testable import Kitchen

        func use() {
            let shelf = MockShelf<Double>()
            shelf.put(Jar())
            verify(shelf).put().wasCalled()
            let numbers = MockNumbers<String>()
            _ = [shelf[1], numbers.special, MockWords().wrap([1])]
            let full = FullShelf<Never, String, Jar, Character, UInt>()
            given(full).unwrap().willReturn("rice")
            let _: Jar? = try? full.order()
        }
        """,
    ]

    @Test(arguments: ["5", "6"])
    func `a mock inherits implementations where it could have no value, and types that follow`(mode: String)
        async throws
    {
        let package = try PackageFixture.modules(Self.files)
        let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
        #expect(generated.status == 0, "\(generated.errors)")
        let text = try #require(package.read("Tests/KitchenTests/Mocks/Kitchen.mocks.swift"))
        let mocks = text.components(separatedBy: "final class ").dropFirst().map(Self.members)
        let inherited = ["unwrap", "order", "stock", "empty", "subscript"]
        let kept = ["put", "lid", "changeable", "count", "jars", "maker"]
        try #require(mocks.count == 4)
        #expect(mocks[0] == kept.prefix(2) + ["special"] + kept.dropFirst(2))
        // An `Item` that is a number or a string has a default value.
        #expect(mocks[1] == ["unwrap"] + kept + ["add"])
        #expect(mocks[2] == ["wrap", "unwrap"] + mocks[0])
        #expect(Set(mocks[3]) == Set(["wrap", "special"] + inherited + kept))
        for head in [
            "class MockShelf<Item>: Shelf", "typealias Kind = String", "typealias Label = Never",
            "typealias Order = Jar", "typealias Maker = Int", "class MockNumbers<Label>: Numbers",
            "class FullShelf<Label, Item, Order, Kind, Maker: Hashable>: Shelf",
        ] {
            #expect(text.contains(head), "\(head)")
        }
        let folders = [("Pantry", ".build/checkouts/pantry/Sources/Pantry"), ("Kitchen", "Sources/Kitchen")]
        for (module, folder) in folders {
            let errors = try await package.swiftc(
                ["-emit-module", "-enable-testing", "-module-name", module, "-o", "\(module).swiftmodule", "-I", "."]
                    + ["-swift-version", mode, "-no-warnings-as-errors"], files: [folder])
            #expect(errors.map(\.description) == [])
        }
        let errors = try await package.swiftc(
            ["-emit-sil", "-o", "/dev/null", "-swift-version", mode, "-module-name", "KitchenTests", "-I", "."]
                + ["-I", PackageFixture.modules], files: ["Tests/KitchenTests", "Tests/KitchenTests/Mocks"])
        #expect(errors.map(\.description) == [])
    }

    /// Returns the names of the members that a mock declares in front of its clauses.
    private static func members(of mock: String) -> [String] {
        let heads = ["func ", "var ", "subscript"].flatMap { ["    public \($0)", "    \($0)"] }
        let own = mock.components(separatedBy: "MockMembers").first ?? ""
        return own.split(separator: "\n").compactMap { line in
            let plain = line.replacing("static ", with: "")
            guard let head = heads.first(where: plain.hasPrefix) else { return nil }
            if head.hasSuffix("subscript") { return "subscript" }
            return String(plain.dropFirst(head.count).prefix { $0.isLetter })
        }
    }

    @Test func `a mock follows the extensions of a package that changes`() async throws {
        let package = try PackageFixture.modules(Self.files)
        let mocks = "Tests/KitchenTests/Mocks/Kitchen.mocks.swift"
        func mocksSubscript() async throws -> Bool {
            let generated = try await package.run("mockd", "generate", ".")
            #expect(generated.status == 0, "\(generated.errors)")
            let own = package.read(mocks)?.components(separatedBy: "MockMembers").first
            return try #require(own).contains("subscript(place: Int) -> Jar")
        }
        #expect(try await !mocksSubscript())
        let path = ".build/checkouts/pantry/Sources/Pantry/Implementations.swift"
        let text = try #require(package.read(path))
        try package.write(path, text.replacing("subscript(place: Int)", with: "subscript(place: UInt)"))
        #expect(try await mocksSubscript())
        try package.write(path, text)
        #expect(try await !mocksSubscript())
    }

    @Test func `requirements of a package beside the project are mocked whatever its extensions implement`()
        async throws
    {
        var files = Self.files
        for (path, text) in files where path.hasPrefix(".build/checkouts/") {
            files[path] = nil
            files[path.replacing(".build/checkouts/", with: "Packages/")] = text
        }
        files["Package.swift"] = files["Package.swift"]?.replacing(
            "url: \"https://example.com/pantry.git\", from: \"1.0.0\"", with: "path: \"Packages/pantry\"")
        let package = try PackageFixture.modules(files)
        let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
        #expect(generated.status == 0, "\(generated.errors)")
        let text = try #require(package.read("Tests/KitchenTests/Mocks/Kitchen.mocks.swift"))
        #expect(text.contains("class MockShelf<Label, Item, Order, Kind, Maker: Hashable>: Shelf"))
    }
}
