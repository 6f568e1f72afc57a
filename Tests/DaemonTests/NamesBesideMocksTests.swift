import Testing

/// Mocks compile in test targets whose own types have the names of others.
@Suite struct NamesBesideMocksTests {
    @Test func `mocks compile beside types of any name`() async throws {
        let package = try PackageFixture.modules(Self.files)
        #expect(try await package.emit("Pantry") == "")
        #expect(try await package.emit("Kitchen") == "")
        try package.write("Package.swift", Self.manifest)
        for module in ["Pantry", "Kitchen"] {
            for path in Self.files.keys where path.hasPrefix(module) {
                try package.write("Sources/\(path)", Self.files[path] ?? "")
            }
        }
        for beside in ["", Self.ofTheLibrary, Self.ofEverybody, Self.modules] {
            try package.write("Tests/KitchenTests/Names.swift", beside)
            let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
            #expect(!generated.errors.contains("error:"), "\(generated.errors)")
            let errors = try await package.typecheck(
                ["Tests/KitchenTests", "Tests/KitchenTests/Mocks"], as: "KitchenTests")
            #expect(errors == "", "\(beside)")
        }
    }

    private static let ofTheLibrary = """
        struct Mock {}; enum Matcher {}; final class Clause {}; actor MockState {}; struct ProtocolMock {}
        struct StaticMock {}; protocol MemberSet {}; struct Stubbing {}; struct Verifying {}; struct Recording {}
        struct AsyncClause {}; struct BodyClause {}; struct AnyClause {}; struct OptionalMatcher {}

        """

    private static let ofEverybody = """
        struct String {}; struct Int {}; enum Result {}; protocol Error {}; struct Bool {}; struct Void {}
        struct Never {}; struct Order {}; struct Item {}; struct URL {}; struct Data {}; protocol Hashable {}
        struct Task {}; struct Array {}; struct Optional {}; protocol Cook {}; struct Sendable {}; struct Hasher {}
        protocol Sequence {}; struct AsyncStream {}; protocol Actor {}; struct Duration {}; struct Box {}

        """

    private static let modules = "enum Mocking {}; enum Swift {}; struct Int {}; struct Matcher {}\n"

    private static let manifest = """
        // swift-tools-version: 6.3
        import PackageDescription
        let package = Package(
            name: "Kitchen",
            targets: [
                .target(name: "Pantry"), .target(name: "Kitchen", dependencies: ["Pantry"]),
                .testTarget(name: "KitchenTests", dependencies: ["Kitchen"]),
            ])
        """

    private static let files = [
        "Pantry/Item.swift": "public struct Item { public init() {} }\npublic struct Box<T> {}\n",
        "Pantry/Order.swift": "public struct Order {}\npublic struct Bill {}\nstruct Table {}\n",
        // Only the names concern mocks: the other module declares an order and a table as well.
        "Kitchen/Order.swift": "public struct Order: Sendable {}\nstruct Table {}\n",
        "Kitchen/Bill.swift": "struct Bill {}\n",
        "Kitchen/Cook.swift": """
        import Foundation
        import Pantry
        /// @mockable
        protocol Cook: Hashable {
            associatedtype Sauce: Sequence where Sauce.Element: Hashable
            var name: String? { get set }
            func cook(_ order: Order, with items: [Item], for bill: Bill) async throws -> Result<Int, any Error>
            func taste<T: Hashable>(_ value: T, _ body: (Bool) throws -> Void) rethrows -> [String: T]
            func load(_ url: URL, in box: Box<Item>) throws(Failure) -> Data
            func wait(_ time: Duration, on actor: any Actor, task: Task<Int, Never>) -> AsyncStream<Table>
            func pour(_ sauce: Sauce) -> Optional<Sauce.Element>
            static func make(_ count: Int...) -> Never
            subscript(_ index: Int) -> Array<Int> { get set }
            init(name: String)
        }
        struct Failure: Error {}
        extension Cook { func taste(_ body: (Bool) throws -> Void) rethrows {} }
        """,
        "Kitchen/Stove.swift": """
        import Pantry
        /// @mockable
        class Stove {
            init() {}
            var heat: Int { 1 }
            func burn(_ item: Item, _ order: Order) -> Bool? { nil }
        }
        """,
    ]
}
