import MockGeneration
import Testing

/// An unsupported declaration gets a message and affects nothing else.
@Suite struct RefusalTests {
    @Test(arguments: [
        (
            "protocol P: BinaryInteger {}",
            [
                "error: 'P' refines 'BinaryInteger', which is made for plain values and not for objects, so it cannot be mocked; test with a real type [value-protocol]"
            ]
        ),
        (
            "protocol P { func f<each T>(_ x: repeat inout each T) }",
            ["error: 'f(_:)' takes a parameter pack inout, which crashes the compiler in any implementation [member]"]
        ),
        (
            "protocol P { func f<each T, each U>(_ x: repeat (each T, each U)) }",
            [
                "error: 'f(_:)' expands two parameter packs together, which the compiler accepts in no implementation [member]"
            ]
        ),
        (
            "protocol P { func f<each T, each U>(_ x: repeat each T, y: repeat each U) -> (repeat (each T, each U)) }",
            [
                "error: 'f(_:y:)' expands two parameter packs together, which the compiler accepts in no implementation [member]"
            ]
        ),
        (
            "protocol Q {}; protocol P { func f() -> sending (any Q).Type }",
            [
                "error: 'f()' sends away the metatype of an existential, which the compiler accepts in no implementation [member]"
            ]
        ),
        (
            "@globalActor actor G { static let shared = G() }; @MainActor class B { init() {} }; @G protocol P: B {}",
            [
                "error: 'P' is on 'G' and its superclass B on 'MainActor', and no mock can be on both; put them on the same actor [superclass-actor]"
            ]
        ),
        (
            "protocol P { associatedtype MockGiven }",
            [
                "error: 'P' has a type called MockGiven, as every mock has one, so it cannot be mocked; give it another name [reserved-name]"
            ]
        ),
        (
            "enum A { /// @mockable(override: name = Type)\n protocol P {} }",
            [
                "error: a mock cannot be called 'Type', which is a word of the language; give it another name: @mockable(override: name = …) [reserved-name]"
            ]
        ),
        (
            "class A<T> { init() {}; func f() where T: Hashable {} }; class P: A<Int> {}",
            ["note: 'f()' is there for some arguments of its class only and keeps its real behaviour [not-overridden]"]
        ),
        (
            "@objc(Q) protocol P { func f() }",
            [
                "note: 'P' is an @objc protocol, which compiles on Apple's platforms only, and so does its mock; put the protocol under '#if canImport(ObjectiveC)', as the mock will be too, or remove '@objc' [objective-c]"
            ]
        ),
        ("#if canImport(ObjectiveC)\n@objc protocol P { func f() }\n#endif", []),
        (
            "protocol P { func f<each T>(_ x: repeat each T, g: @escaping (repeat each T) -> Void) }",
            [
                "warning: 'f(_:g:)' takes closures over a parameter pack: it can be stubbed, but its calls are recorded without arguments and not forwarded [parameter-pack]"
            ]
        ),
        (
            "protocol P: Actor, A {}; @MainActor protocol A { func f() }",
            [
                "error: 'P' is for actors and refines a protocol on a global actor, so no type can conform to it [actor-on-actor]"
            ]
        ),
        (
            "protocol P: Actor, A {}; protocol A: B {}; class B { init() {} }",
            [
                "error: 'P' is for actors and inherits from class B, which no actor can, so no type can conform to it [actor-superclass]"
            ]
        ),
        (
            "class P<each T> { init() {} }",
            [
                "error: 'P' is generic over a parameter pack, and no class can inherit from such a one; mock a protocol in its place [generic-class]"
            ]
        ),
        (
            "class P { init() {}; required init<each T>(_ values: repeat each T) {} }",
            [
                "error: 'P' has an initializer over a parameter pack, and the compiler crashes over every class that inherits one; mock a protocol in its place [generic-class]"
            ]
        ),
        (
            "protocol A { var v: Int { get } }; protocol B { var v: [String] { get } }; protocol P: A, B {}",
            [
                "error: 'v' is required as 'Int' and as '[String]', which no class can fulfil, so 'P' is not mocked; give both one type [contradiction]"
            ]
        ),
        (
            "protocol A { var v: Array<N> { get } }; protocol B { var v: [Int] { get } }; protocol P: A, B {}; typealias N = Int",
            []
        ),
        (
            "protocol P: B { init<each A>(_ x: repeat inout each A) }; class B { init() {} }",
            [
                "error: 'init(_:)' takes a parameter pack inout, which crashes the compiler in any implementation [member]"
            ]
        ),
        (
            "protocol P: B { init(x: Int) }; class B { init(y: Int) {} }",
            [
                "error: 'init(x:)' is required beside the initializers of B, none of which is 'init()', so 'P' is not mocked; give B an 'init()', or ask for this one in a protocol of its own [member]"
            ]
        ),
        ("protocol P: B { init(x: Int) }; class B { init() {} }", []),
        ("protocol P: B { init(y: Int) }; class B { init(y: Int) {} }", []),
        (
            "protocol P: B {}; final class B {}",
            [
                "error: 'P' requires the class 'B', which is final, so no mock can inherit from it; remove 'final', or mock a protocol without it [final-class]"
            ]
        ),
    ])
    func `an unsupported declaration gets these messages`(source: String, messages: [String]) {
        #expect(Fixture(source).messages("P") == messages)
    }

    @Test func `a member over a pack of closures is still stubbed`() {
        let text = "/// @mockable\nprotocol P { func f<each T>(_ x: repeat @escaping (each T) -> Void) -> Int }"
        #expect(
            Fixture(text).lines.contains("func f() -> Clause<MockMode, Void, Int, Never> { .init(mocking, \"f(_:)\") }")
        )
    }

    @Test func `members with the same declaration in the member set get a number`() {
        let lines = Fixture("/// @mockable\nprotocol P { func f(_ x: Int...); func f(_ x: [Int]) }").lines
        let heads = lines.filter { $0.contains("-> Clause<") }.map { $0.prefix { $0 != "-" } }
        #expect(heads == ["func f(_ x: Matcher<[Int]>) ", "func f2(_ x: Matcher<[Int]>) "])
    }
}
