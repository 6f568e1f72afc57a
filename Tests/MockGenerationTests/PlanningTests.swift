@testable import MockGeneration
import MockModel
import Testing

@Suite struct PlanningTests {
    private func plan(_ text: String, access: MockOptions.Access = .inherit) -> TypedMock? {
        var fixture = Fixture("/// @mockable\n" + text)
        fixture.options = MockOptions(access: access)
        return fixture.plan("P").plan
    }

    @Test func `a protocol's mock is a final class that forwards to an existential`() {
        let plan = plan("protocol P { func f(a: Int) throws -> Bool }")
        #expect(plan?.protocols == ["ProtocolMock"])
        #expect(plan?.target == "any P")
        #expect(plan?.stubbingMode == "Stubbing")
        let lines = Fixture("/// @mockable\nprotocol P { func f(a: Int) throws -> Bool }").lines
        let head = lines.firstIndex(of: "func f(a: Int) throws -> Bool {")
        #expect(head.map { lines[$0 + 1] } == "return try mocking.call(\"f(a:)\", a) { try $0.f(a: a) }")
        #expect(
            lines.contains(
                "func f(a: Matcher<Int> = .any) -> Clause<MockMode, Int, Bool, any Error> { .init(mocking, \"f(a:)\", a) }"
            ))
    }

    @Test func `forwarding can be switched off for all members without a superclass`() {
        var fixture = Fixture(
            """
            /// @mockable
            protocol P { associatedtype E; func f() throws -> Bool; func g(_ e: E); var v: Int { get set } }
            /// @mockable
            class C { func f() {} }
            """)
        fixture.options = MockOptions(forwards: false)
        #expect(
            fixture.lines.filter {
                $0.contains("mocking.call(") || $0.contains("mocking.get(") || $0.contains("mocking.set(")
            }
                == [
                    "return try mocking.call(\"f()\", (), throwing: (any Error).self, unforwardable: \"forwarding switched off\")",
                    "return mocking.call(\"g(_:)\", e as E, unforwardable: \"forwarding switched off\")",
                    "return mocking.get(\"v\", unforwardable: \"forwarding switched off\")",
                    "mocking.set(\"v\", newValue, unforwardable: \"forwarding switched off\")",
                    "return mocking.call(\"f()\", (), super: { super.f() }) { $0.f() }",
                ])
    }

    @Test(arguments: [
        ("protocol P { func f<each T>(_ a: (repeat each T) -> Void) }", "a closure over a parameter pack"),
        ("protocol P { func f<each T>(_ a: (repeat each T)) }", "a tuple of a parameter pack"),
        ("protocol P { func f<E: Error>() throws(E) }", "an error type that a call does not tell"),
        ("protocol P { func f(_ a: Int...) }", "a variadic parameter"),
        ("protocol P { func f(_ a: Self) }", "a Self parameter or result"),
        ("protocol P { init() }", "an initializer"),
        ("protocol P { static func + (a: Self, b: Self) -> Self }", "an operator"),
        ("protocol P: Actor { func f() }", "a synchronous actor-isolated member"),
        ("protocol P: Actor { func f(_ a: inout Int) async }", "a parameter that cannot travel to another actor"),
        ("protocol P: A, B {}", "a member that is declared in two ways"),
        ("@Kiosk protocol P: C {}", "a member of another actor"),
    ])
    func `a member that cannot be forwarded gives the reason`(_ declaration: String, _ reason: String) {
        let text = Fixture(
            """
            @globalActor actor Kiosk { static let shared = Kiosk() }
            protocol A { func f() throws(CancellationError) }
            protocol B { func f() throws(DecodingError) }
            @MainActor protocol C { func f() }
            /// @mockable
            \(declaration)
            """
        ).generate("Source.swift")
        #expect(text.contains("unforwardable: \"\(reason)\""), "\(text)")
    }

    @Test func `a member that never returns ends the test with its name`() {
        let text = Fixture("/// @mockable\nprotocol P { func f() async -> Never }").generate("Source.swift")
        #expect(text.contains("fatalError(\"MockP.f() would never return, so it is not mocked\")"), "\(text)")
    }

    @Test(arguments: [
        ("protocol P: Sendable {}", "SendableStubbing"), ("@MainActor protocol P {}", "MainActorStubbing"),
        ("protocol P: Actor {}", "SendableStubbing"), ("protocol P: AnyObject {}", "Stubbing"),
        ("protocol P: Error {}", "SendableStubbing"),
    ])
    func `the mode follows the protocol's isolation`(_ text: String, _ mode: String) {
        #expect(plan(text)?.stubbingMode == mode)
    }

    @Test(arguments: [
        ("protocol P {}", "MainActorStubbing"), ("nonisolated protocol P {}", "Stubbing"),
        ("protocol P: Sendable {}", "MainActorStubbing"), ("protocol P: Actor {}", "SendableStubbing"),
    ])
    func `a module can be on the main actor by default`(_ text: String, _ mode: String) {
        var fixture = Fixture("/// @mockable\n" + text)
        fixture.options = MockOptions(isMainActorByDefault: true)
        #expect(fixture.plan("P").plan?.stubbingMode == mode)
    }

    @Test func `access is the type's, and no wider than the option allows`() {
        #expect(plan("public protocol P {}")?.conformance.access == "public ")
        #expect(plan("package protocol P {}")?.conformance.access == "package ")
        #expect(plan("public protocol P {}", access: .limited(.internal))?.conformance.access == "")
        #expect(plan("open class P { public func a() {}; func b() {} }")?.conformance.access == "public ")
        let lines = Fixture("/// @mockable\nopen class P { public func a() {}; func b() {} }").lines
        #expect(lines.contains("public override func a() {"))
        #expect(lines.contains("override func b() {"))
    }

    @Test func `a class mock inherits from the class`() {
        let plan = plan("class P<T>: @unchecked Sendable { func f(_ t: T) -> Int { 0 } }")
        #expect(plan?.protocols == ["ClassMock"])
        #expect(plan?.conformance.genericClause == "<T>")
        #expect(plan?.conformance.inheritsInitializers == true)
        let lines = Fixture("/// @mockable\nclass P<T>: @unchecked Sendable { func f(_ t: T) -> Int { 0 } }").lines
        #expect(lines.contains("override func f(_ t: T) -> Int {"))
        #expect(lines.contains("return mocking.call(\"f(_:)\", t as T, super: { super.f(t) }) { $0.f(t) }"))
    }

    @Test(arguments: [
        ("enum Clause {}", "func f() -> Mocking::Clause<MockMode, Void, Void, Never> { .init(mocking, \"f()\") }"),
        ("enum N { enum Clause {} }", "func f() -> Clause<MockMode, Void, Void, Never> { .init(mocking, \"f()\") }"),
        ("struct Never {}", "func f() -> Clause<MockMode, Void, Void, Swift::Never> { .init(mocking, \"f()\") }"),
    ])
    func `names of the user's types qualify the library's names`(_ declaration: String, _ clause: String) {
        #expect(Fixture("/// @mockable\nprotocol P { func f() }\n\(declaration)").lines.contains(clause))
    }

    @Test(arguments: [
        (
            "/// @mockable\nfinal class P {}",
            "error: 'P' is final, so no mock can inherit from it; remove 'final' or mock a protocol in its place [final-class]"
        ),
        (
            "protocol Q: Sendable {}\n/// @mockable\nfinal class P: Q {}",
            "error: 'P' is final, so no mock can inherit from it; remove 'final' and make it '@unchecked Sendable', or mock a protocol in its place [final-class]"
        ),
        (
            "/// @mockable\nfinal class P: @unchecked Sendable {}",
            "error: 'P' is final, so no mock can inherit from it; remove 'final' or mock a protocol in its place [final-class]"
        ),
        (
            "/// @mockable\nclass P { private init() {} }",
            "error: 'P' has no initializer that a mock could inherit; make one internal [no-initializer]"
        ),
        (
            "/// @mockable\nstruct P {}",
            "error: 'P' is a struct; mockd mocks protocols and classes, so use it as it is, or mock a protocol in its place [not-mockable]"
        ),
        (
            "/// @mockable\nactor P {}",
            "error: 'P' is an actor; mockd mocks protocols and classes, so use it as it is, or mock a protocol in its place [not-mockable]"
        ),
        (
            "/// @mockable\nprivate protocol P {}",
            "error: 'P' is private: a generated mock cannot see it; make it internal or write the mock in the same file [not-visible]"
        ),
        (
            "/// @mockable\nprotocol P: Elsewhere {}",
            "error: requirements of 'Elsewhere' are not known, so the mock of 'P' lacks them; declare it in the project, or import the module that does [unknown-parent]"
        ),
        (
            "/// @mockable\nprotocol P: DistributedActor {}",
            "error: 'P' is a distributed actor protocol; distributed actors cannot be mocked [distributed-actor]"
        ),
        (
            "/// @mockable\nclass P { final func f() {} }",
            "note: 'f()' is final and keeps its real behaviour [not-overridden]"
        ),
        (
            "/// @mockable\nclass P { var v = make() }",
            "note: 'v' has no written type and keeps its real behaviour; write its type to have it mocked [not-overridden]"
        ),
        (
            "/// @mockable(typealias: Itme = Int)\nprotocol P { associatedtype Item; associatedtype Key }",
            "warning: 'P' has no associated type 'Itme', so 'typealias: Itme = Int' is ignored; did you mean 'Item'? [annotation-typealias]"
        ),
        (
            "/// @mockable(typealias: Value = [Int])\nprotocol P { associatedtype Key; associatedtype Item }",
            "warning: 'P' has no associated type 'Value', so 'typealias: Value = [Int]' is ignored; its associated types are Item, Key [annotation-typealias]"
        ),
        (
            "/// @mockable(typealias: Item = Int)\nclass P<Item> {}",
            "warning: 'P' has no associated type 'Item', so 'typealias: Item = Int' is ignored; remove it [annotation-typealias]"
        ),
        (
            "/// @mockable\nprotocol P { associatedtype S: Sequence where S.Element == Self }",
            "error: 'P' has an associated type that refers to Self, which a generic mock cannot; give the type: @mockable(typealias: …) [recursive-associated-type]"
        ),
    ])
    func `a type that cannot be mocked gets a diagnostic with the way out`(_ text: String, _ message: String) {
        #expect(Fixture(text).messages("P") == [message])
    }

    @Test(arguments: [
        ("class P {}", true),
        ("class P { init() {} }", true),
        ("class P { required init() {} }", true),
        ("class Q { init(n: Int) {} }; /// @mockable\nclass P: Q { convenience init() { self.init(n: 1) } }", true),
        ("class Q { init() {} }; /// @mockable\nclass P: Q {}", true),
        ("class Q {}; /// @mockable\nclass P: Q { init() {} }", true),
        ("class P { init(n: Int = 1) {} }", false),
        ("class P { init?() {} }", false),
        ("class P { init() throws {} }", false),
        ("class P { init() async {} }", false),
        ("class P { private init() {}; init(n: Int) {} }", false),
        ("class P { @MainActor init() {} }", false),
        ("class Q { init(n: Int) {} }; /// @mockable\nclass P: Q {}", false),
        ("class Q {}; /// @mockable\nclass P: Q { init(n: Int) { super.init() } }", false),
        ("@MainActor class P { init() {} }", false),
        ("@MainActor class Q {}; /// @mockable\nclass P: Q {}", false),
        ("public class P { public init() {} }", true),
        ("public class P { init() {} }", false),
        ("public class P {}", false),
        ("protocol P: AnyObject {}", false),
    ])
    func `the mock of a class with an initializer without arguments is made by the library, too`(
        _ text: String, _ isMade: Bool
    ) {
        let text = text.contains("@mockable") ? text : "/// @mockable\n" + text
        let generated = Fixture(text.replacing("; ///", with: "\n///")).generate("Source.swift")
        #expect(generated.contains("class MockP"))
        #expect(generated.contains("ClassMock") == isMade, "\(generated)")
    }

    @Test func `hidden members of a class are skipped silently`() {
        let text =
            "/// @mockable\nclass P { private func a() {}; fileprivate var b = 1; @available(*, unavailable) func c() {} }"
        #expect(Fixture(text).messages("P") == [])
    }
}

@Suite struct RenderingTests {
    @Test func `a whole file has nothing that a plain protocol does not need`() {
        let text = Fixture("/// @mockable\nprotocol P { var v: Int { get set } }").generate("Source.swift")
        let body = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).joined(separator: "\n")
        #expect(GeneratedMarker.state(of: Array(text.utf8)) == .intact)
        #expect(
            body == """
                // swift-format-ignore-file
                // swiftlint:disable all

                import Mocking

                final class MockP: P, ProtocolMock {
                    var v: Int {
                        get {
                            return mocking.get("v") { $0.v }
                        }
                        set {
                            mocking.set("v", newValue) { $0.v = newValue }
                        }
                    }

                    /// Literals and cases of enums are matchers; any other value is passed with `.equal(value)`.
                    nonisolated struct MockMembers<MockMode>: MemberSet {
                        let mocking: MockState<any P>
                        var v: Clause<MockMode, Void, Int, Never> { .init(mocking, "v") }
                        func v(set newValue: Matcher<Int> = .any) -> Clause<MockMode, Int, Void, Never> { .init(mocking, "v =", newValue) }
                    }

                    nonisolated let mocking: MockState<any P>
                    nonisolated init(mocking: MockState<any P>) { self.mocking = mocking }
                    typealias MockGiven = MockMembers<Stubbing<any P>>
                    typealias MockVerify = MockMembers<Verifying>
                    typealias MockCalls = MockMembers<Recording>
                }

                """)
    }

    @Test(arguments: [
        ("func f(_ n: Int)", true), ("var v: Int { get set }", true), ("static func f(_ n: Int)", true),
        ("func f()", false), ("var v: Int { get }", false),
    ])
    func `clauses say how a variable is passed if one of them has an argument`(_ member: String, _ isSaid: Bool) {
        let text = Fixture("/// @mockable\nprotocol P { \(member) }").generate("Source.swift")
        #expect(text.contains("any other value is passed with `.equal(value)`") == isSaid)
    }

    @Test func `three hundred requirements are rendered`() {
        let list = (0..<300).map { "func f\($0)(_ n: Int) -> Int" }.joined(separator: "\n")
        let text = Fixture("/// @mockable\nprotocol P {\n\(list)\n}").generate("Source.swift")
        #expect(text.split(separator: "\n").count { $0.contains("mocking.call(") } == 300)
    }
}
