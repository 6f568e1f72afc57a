import Testing

/// The members of a type that its seam has, and the reasons for which others are left out.
@Suite struct SeamMemberTests {
    /// As `NSCoding`'s of Foundation's classes; others fulfil no requirement.
    @Test func `of a class that is not final, required initializers are taken`() async throws {
        let reason = "is an initializer of a class that is not final, which fulfils no requirement"
        try await PackageFixture.expectSeams(
            of: """
                open class Vessel {
                    public required init?(code: Int, strict: Bool = true) {}
                    public init(size: Int) {}
                    public convenience init(cups: Int) { self.init(size: cups) }
                }
                open class Bowl: Vessel { public convenience init(pints: Int) { self.init(size: pints) } }
                open class Pot: Vessel {
                    public required init?(code: Int, strict: Bool = true) { super.init(size: code) }
                    public init(lid: Bool) { super.init(size: 1) }
                }
                open class Jug: Vessel {
                    public required init?(code: Int, strict: Bool = true) { super.init(size: code) }
                    public required override init(size: Int) { super.init(size: size) }
                    public required convenience init(cups: Int) { self.init(size: cups) }
                    public required init(_unsafe size: Int) { super.init(size: size) }
                }
                public final class Cup: Bowl {}
                public final class Mug: Pot {
                    public override init(lid: Bool) { super.init(lid: lid) }
                    public required init?(code: Int, strict: Bool = true) { super.init(lid: strict) }
                }
                """,
            requests: """
                /// @mockable(seam: Stewing)
                extension Pot {}
                /// @mockable(seam: Pouring)
                extension Jug {}
                /// @mockable(seam: Sipping)
                extension Cup {}
                /// @mockable(seam: Steeping)
                extension Mug {}
                """,
            containing: [
                "protocol Stewing: AnyObject {\n    init?(code: Int, strict: Bool)\n}\n",
                "AnyObject {\n    init?(code: Int, strict: Bool)\n    init(size: Int)\n    init(cups: Int)\n}\n",
                """
                    init(pints: Int)
                    init?(code: Int, strict: Bool)
                    init?(code: Int)
                    init(size: Int)
                    init(cups: Int)
                }

                """,
                "    init(lid: Bool)\n    init?(code: Int, strict: Bool)\n    init?(code: Int)\n}\n",
            ],
            notes: [
                "Kitchen/Kitchen.swift:4:11: note: 'init(lid:)' \(reason), so 'Stewing' leaves it out [seam-member]"
            ],
            tests: """
                func stew() {
                    let pot: any Stewing = MockStewing()
                    _ = type(of: pot).init(code: 1, strict: true)
                }
                """)
    }

    @Test func `a member is left out only if it is there for some arguments of the type`() async throws {
        try await PackageFixture.expectSeams(
            of: """
                public protocol Reducing: Sendable { associatedtype Value: Sendable }
                public struct Watch<Reducer: Reducing & Equatable, Element>: Sendable {
                    public func start(_ value: Reducer.Value) where Reducer: Reducing {}
                    public func append<C: Collection>(_ new: C) where Element == C.Element {}
                    public func sum() -> Element? where Element: Numeric { nil }
                    public func read<T: Sendable>(as: T.Type = T.self) -> [Element] where Element: Sendable { [] }
                    public static func box(_ value: sending Element) -> Int { 1 }
                    public static func box(_ value: Element) -> Int where Element: Equatable { 2 }
                }
                extension Watch where Reducer: Equatable & Reducing { public func stop() {} }
                extension Watch where Element: Sendable { public func skip(to last: Bool = true) -> Element? { nil } }
                extension Watch where Element: Error { public func fail() {} }
                extension Watch<Never, Int> { public func tick() {} }
                extension Never: Reducing { public typealias Value = Int }
                public typealias Clock = Watch<Never, Int>
                public typealias Observation = Watch
                extension Clock { public func chime() {} }
                extension Observation { public func pause() {} }
                extension Food.Watch { public func resume() {} }
                @available(*, deprecated) extension Watch { public func wind() {} }
                """,
            requests: "/// @mockable(seam: Watching)\nextension Watch {}\n",
            containing: [
                """
                    func start(_ value: Reducer.Value)
                    func append<C: Collection>(_ new: C) where Element == C.Element
                    func read<T: Sendable>(as: T.Type) -> [Element]
                    static func box(_ value: sending Element) -> Int
                    func stop()
                    func skip(to last: Bool) -> Element?
                    func resume()
                    func pause()
                }

                """
            ],
            notes: [
                ("box(_:)", "is there for some arguments of its type only"),
                ("chime()", "is declared in an extension with conditions"),
                ("fail()", "is declared in an extension with conditions"),
                ("sum()", "is there for some arguments of its type only"),
                ("tick()", "is declared in an extension with conditions"), ("wind()", "is deprecated"),
            ].map { name, reason in
                "Kitchen/Kitchen.swift:4:11: note: '\(name)' \(reason), so 'Watching' leaves it out [seam-member]"
            },
            tests: "func watch() { verify(MockWatching<Never, Int>()).resume().wasNeverCalled() }\n")
    }

    @Test func `members that only other platforms lack or deprecate are taken`() async throws {
        try await PackageFixture.expectSeams(
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
    @Test func `members in all modules that the file sees belong to its seam`() async throws {
        let modules = ["Core", "Food", "Pans", "Shop", "Bar"]
        let package = try PackageFixture.modules([
            "Core/Core.swift": """
            public struct Oven: Sendable { public init() {}; public func heat() -> Int { 1 } }
            public struct Pan: Sendable { public init() {}; public func fry() {} }
            """,
            "Food/Food.swift": "@_exported import Core\n",
            "Food/Oven.swift": "extension Oven { public func clean() {} }\n",
            "Pans/Pans.swift": "@_exported import struct Core.Pan\nextension Pan { public func wash() {} }\n",
            "Shop/Shop.swift": """
            import Core
            extension Oven { public func sell() {} }
            struct Pan { public func none() {} }
            """,
            "Bar/Bar.swift": "import Core\nextension Oven { public func smoke() {} }\n",
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
        #expect(seams.contains("    func heat() -> Int\n    func clean()\n    func sell()\n}\n"), "\(seams)")
        #expect(seams.contains("    func fry()\n    func wash()\n}\n"))
        #expect(seams.contains("var monthSymbols: [String] { get }\n"))
        for module in modules + ["Kitchen"] {
            let errors = try await package.emit(module)
            #expect(errors == "")
        }
        let mocks = try await package.typecheck(["Tests"], as: "KitchenTests")
        #expect(mocks == "")
    }

    @Test func `overloads for generic values and existentials are told apart as in the type`() async throws {
        try await PackageFixture.expectSeams(
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

    /// Without such an argument `self.init()` would mean the forwarder itself.
    @Test func `a default argument that holds for one type only cannot be left out`() async throws {
        try await PackageFixture.expectSeams(
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
        try await PackageFixture.expectSeams(
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
            containing: [
                "    func keep<T>(_ value: T) -> T where T: Sendable\n",
                "    func decode<T: Decodable & Hashable>(_ type: T.Type, at place: Int) -> T?\n",
            ],
            notes: [
                "Kitchen/Kitchen.swift:4:11: note: 'keep(_:)' differs from an overload in sendability only, which no requirement tells apart, so 'Reading' leaves it out [seam-member]",
                "Kitchen/Kitchen.swift:4:11: note: 'value(at:)' \(note), so 'Reading' leaves it out [seam-member]",
            ],
            tests: "func rows() { verify(MockReading()).value(at: 1).returning(Int?.self).wasNeverCalled() }\n")
    }

    /// Each member was compared with all others for its message: with this many that took minutes, in which no other mock
    /// was made.
    @Test(.timeLimit(.minutes(3)))
    func `ten thousand members that are left out have a note each, and cost no more than others`() async throws {
        let package = try PackageFixture.kitchen()
        let members = (0..<10_000).map { "    func f\($0)() -> some Sequence { [\($0)] }\n" }.joined()
        try package.write("Sources/Kitchen/Oven.swift", "final class Oven {\n\(members)    func heat() {}\n}\n")
        try package.write("Sources/Kitchen/Heating.swift", "/// @mockable(seam: Heating)\nextension Oven {}\n")
        let result = try await package.run("mockd", "generate", ".")
        #expect(result.status == 0, "\(result.errors.suffix(500))")
        #expect(package.read("Sources/Kitchen/Seams.swift")?.contains("func heat()") == true)
        #expect(result.errors.split(separator: "\n").count { $0.contains("so 'Heating' leaves it out") } == 10_000)
    }

    @Test func `overloads that share their first labels need all matchers that tell them apart`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write(
            "Sources/Kitchen/Cook.swift",
            """
            /// @mockable
            protocol Cook {
                func stew(a: Int, b: Int, c: Int)
                func stew(a: Int, b: Int, d: Int)
                func stew(a: Int, e: Int, f: Int)
                func stew(a: Int)
                func stew(g: Int, h: Int)
            }

            """)
        #expect(try await package.run("mockd", "generate", ".").status == 0)
        let heads = (package.read(PackageFixture.mockPath) ?? "").split(separator: "\n").filter {
            $0.contains("-> Clause<")
        }
        #expect(
            heads.map { $0.count { $0 == "=" } } == [0, 0, 1, 0, 1], "\(heads.joined(separator: "\n"))")
    }
}
