import Testing

/// Seams of types that are generic, nested or made of closures compile in the module, and their mocks in the tests.
@Suite struct SeamShapeTests {
    @Test func `a generic type gives an associated type for each parameter, those of the types around it included`()
        async throws
    {
        try await expectSeams(
            of: """
                public struct Shelf<Element: Sendable>: Sendable {
                    public let first: Element?
                    public init(_ elements: [Element]) { first = elements.first }
                    public func filled(with element: Element) -> Shelf { Shelf([element]) }
                    public func twin() -> Self { self }
                    public func makeIterator() -> Iterator { Iterator(next: first) }
                    public struct Label: Sendable {}
                    public struct Tag<Label: Sendable>: Sendable { public func label() -> Label? { nil } }
                    public struct Iterator: Sendable {
                        let next: Element?
                        public func peek() -> Element? { next }
                        public func copy(of other: Iterator) -> Iterator { self }
                    }
                }
                public final class Flat<Base: Sequence> where Base.Element: Sequence {
                    public init() {}
                    public func first(_ base: Base) -> Base.Element.Element? { nil }
                }
                public struct Box<Value: ~Copyable & Sendable>: ~Copyable { public func size() -> Int { 1 } }
                extension Box: Copyable where Value: Copyable {}
                public struct Seal: ~Copyable, Sendable { public consuming func tear() -> Int { 1 } }
                """,
            requests: """
                /// @mockable(seam: Shelving)
                extension Shelf {}
                /// @mockable(seam: ShelfIterating)
                extension Shelf.Iterator {}
                /// @mockable(seam: Tagging)
                extension Shelf.Tag {}
                /// @mockable(seam: Flattening)
                extension Flat {}
                /// @mockable(seam: Boxing)
                extension Box {}
                /// @mockable(seam: Sealing)
                extension Seal {}
                """,
            containing: [
                "    func filled(with element: Element) -> Shelf<Element>\n", "    func twin() -> Shelf<Element>\n",
                "protocol ShelfIterating<Element>: Sendable {\n    associatedtype Element: Sendable\n",
                "    func copy(of other: Shelf<Element>.Iterator) -> Shelf<Element>.Iterator\n",
                "    func label() -> Label?\n",
                "protocol Flattening<Base>: AnyObject where Base.Element: Sequence {\n",
                "protocol Sealing: Sendable, ~Copyable {\n    consuming func tear() -> Int\n",
            ],
            tests: """
                func shelves() {
                    let shelf = MockShelving<Int>(forwardingTo: Shelf([1]))
                    given(shelf).filled(with: 3).willReturn(Shelf([4]))
                    verify(shelf).twin().wasNeverCalled()
                }
                """)
    }

    /// Their sources have nothing that mocks of other types depend on, so no index has them.
    @Test func `types that are nested, or beside conditions, are found in the sources of their module`() async throws {
        try await expectSeams(
            of: """
                public enum Pantry {}
                extension Pantry {
                    public struct Jar: Sendable {
                        public static let empty: Jar = Jar(level: 0)
                        public struct Lid: Sendable { public func turn() {} }
                        public var level: Int
                        public func lid() -> Lid { Lid() }
                    }
                }
                #if JAM
                public struct Jam: Sendable { public func spread() -> Int { 1 } }
                #endif
                #if !canImport(Darwin)
                @preconcurrency
                #endif
                import Dispatch
                public struct Honey: Sendable { public func drip() -> Int { 1 } }
                """,
            requests: """
                /// @mockable(seam: JarHolding)
                extension Pantry.Jar {}
                /// @mockable(seam: Turning)
                extension Food.Pantry.Jar.Lid {}
                /// @mockable(seam: Dripping)
                extension Honey {}
                """,
            containing: ["static var empty: Pantry.Jar { get }\n", "func lid() -> Pantry.Jar.Lid\n", "func turn()\n"],
            tests: "func jars() { verify(MockJarHolding()).lid().wasNeverCalled() }\n")
    }

    @Test func `the constraints of a nested type may be nested, too`() async throws {
        try await expectSeams(
            of: """
                public enum Web {
                    public protocol Body: Sendable {}
                    public struct Client<B: Body>: Sendable { public func send(_ body: B) -> Int { 1 } }
                }
                public struct Plain: Web.Body { public init() {} }
                """,
            requests: "/// @mockable(seam: Sending)\nextension Web.Client {}\n",
            containing: ["associatedtype B: Web.Body\n", "func send(_ body: B) -> Int\n"],
            tests: "func send() { verify(MockSending<Plain>()).send(.any).wasNeverCalled() }\n")
    }

    @Test func `an associated type of the type's protocols means what the compiler infers`() async throws {
        try await expectSeams(
            of: """
                public protocol Sourced { associatedtype Source = Int; init(source: Source) }
                public protocol Context: Sourced { associatedtype Reader; var reader: Reader { get } }
                public protocol Sealed { associatedtype Label; func peel(_ label: Label) }
                public struct Label: Sendable {}
                public struct Order: Context, Sealed, Sendable {
                    public let reader: Float
                    public init(source: Source) { reader = 0 }
                    public func copy(with reader: Reader) -> Order { self }
                    public func peel(_ label: Label) {}
                }
                """,
            requests: "/// @mockable(seam: Ordering)\nextension Order {}\n",
            containing: [
                "init(source: Order.Source)\n", "func copy(with reader: Order.Reader) -> Order\n",
                "func peel(_ label: Label)\n",
            ],
            tests: "func orders() { verify(MockOrdering()).copy(with: 1).wasNeverCalled() }\n")
    }

    @Test func `overloads for generic values and existentials are told apart as in the type`() async throws {
        try await expectSeams(
            of: """
                public protocol Key: Sendable {}
                public protocol Term: Sendable {}
                public struct Query: Sendable {
                    public init() {}
                    public func add(_ term: some Term) -> Int { 1 }
                    @_disfavoredOverload public func add(_ term: any Term) -> Int { 2 }
                    public func add(_ key: some Key) -> Int { 3 }
                    public func add(_ key: some Key & Term) -> Int { 4 }
                    @_disfavoredOverload public func add(_ key: any Key, twice: Bool = false) -> Int { 5 }
                }
                """,
            requests: "/// @mockable(seam: Querying)\nextension Query {}\n",
            containing: ["    @_disfavoredOverload func add(_ term: any Term) -> Int\n"],
            tests: """
                struct Column: Key {}
                func query() {
                    let query: any Querying = MockQuerying(forwardingTo: Query())
                    _ = query.add(Column())
                }
                """)
    }

    @Test func `members that only other platforms lack or deprecate are taken`() async throws {
        try await expectSeams(
            of: """
                open class Scale {
                    public init() {}
                    @available(iOS, unavailable) @available(tvOS, unavailable) open func weigh() -> Int { 1 }
                    @available(swift, deprecated: 100000, renamed: "weigh") open var weight: Int { 1 }
                    @available(macOS, introduced: 10, deprecated: 12) open func reset() {}
                    open func weight(exact: Bool = true) -> Int { 1 }
                    @available(swift, deprecated: 5.0) open func tare() {}
                    @available(*, deprecated, message: "iOS, unavailable") open func old() {}
                    @available(*, unavailable) open func none() {}
                }
                """,
            requests: """
                /// @mockable(seam: Weighing)
                extension Scale {}
                /// @mockable
                class Balance: Scale {}
                """,
            containing: [
                "    @available(iOS, unavailable) @available(tvOS, unavailable) func weigh() -> Int\n",
                "var weight: Int { get }\n", "func reset()\n    func weight(exact: Bool) -> Int\n}\n",
            ],
            notes: [
                ("init()", "is an initializer of a class that is not final, which fulfils no requirement"),
                ("none()", "is unavailable"), ("old()", "is deprecated"), ("tare()", "is deprecated"),
            ].map { name, reason in
                "Kitchen/Kitchen.swift:4:11: note: '\(name)' \(reason), so 'Weighing' leaves it out [seam-member]"
            },
            tests: """
                func weigh() {
                    given(MockWeighing()).weigh().willReturn(1)
                    given(MockBalance()).weigh().willReturn(1)
                }
                """)
    }

    /// As Hummingbird extends types of HummingbirdCore, and FoundationInternationalization those of FoundationEssentials.
    @Test func `members in the modules by which a type is visible belong to its seam`() async throws {
        let modules = ["Core", "Food", "Pans", "Shop"]
        let package = try PackageFixture.modules([
            "Core/Core.swift": """
            public struct Oven: Sendable { public init() {}; public func heat() -> Int { 1 } }
            public struct Pan: Sendable { public init() {}; public func fry() {} }
            """,
            "Food/Food.swift": "@_exported import Core\nextension Oven { public func clean() {} }\n",
            "Pans/Pans.swift": "@_exported import struct Core.Pan\nextension Pan { public func wash() {} }\n",
            "Shop/Shop.swift": "import Core\nextension Oven { public func sell() {} }\n",
            "Kitchen/Kitchen.swift": """
            import Food
            import Foundation
            import Pans
            import Shop
            /// @mockable(seam: Baking)
            extension Oven {}
            /// @mockable(seam: Frying)
            extension Pan {}
            /// @mockable(seam: Months, members: monthSymbols)
            extension Calendar {}
            """,
            "Tests/Tests.swift": """
            import Food
            import Mocking
            @testable import Kitchen
            func bake() { verify(MockBaking(forwardingTo: Oven())).clean().wasNeverCalled() }
            """,
        ])
        let generated = try await package.run(
            "mockd",
            ["generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Tests"]
                + modules.flatMap { ["--dependency", "\($0)=\($0)"] })
        #expect(generated.status == 0, "\(generated.errors)")
        let seams = package.read("Kitchen/Seams.swift") ?? ""
        #expect(seams.contains("    func heat() -> Int\n    func clean()\n}\n"), "\(seams)")
        #expect(seams.contains("    func fry()\n    func wash()\n}\n"))
        #expect(seams.contains("var monthSymbols: [String] { get }\n"))
        for module in modules + ["Kitchen"] {
            let errors = try await package.emit(module)
            #expect(errors == "")
        }
        let mocks = try await package.typecheck(["Tests"], as: "KitchenTests")
        #expect(mocks == "")
    }

    /// Without such an argument `self.init()` would mean the forwarder itself.
    @Test func `a default argument that holds for one type only cannot be left out`() async throws {
        try await expectSeams(
            of: """
                public struct Timer<C: Clock>: Sendable {
                    public init(_ clock: C = ContinuousClock(), ticks: Int = 1) {}
                    public init(of clock: C.Type = SuspendingClock.self) {}
                    public func run(_ steps: [C] = []) -> Int { 1 }
                    public func wait<D: Sendable>(for value: D? = 1) {}
                    public func read<D>(_ big: Bool = true, at place: Int, as: D.Type = D.self) -> D? { nil }
                    public func peek<D>(_ big: Bool = true, as: D) {}
                }
                """,
            requests: "/// @mockable(seam: Timing)\nextension Timer {}\n",
            containing: [
                "    init(_ clock: C, ticks: Int)\n    init(_ clock: C)\n    init(of clock: C.Type)\n    func run(",
                "    func run() -> Int\n    func wait<D: Sendable>(for value: D?)\n    func read<D>(_ big: Bool,",
                "    func read<D>(at place: Int) -> D?\n", "        self.peek(as: `as`)\n",
            ],
            tests: "func time() { verify(MockTiming<ContinuousClock>()).run().wasNeverCalled() }\n")
    }

    @Test func `an overload for fewer types is left out where its result alone tells it apart`() async throws {
        let note = "has an overload for more types, which fulfils the same requirement"
        try await expectSeams(
            of: """
                public final class Text {}
                public struct Row: Sendable {
                    public func value<T: Decodable>(at place: Int) -> T? { nil }
                    public func value<T: Decodable & Hashable>(at place: Int) -> T? { nil }
                    public func send(_ text: sending Text, loudly: Bool = true) -> sending Text { text }
                    public func keep<T>(_ value: T) -> T where T: Sendable { value }
                    public func keep<T>(_ value: sending T) -> T { value }
                    public func decode<T: Decodable>(_ type: T.Type = T.self, at place: Int) -> T? { nil }
                    public func decode<T: Decodable & Hashable>(_ type: T.Type = T.self, at place: Int) -> T? { nil }
                }
                """,
            requests: "/// @mockable(seam: Reading)\nextension Row {}\n",
            containing: ["    func decode<T: Decodable & Hashable>(_ type: T.Type, at place: Int) -> T?\n"],
            notes: [
                "Kitchen/Kitchen.swift:4:11: note: 'keep(_:)' differs from an overload in sendability only, and both fulfil the same requirement, so 'Reading' leaves it out [seam-member]",
                "Kitchen/Kitchen.swift:4:11: note: 'value(at:)' \(note), so 'Reading' leaves it out [seam-member]",
            ],
            tests: "func rows() { verify(MockReading()).value(at: 1).returning(Int?.self).wasNeverCalled() }\n")
    }

    @Test func `a closure is a method of the seam, if it has parameters`() async throws {
        try await expectSeams(
            of: """
                public struct Failure: Error { public init() {} }
                public struct Client: Sendable {
                    public var fetch: @Sendable (Int) async throws -> String
                    public var log: @Sendable (_ text: String) -> Void = { _ in }
                    public var order: @Sendable (_ dish: String, Int) throws(Failure) -> Bool = { _, _ in true }
                    public var show: @MainActor @Sendable (inout [Int]) -> Void = { _ in }
                    public var done: @Sendable () -> Void = {}
                    public var notify: (@Sendable (Int) -> Void)?
                    public init(fetch: @escaping @Sendable (Int) async throws -> String) { self.fetch = fetch }
                }
                """,
            requests: "/// @mockable(seam: Serving)\nextension Client {}\n",
            containing: [
                "    func fetch(_ argument: Int) async throws -> String\n", "    func log(_ text: String)\n",
                "    func order(_ dish: String, _ argument2: Int) throws(Failure) -> Bool\n",
                "    @MainActor func show(_ argument: inout [Int])\n",
                "    var done: @Sendable () -> Void { get set }\n",
                "    var notify: (@Sendable (Int) -> Void)? { get set }\n", "        try await self.fetch(argument)\n",
            ],
            tests: """
                func clients() async throws {
                    let client = MockServing(forwardingTo: Client { "\\($0)" })
                    given(client).fetch(3).willReturn("three")
                    given(client).order("soup", 2).willThrow(Failure())
                    let used: any Serving = client
                    _ = try await used.fetch(3)
                    used.log("done")
                    verify(client).log(.any).wasCalled()
                }
                """)
    }

    /// Compiles seams of another module's types and their mocks.
    private func expectSeams(
        of food: String, requests: String, containing parts: [String], notes: [String] = [], tests: String,
        location: SourceLocation = #_sourceLocation
    ) async throws {
        let package = try PackageFixture.modules([
            "Food/Food.swift": food, "Kitchen/Kitchen.swift": "import Food\n\n" + requests,
            "Tests/Tests.swift": "import Food\nimport Mocking\n@testable import Kitchen\n\n" + tests,
        ])
        let generated = try await package.run(
            "mockd", "generate", "--module", "Kitchen", "--sources", "Kitchen", "--dependency", "Food=Food", "--output",
            "Tests")
        #expect(generated.status == 0, "\(generated.errors)", sourceLocation: location)
        let found = generated.errors.split(separator: "\n").filter { $0.contains(": note: ") }.map(String.init)
        #expect(found == notes, sourceLocation: location)
        let seams = package.read("Kitchen/Seams.swift") ?? ""
        for part in parts { #expect(seams.contains(part), "\(part)\(seams)", sourceLocation: location) }
        // Variables, because a failed test tells the values of those.
        let types = try await package.emit("Food")
        #expect(types == "", sourceLocation: location)
        let protocols = try await package.emit("Kitchen", ["-warnings-as-errors"])
        #expect(protocols == "", sourceLocation: location)
        let mocks = try await package.typecheck(["Tests"], as: "KitchenTests")
        #expect(mocks == "", sourceLocation: location)
    }
}
