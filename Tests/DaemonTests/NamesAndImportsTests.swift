import Testing

/// Mocks compile outside and inside of the module if its sources import several modules that declare the same names.
@Suite struct NamesAndImportsTests {
    private static let modules = ["Farm", "Pantry", "Garage", "Kitchen"]

    private static let dependencies = modules.dropLast().flatMap { ["--dependency", "\($0)=\($0)"] }

    @Test func `mocks compile in other modules and in the same, in one file and in many`() async throws {
        let package = try PackageFixture.modules(Self.files)
        for module in Self.modules {
            let errors = try await package.emit(module)
            #expect(errors == "")
        }
        let internally = ["-enable-upcoming-feature", "InternalImportsByDefault"]
        try await check(package, ["--output", "Tests"], compiling: ["Tests"])
        try await check(package, ["--output", "All/All.swift"], compiling: ["All"])
        try await check(package, ["--output", "Internal", "--access", "internal"], compiling: ["Internal"], internally)
        try await check(package, ["--output", "Own", "--import", "none"], compiling: ["Kitchen", "Own"])
    }

    private func check(
        _ package: PackageFixture, _ options: [String], compiling folders: [String], _ flags: [String] = []
    ) async throws {
        let arguments = ["generate", "--module", "Kitchen", "--sources", "Kitchen"] + options + Self.dependencies
        let generated = try await package.run("mockd", arguments)
        #expect(generated.status == 0, "\(generated.errors)")
        let module = folders.first == "Kitchen" ? "Kitchen" : "KitchenTests"
        let errors = try await package.typecheck(folders, as: module, flags)
        #expect(errors == "", "\(options)")
    }

    /// No index has the types that an extension of a struct or enum contains.
    @Test func `types that an extension in another file nests are named with their outer types`() async throws {
        let package = try PackageFixture.modules([
            "Kitchen/Ware.swift": "public enum Ware {}\npublic enum Event { case cooked(Meal, by: String), idle }\n",
            "Kitchen/Nested.swift":
                "extension Ware { public struct Pan: Sendable {} }\nextension Event { public struct Meal {} }\n",
            "Kitchen/Base.swift": """
            extension Ware {
                public protocol Shelf { func take(_ pan: Pan) -> Pan? }
                class Rack { func hang(_ pan: Pan?) {} }
            }
            """,
            "Kitchen/Mocked.swift": """
            /// @mockable
            public protocol Cupboard: Ware.Shelf {}
            /// @mockable
            class Stand: Ware.Rack {}
            /// @mockable
            public protocol Log { func add(_ event: Event) }
            """,
        ])
        #expect(try await package.emit("Kitchen") == "")
        let generated = try await package.run(
            "mockd", ["generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Tests"])
        #expect(generated.status == 0, "\(generated.errors)")
        #expect(try await package.typecheck(["Tests"], as: "KitchenTests", []) == "")
        let mocks = package.read("Tests/Mocked.mocks.swift") ?? ""
        #expect(mocks.contains("func take(_ pan: Ware.Pan) -> Ware.Pan?"))
        #expect(mocks.contains("override func hang(_ pan: Ware.Pan?)"))
    }

    @Test func `a file imports what its mocks need, as the source does, and nothing else`() async throws {
        let package = try PackageFixture.modules(Self.files)
        let generated = try await package.run(
            "mockd",
            ["generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Tests"] + Self.dependencies)
        #expect(generated.status == 0, "\(generated.errors)")
        let own = ["import Mocking", "@testable import Kitchen"]
        #expect(imports(of: "Cook", package) == ["import Farm", "import Mocking", "import Pantry", own[1]])
        #expect(imports(of: "Mechanic", package) == ["import Garage"] + own)
        #expect(imports(of: "Plain", package) == own)
        #expect(imports(of: "Boss", package) == ["@_spi(Staff) import Pantry", own[0], own[1]])
        #expect(
            imports(of: "Scoped", package) == [
                "import Mocking", "import Pantry", "import struct Farm.Weight", own[1],
                "#if canImport(Dispatch)", "@preconcurrency import Dispatch", "#endif",
            ])
        #expect(
            imports(of: "Leveled", package) == [
                "public import Foundation", "public import Mocking", "@testable public import Kitchen",
            ])
    }

    /// The compiler warns about a public import that nothing public uses.
    @Test func `an import is public where a public mock uses it, and under the condition of all mocks`() async throws {
        let package = try PackageFixture.modules([
            "Kitchen/Qualified.swift": """
            public import Foundation
            public struct Item { public init() {} }
            /// @mockable
            public protocol Qualified { func f(_ item: Kitchen.Item) -> Kitchen.Item? }
            """,
            "Kitchen/Conditional.swift": """
            public import Foundation
            #if NEVER_SET
            /// @mockable
            public protocol First { func f() -> URL }
            #if os(Linux)
            /// @mockable
            public protocol Second { func f(_ n: Int) }
            #endif
            #endif
            """,
        ])
        #expect(try await package.emit("Kitchen") == "")
        let generated = try await package.run(
            "mockd", "generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Tests")
        #expect(generated.status == 0, "\(generated.errors)")
        #expect(
            imports(of: "Qualified", package) == [
                "import Foundation", "public import Mocking", "@testable public import Kitchen",
            ])
        let conditional = ["public import Foundation", "public import Mocking", "@testable public import Kitchen"]
        let expected = conditional.flatMap { ["#if NEVER_SET", $0, "#endif"] } + ["#if NEVER_SET"]
        #expect(imports(of: "Conditional", package) == expected)
        #expect(try await package.typecheck(["Tests"], as: "KitchenTests") == "")
    }

    /// The compiler warns that it ignores the lower level.
    @Test func `a module that one source imports more widely than another is imported once`() async throws {
        let package = try PackageFixture.modules([
            "Pantry/Pantry.swift": "public struct Item { public init() {} }\n",
            "Kitchen/Shelf.swift": """
            @preconcurrency public import Pantry
            public protocol Shelf { func put(_ item: Item) }
            """,
            "Kitchen/Cook.swift": """
            internal import Pantry
            /// @mockable
            public protocol Cook: Shelf { func cook() }
            func peel(_ item: Item) {}
            """,
        ])
        for module in ["Pantry", "Kitchen"] { #expect(try await package.emit(module) == "") }
        let generated = try await package.run(
            "mockd", "generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Tests", "--dependency",
            "Pantry=Pantry")
        #expect(generated.status == 0, "\(generated.errors)")
        #expect(
            imports(of: "Cook", package) == [
                "@preconcurrency public import Pantry", "public import Mocking", "@testable public import Kitchen",
            ])
        #expect(try await package.typecheck(["Tests"], as: "KitchenTests") == "")
    }

    @Test func `types called like the library's are told apart from those`() async throws {
        let package = try PackageFixture.modules(["Kitchen/Cook.swift": Self.namesakes])
        #expect(try await package.emit("Kitchen") == "")
        let generated = try await package.run(
            "mockd", ["generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Tests"])
        #expect(generated.status == 0, "\(generated.errors)")
        #expect(try await package.typecheck(["Tests"], as: "KitchenTests") == "")
    }

    private static let namesakes = """
        /// @mockable
        protocol Cook: Mock {
            func taste(_ food: Matcher, by rule: Rule) async throws -> Captor?
            func call(_ state: MockState) -> [Clause]
        }
        protocol Mock {}
        struct Matcher {}
        struct Rule {}
        struct Captor {}
        struct MockState {}
        struct Clause {}

        """

    @Test func `names that two visible modules declare are qualified, others are not`() async throws {
        let package = try PackageFixture.modules(Self.files)
        _ = try await package.run(
            "mockd",
            ["generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Tests"] + Self.dependencies)
        let text = try #require(package.read("Tests/Clash.mocks.swift"))
        #expect(text.contains("func go(_ url: URL) -> Kitchen.Notification {"))
        #expect(text.contains("class MockProcess: Kitchen.Process, ProtocolMock, StaticMock {"))
        #expect(
            text.contains("extension Kitchen.Bundle {\n    final class MockInner: Kitchen.Bundle.Inner, ProtocolMock {")
        )
        let mixed = try #require(package.read("Tests/Mixed.mocks.swift"))
        #expect(mixed.contains("func fix(_ item: Garage.Item) -> Garage.Item {"))
        #expect(mixed.contains("func cook(_ item: Pantry.Item) -> Pantry.Item {"))
        let prefixed = try #require(package.read("Tests/Prefixed.mocks.swift"))
        #expect(prefixed.contains("class MockPrefixed: Kitchen.Prefixed, ProtocolMock"))
    }

    private func imports(of file: String, _ package: PackageFixture) -> [String] {
        let head = package.read("Tests/\(file).mocks.swift")?.split(separator: "\n").prefix { !$0.contains("class ") }
        return (head ?? []).filter { $0.contains("import ") || $0.hasPrefix("#") }.map(String.init)
    }

    private static let files = [
        "Farm/Farm.swift": """
        public protocol Being { var age: Int { get } }
        public struct Weight { public init() {} }
        """,
        "Pantry/Pantry.swift": """
        import Farm
        public protocol Person: Being { var name: String { get }; func weigh() -> Weight }
        public struct Item { public init() {} }
        public protocol Service { func serve() }
        public protocol Shelf { func take() -> Int }
        public enum Store {
            public protocol Door { func open(_ item: Item) -> Bool }
            public typealias Both = Person & Service
        }
        public typealias Handler = (Item) -> Void
        @_spi(Staff) public protocol Staff { func work() }
        """,
        "Garage/Garage.swift": """
        public struct Item { public init() {} }
        public protocol Service { func repair(_ item: Item) }
        """,
        "Kitchen/Cook.swift": """
        import Foundation
        import Pantry
        /// @mockable
        public protocol Cook: Person { func cook(_ item: Item) -> Item }
        """,
        "Kitchen/Others.swift": """
        import Pantry
        /// @mockable
        protocol Doorman: Store.Door {}
        /// @mockable
        protocol Both: Store.Both, Pantry.Service {}
        /// @mockable
        protocol Handled { func later(_ handler: @escaping Handler); func now(_ handler: Handler) }
        """,
        "Kitchen/Mechanic.swift": """
        import Garage
        /// @mockable
        protocol Mechanic: Service { func fix(_ item: Item) -> Item }
        """,
        "Kitchen/Mixed.swift": """
        import Pantry
        /// @mockable
        protocol Mixed: Mechanic { func cook(_ item: Item) -> Item }
        """,
        "Kitchen/Plain.swift": """
        import Foundation
        import Pantry
        let date = Date()
        /// @mockable
        protocol Plain { func count() -> Int; func next() -> any Plain }
        """,
        "Kitchen/Boss.swift": """
        @_spi(Staff) import Pantry
        /// @mockable
        protocol Boss: Staff { func rest() }
        """,
        "Kitchen/Scoped.swift": """
        #if canImport(Dispatch)
        @preconcurrency import Dispatch
        #endif
        import struct Farm.Weight
        import struct Pantry.Item
        import protocol Pantry.Shelf
        /// @mockable
        protocol Scoped: Shelf { func weigh() -> Weight; func queue() -> DispatchQueue }
        """,
        "Kitchen/Leveled.swift": """
        public import Foundation
        /// @mockable
        public protocol Leveled { func date(_ url: URL) -> Date }
        """,
        "Kitchen/Prefixed.swift": """
        /// @mockable(module: prefix = Kitchen)
        protocol Prefixed { func f() }
        """,
        "Kitchen/Clash.swift": """
        import Foundation
        struct Notification {}
        protocol Operation { func run(_ notification: Notification) }
        /// @mockable
        protocol Runner: Operation {
            associatedtype Next: Operation
            func go(_ url: URL) -> Notification
            func operation() -> any Operation
            var last: Notification? { get set }
        }
        /// @mockable
        protocol Process {
            func go(_ url: URL) -> Int
            static func make() -> Self
            func each(_ all: [Notification], _ body: (Notification) -> Void)
        }
        /// @mockable
        class Thread { init() {}; func go(_ url: URL) -> Int { 1 } }
        enum Bundle {
            /// @mockable
            protocol Inner { func a() -> Notification; func b() -> URL; func c() -> Local; func d() -> Any }
            struct Local {}
            protocol Base { func local(_ local: Local) }
        }
        /// @mockable
        protocol Outer: Bundle.Base { func outer() -> URL }
        """,
    ]
}
