import Testing

/// Seams of types that are generic, nested or made of closures compile in the module, and their mocks in the tests.
@Suite struct SeamShapeTests {
    @Test func `a generic type gives an associated type for each parameter, those of the types around it included`()
        async throws
    {
        try await PackageFixture.expectSeams(
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
                public struct Pairs<Base: Sequence, Item> {
                    public struct Numbers<Key: Hashable> {
                        public func first(_ key: Key) -> Base.Element? { nil }
                        public func items(at key: Key, _ more: Int = 1) -> [Item] { [] }
                    }
                }
                public struct Steps<Base: AsyncSequence>: AsyncIteratorProtocol {
                    var base: Base.AsyncIterator
                    public mutating func next() async rethrows -> Base.Element? { try await base.next() }
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
                /// @mockable(seam: Counting)
                extension Pairs.Numbers {}
                /// @mockable(seam: Stepping)
                extension Steps {}
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
                "protocol Counting<OuterBase, Item, Key> {\n", "    func first(_ key: Key) -> OuterBase.Element?\n",
                "    typealias OuterBase = Base\n", "    mutating func next() async throws -> Base.Element?\n",
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
        try await PackageFixture.expectSeams(
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
        try await PackageFixture.expectSeams(
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
        try await PackageFixture.expectSeams(
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

    @Test func `branches for other compilers, other files and deprecated implementations do not spoil a seam`()
        async throws
    {
        let package = try PackageFixture.modules([
            "Food/Food.swift": """
            #if compiler(<6.2)
            @available(*, unavailable, message: "needs 6.2")
            public struct Rack<Item: ~Copyable>: ~Copyable {}
            #else
            public struct Rack<Item: ~Copyable>: ~Copyable { public var count: Int { 1 } }
            #endif
            public protocol Weighed { var weight: Int { get } }
            extension Weighed { @available(*, deprecated) public var weight: Int { 1 } }
            public struct Crate: Weighed { public let weight: Int = 2; public func open() -> Int { 1 } }

            """,
            // An import without a level would contradict this one.
            "Kitchen/First.swift": "internal import Food\nfunc crate() -> Crate { Crate?.none! }\n",
            "Kitchen/Kitchen.swift": """
            public import Food
            /// @mockable(seam: Racking, members: count)
            extension Rack {}
            /// @mockable(seam: Crating, members: weight, open())
            extension Crate {}
            /// @mockable(seam: Spanning, members: count, isEmpty)
            extension Span {}
            func use(_ rack: some Racking<Int>) -> Int { rack.count }
            public func same(_ crate: Crate) -> Crate { crate }

            """,
        ])
        let generated = try await package.run(
            "mockd", "generate", "--module", "Kitchen", "--sources", "Kitchen", "--dependency", "Food=Food", "--output",
            "Tests")
        #expect(generated.status == 0 && !generated.errors.contains(": warning: "), "\(generated.errors)")
        #expect(try await package.emit("Food") == "")
        #expect(try await package.emit("Kitchen", ["-warnings-as-errors"]) == "")
        #expect(try await package.typecheck(["Tests"], as: "KitchenTests") == "")
    }

    @Test func `only sendable values go into an actor and out of it`() async throws {
        try await PackageFixture.expectSeams(
            of: """
                public final class Parcel { public init() {} }
                public enum Size: Sendable { case small }
                public actor Depot {
                    public init() {}
                    public func store(_ p: Parcel, _ size: Size) async {}
                    public func each(_ body: @escaping () -> Void) {}
                    public func oldest() -> Parcel { Parcel() }
                    public var size: Size { .small }
                    public nonisolated func same(_ p: Parcel) -> Parcel { p }
                }
                """,
            requests: "/// @mockable(seam: Storing)\nextension Depot {}\n",
            containing: [
                "    func store(_ p: sending Parcel, _ size: Size) async\n",
                "    func each(_ body: sending @escaping () -> Void) async\n", "    var size: Size { get async }\n",
                "    func same(_ p: Parcel) -> Parcel\n",
            ],
            notes: [
                "Kitchen/Kitchen.swift:4:11: note: 'oldest()' returns 'Parcel' from an actor, which only a Sendable type can leave through a protocol, so 'Storing' leaves it out [seam-member]"
            ], tests: "func depots() { verify(MockStoring()).store(.any, .any).wasNeverCalled() }\n")
    }

    @Test func `a closure is a method of the seam, if it has parameters`() async throws {
        try await PackageFixture.expectSeams(
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
}
