import MockGeneration
import MockModel
import MockParsing
import Testing

@testable import MockGeneration

/// The matchers that carry the names of a type's values.
@Suite struct ValueMatcherTests {
    /// The declarations for `E`, without what all of them share.
    private func matchers(_ text: String, isMainActorByDefault: Bool = false) throws -> [String] {
        let type = MatchedType(
            module: "Fixture", path: "Source.swift", names: ["E"], isMainActorByDefault: isMainActorByDefault)
        let content = try #require(
            MatchableTypeReader.read(Array(text.utf8), leastAccess: .internal)?[["E"]])
        let values = NamedValues(of: type, content, lookup: Fixture.Lookup(types: Fixture(text).types))
        guard let bytes = TypedStyle().matchers(of: values) else { return [] }
        let prefix = "    @_disfavoredOverload static "
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().dropLast()
            .map { String($0.dropFirst(prefix.count).prefix { $0 != "{" }.dropLast()) }
    }

    @Test(arguments: [
        ("enum E { case a }", ["var a: Self"]),
        (
            "enum E { case a(Int, b: String?) }",
            [
                "func a(_ value0: Mocking::Matcher<Int> = .any, b value1: Mocking::OptionalMatcher<String> = .any) -> Self"
            ]
        ),
        (
            "enum E { case a([E: Set<E>]) }",
            ["func a(_ value0: Mocking::Matcher<[Fixture::E: Set<Fixture::E>]> = .any) -> Self"]
        ),
        ("enum E { case a(K); struct K {} }", ["func a(_ value0: Mocking::Matcher<Fixture::E.K> = .any) -> Self"]),
        ("enum E { case a(K) }\nstruct K {}", ["func a(_ value0: Mocking::Matcher<Fixture::K> = .any) -> Self"]),
        (
            "enum E { case a(K.L) }\nstruct K { struct L {} }",
            ["func a(_ value0: Mocking::Matcher<Fixture::K.L> = .any) -> Self"]
        ),
        (
            "enum E { case a(any Error), b(Foreign) }",
            [
                "func a(_ value0: Mocking::Matcher<any Error> = .any) -> Self",
                "func b(_ value0: Mocking::Matcher<Foreign> = .any) -> Self",
            ]
        ),
        // These have no matchers, or no spelling that holds everywhere.
        ("enum E { case a(() -> Void), b((Int, Int)), c(Self), d(any A & B), e }", ["var e: Self"]),
        ("enum E { case `default`, `init`, `self` }", ["var `default`: Self"]),
        ("enum E { case a; static let best = E.make(); static let last: E = .a }", ["var a: Self", "var last: Self"]),
        ("enum E {}", []),
    ])
    func `each value has a matcher of its name`(text: String, expected: [String]) throws {
        #expect(try matchers(text) == expected)
    }

    @Test func `constants on the main actor are left out`() throws {
        #expect(try matchers("enum E { case a; static let b: E = .a }", isMainActorByDefault: true) == ["var a: Self"])
    }

    @Test(arguments: [
        ("func f(_ e: E)", true), ("func f(_ e: [String: E?])", true), ("func f(_ e: inout E)", true),
        ("func f(_ e: E...)", true), ("var e: E { get set }", true), ("subscript(e: E) -> Int { get }", true),
        ("init(e: E)", true), ("func f() -> E", false), ("var e: E { get }", false),
        ("func f(_ body: @escaping (E) -> Void)", false), ("func f(_ e: S)", false), ("func f(_ e: G<Int>)", false),
    ])
    func `types count that occur in a parameter`(member: String, isMatched: Bool) throws {
        let text = "/// @mockable\nprotocol P { \(member) }\nenum E {}\nstruct S: Hashable {}\nenum G<T> {}"
        let resolved = try #require(Fixture(text).resolve("P").resolved)
        #expect(resolved.matchedTypes.map(\.qualifiedName).contains("E") == isMatched)
        #expect(!resolved.matchedTypes.contains { $0.qualifiedName == "S" })
    }
}
