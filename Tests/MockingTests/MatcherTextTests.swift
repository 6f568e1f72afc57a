import Foundation
import Mocking
import Testing

private struct Order: Equatable {
    var id: Int
    var lines: [Line]
    var note: String?
    struct Line: Equatable { var name: String; var price: Double }
}

private enum Serving: Equatable { case soup(Item), tea(cups: Int), nothing }

private struct Price: Equatable, CustomStringConvertible {
    var cents: Int
    var note: String
    var description: String { "\(cents / 100) €" }
}

/// The structure of Hamcrest matchers: a description, and a text for a value that does not match.
private struct HamcrestMatcher<T> {
    enum Outcome { case match, mismatch(String?) }
    let description: String
    let matches: (T) -> Outcome
}

extension Matcher {
    fileprivate init(_ matcher: HamcrestMatcher<Subject>) {
        self.init(
            Rule(matcher.description) { value in
                guard case .mismatch(let text) = matcher.matches(value) else { return nil }
                return text ?? ""
            })
    }
}

@Suite struct MatcherTextTests {
    private func text<T>(_ matcher: Matcher<T>, _ value: T) -> String { matcher.mismatch(value) ?? "it matches" }
    private func text<T>(_ matcher: OptionalMatcher<T>, _ value: T?) -> String {
        matcher.mismatch(value) ?? "it matches"
    }

    @Test func `comparisons give the expected and the actual value`() {
        #expect(text(2, 3) == "expected 2, was 3")
        #expect(text(2, 2) == "it matches")
        #expect(text(.greater(than: 3), 3) == "expected greater than 3, was 3")
        #expect(text(.less(than: 3), 3) == "expected less than 3, was 3")
        #expect(text(.atLeast(3), 2) == "expected at least 3, was 2")
        #expect(text(.atMost(3), 4) == "expected at most 3, was 4")
        #expect(text(.in(1...3), 4) == "expected in 1...3, was 4")
        #expect(text(.around(1.0, tolerance: 0.5), 2) == "expected 1.0 give or take 0.5, was 2.0")
        #expect(text(.around(100, tolerance: 5), 94) == "expected 100 give or take 5, was 94")
        #expect(text(.around(-2, tolerance: 1), Int.max) == "expected -2 give or take 1, was \(Int.max)")
        #expect(text(.around(UInt8(250), tolerance: 255), 0) == "it matches")
        #expect(text(.oneOf(1, 2), 3) == "expected one of 1, 2, was 3")
    }

    @Test func `a property that may be nil is matched as a parameter that may be nil`() {
        func matches(_ matcher: Matcher<[Int]>) -> Bool { matcher.matches([3, 4]) }
        let optional: Int? = 3
        #expect(matches(.property(\.first, .some(.greater(than: 2)))))
        #expect(!matches(.property(\.first, .some(.greater(than: 3)))))
        #expect(matches(.property(\.first, 3)) && !matches(.property(\.first, 4)))
        #expect(matches(.property(\.first, optional)) && !matches(.property(\.first, .max)))
        #expect(matches(.property(\.first, .equal(3))) && matches(.property(\.first, .equal(optional))))
        #expect(matches(.property(\.first, .notNil)) && !matches(.property(\.first, nil)))
        #expect(matches(.property(\.first, .any)) && matches(.property(\.first, .where { $0 == 3 })))
    }

    @Test func `combinations join the texts of their parts`() {
        #expect(text(.greater(than: 3) && .less(than: 5), 5) == "expected less than 5, was 5")
        #expect(text(.equal(1) || .equal(2), 3) == "expected 1 or 2, was 3")
        #expect(text(.anyOf(1, .greater(than: 5)), 3) == "expected 1 or greater than 5, was 3")
        #expect(text(.not(.oneOf(1, 2)), 1) == "expected not one of 1, 2, was 1")
        #expect(text(!.equal(1), 1) == "expected not 1, was 1")
        #expect(Matcher<Int>.allOf(.atLeast(1), .atMost(3)).matcherDescription == "at least 1 and at most 3")
        #expect(Matcher<Int>.any.matcherDescription == "any")
        #expect(Matcher<Int>.any(Int.self).matches(3))
    }

    @Test func `every matcher reads well after "expected"`() {
        func text<T>(_ matcher: Matcher<T>) -> String { matcher.matcherDescription }
        let numbers: [(Matcher<Int>, String)] = [
            (.any, "any"), (.any(Int.self), "any"), (.equal(1), "1"), (2, "2"), (.oneOf(1, 2), "one of 1, 2"),
            (.greater(than: 1), "greater than 1"), (.less(than: 1), "less than 1"), (.atLeast(1), "at least 1"),
            (.atMost(1), "at most 1"), (.in(1..<3), "in 1..<3"), (.around(1, tolerance: 2), "1 give or take 2"),
            (.not(1), "not 1"), (.allOf(.atLeast(1), !3), "at least 1 and not 3"), (.anyOf(1, 3), "1 or 3"),
            (.where { $0 > 1 }, "a value that the closure of '.where' accepts"), (.where("odd") { $0 % 2 == 1 }, "odd"),
            (.instance(of: Int.self), "an instance of Int"),
            (.property(\.description, "1"), #"a value whose <computed (String)> is "1""#),
        ]
        for (matcher, description) in numbers { #expect(text(matcher) == description) }
        let lists: [(Matcher<[Int]>, String)] = [
            (.empty, "empty"), (.notEmpty, "not empty"), (.count(2), "a count of 2"),
            (.contains(1, 2), "containing 1, 2"),
            (.contains(where: .atLeast(1)), "containing at least 1"),
            (.containsExactly(1, 2), "exactly 1, 2 in any order"),
            (.elements(1, .any), "[1, any]"), (.each(1), "every element 1"), (.prefix([1]), "beginning with [1]"),
            (.suffix([1]), "ending with [1]"), ([1, 2], "[1, 2]"), (.hasItem(at: 1, 2), "[1] 2"),
        ]
        for (matcher, description) in lists { #expect(text(matcher) == description) }
        let texts: [(Matcher<String>, String)] = [
            (.contains("a"), #"containing "a""#), (.contains(inOrder: "a", "b"), #"containing "a", then "b""#),
            (.equal(ignoringCase: "a"), #""a" in any case"#), (.matching(/a/), "matching /a/"),
        ]
        for (matcher, description) in texts { #expect(text(matcher) == description) }
        let tables: [(Matcher<[String: Int]>, String)] = [
            (.keys("a", "b"), #"with keys "a", "b""#), (.values(1, 2), "with values 1, 2"),
            (.entry("a", .atLeast(1)), #"with "a": at least 1"#), (["a": 1], #"["a": 1]"#),
        ]
        for (matcher, description) in tables { #expect(text(matcher) == description) }
        let optionals: [(OptionalMatcher<Int>, String)] = [
            (nil, "nil"), (.nil, "nil"), (.notNil, "not nil"), (3, "3"), (.some(.atLeast(3)), "at least 3"),
            (.equal(3), "3"),
        ]
        for (matcher, description) in optionals { #expect(matcher.matcherDescription == description) }
        #expect(text(.type(Int.self)) == "Int.self")
        #expect(text(.identical(to: NonSendable()) as Matcher<Any>) == "the identical NonSendable")
        #expect(text("a" as Matcher<Character>) == #""a""#)
    }

    @Test func `conditions can have a name`() {
        #expect(text(.where { $0 > 3 }, 3) == "expected a value that the closure of '.where' accepts, was 3")
        #expect(text(.where("a leap year") { $0 % 4 == 0 }, 3) == "expected a leap year, was 3")
    }

    @Test func `texts and collections`() {
        #expect(text(.empty, "a") == #"expected empty, was "a""#)
        #expect(text(.notEmpty, "") == #"expected not empty, was """#)
        #expect(text(.count(2), [1]) == "expected a count of 2, was 1 in [1]")
        #expect(text(.count(.greater(than: 2)), "ab") == #"expected a count of greater than 2, was 2 in "ab""#)
        #expect(text(.contains(1, 4), [1, 2]) == "[1, 2] does not contain 4")
        #expect(text(.contains("soup"), "ramen") == #"expected containing "soup", was "ramen""#)
        #expect(text(.contains(inOrder: "a", "n"), "ramen") == "it matches")
        #expect(text(.contains(inOrder: "n", "a"), "ramen") == #"expected containing "n", then "a", was "ramen""#)
        #expect(text(.contains(inOrder: "n", "n"), "ramen") == #"expected containing "n", then "n", was "ramen""#)
        #expect(text(.contains(where: .greater(than: 3)), [1]) == "expected containing greater than 3, was [1]")
        #expect(
            text(.containsExactly(1, 2), [2, 1, 1]) == "expected exactly 1, 2 in any order, was [2, 1, 1]: unexpected 1"
        )
        #expect(text(.containsExactly(1, 2), [2, 1]) == "it matches")
        #expect(text(.each(.less(than: 3)), [1, 3]) == "expected every element less than 3, was [1, 3]: [1] was 3")
        #expect(text(.elements(1, .greater(than: 1)), [1, 1]) == "[1] expected greater than 1, was 1 in [1, 1]")
        #expect(text(.elements(1), [1, 1]) == "expected 1 element, was 2 in [1, 1]")
        #expect(text(.elements(1, 2), [1]) == "expected 2 elements, was 1 in [1]")
        #expect(text(.prefix("ab"), "ba") == #"expected beginning with "ab", was "ba""#)
        #expect(text(.suffix("ab"), "ba") == #"expected ending with "ab", was "ba""#)
        #expect(text(.suffix([2, 3]), [1, 2, 3]) == "it matches")
        #expect(text(.equal(ignoringCase: "Soup"), "SOUP") == "it matches")
        #expect(text(.equal(ignoringCase: "Soup"), "Ramen") == #"expected "Soup" in any case, was "Ramen""#)
        #expect(text(.matching(/[0-9]+/), "a1") == "it matches")
        #expect(text(.matching(/[0-9]+/), "a") == #"expected matching /[0-9]+/, was "a""#)
    }

    @Test func `dictionaries`() {
        #expect(text(.keys("a", "b"), ["a": 1]) == #"["a": 1] has no key "b""#)
        #expect(text(.values(1, 2), ["a": 1]) == #"expected with values 1, 2, was ["a": 1]"#)
        #expect(text(.entry("a", .greater(than: 1)), ["a": 1]) == #""a": expected greater than 1, was 1"#)
        #expect(text(.entry("b"), ["a": 1]) == #"["a": 1] has no key "b""#)
        #expect(text(.entry("a"), ["a": 1]) == "it matches")
    }

    @Test func `types, objects and properties`() {
        #expect(text(.instance(of: Int.self), "a" as Any) == #"expected an instance of Int, was "a""#)
        #expect(
            text(.instance(of: Int.self, .greater(than: 3)), "a" as Any) == #"expected an instance of Int, was "a""#)
        #expect(text(.instance(of: Int.self, .greater(than: 3)), 3 as Any) == "expected greater than 3, was 3")
        #expect(text(.instance(of: Int.self, 3), 3 as Any) == "it matches")
        #expect(
            Matcher<Any>.instance(of: Int.self, .atLeast(3)).matcherDescription == "an instance of Int, at least 3")
        #expect(text(.type(Int.self), Int.self) == "it matches")
        #expect(text(.type(Tree.self) as Matcher<Tree.Type>, MockTree.self) == "expected Tree.self, was MockTree.self")
        let object = NonSendable()
        #expect(text(.identical(to: object), NonSendable()) == "expected the identical NonSendable, was NonSendable")
        #expect(text(.identical(to: object) as Matcher<Any>, 3) == "expected the identical NonSendable, was 3")
        #expect(
            text(.property(\.name, .prefix("A")), Item(id: 1, name: "B"))
                == #"expected a value whose name is beginning with "A", was "B" in Item(id: 1, name: "B")"#)
    }

    @Test func `optionals`() {
        #expect(text(nil as OptionalMatcher<Int>, 3) == "expected nil, was 3")
        #expect(text(.nil as OptionalMatcher<Int>, 3) == "expected nil, was 3")
        #expect(text(.notNil as OptionalMatcher<Int>, nil) == "expected not nil, was nil")
        #expect(text(3 as OptionalMatcher<Int>, nil) == "expected 3, was nil")
        #expect(text(3 as OptionalMatcher<Int>, 4) == "expected 3, was 4")
        #expect(text(.some(.greater(than: 3)) as OptionalMatcher<Int>, 3) == "expected greater than 3, was 3")
        #expect(text("a\(1)" as OptionalMatcher<String>, "b") == #"expected "a1", was "b""#)
        #expect(text(1.5 as OptionalMatcher<Double>, 2) == "expected 1.5, was 2.0")
        #expect(text(true as OptionalMatcher<Bool>, false) == "expected true, was false")
        #expect(text([1] as OptionalMatcher<[Int]>, [1, 2]) == "expected [1], was [1, 2]")
        #expect(text(["a": 1] as OptionalMatcher<[String: Int]>, nil) == #"expected ["a": 1], was nil"#)
        #expect(text("a" as OptionalMatcher<Character>, "b") == #"expected "a", was "b""#)
        #expect(text("a" as Matcher<Unicode.Scalar>, "b") == #"expected "a", was "b""#)
        #expect(text("a" as OptionalMatcher<Unicode.Scalar>, "b") == #"expected "a", was "b""#)
        let captor = Captor<Int>()
        let mock = MockGenericBox<Int>()
        mock.put(3)
        verify(mock).put(.capture(captor, .greater(than: 2))).wasCalled()
        #expect(captor.values == [3])
    }

    @Test func `a capturing matcher reads like the matcher inside it`() {
        let captor = Captor<Int>()
        #expect(text(.capture(captor, .greater(than: 2)), 2) == "expected greater than 2, was 2")
        #expect(Matcher<Int>.capture(captor, .greater(than: 2)).matcherDescription == "greater than 2")
        #expect(Matcher<Int>.capture(captor).matcherDescription == "any")
        #expect(Matcher<Int>.perform { _ in }.matcherDescription == "any")
        #expect(captor.values.isEmpty, "asking captures nothing")
    }

    @Test func `values that differ inside are compared inside`() {
        let order = Order(id: 1, lines: [.init(name: "miso", price: 3), .init(name: "egg", price: 1)], note: nil)
        var other = order
        other.lines[1].price = 2
        other.note = "hot"
        let whole = #"Order(id: 1, lines: [Line(name: "miso", price: 3.0), Line(name: "egg", price: 1.0)], note: nil)"#
        #expect(
            text(.equal(order), other)
                == #"expected \#(whole), .lines[1].price was 2.0, expected 1.0; .note was "hot", expected nil"#)
        #expect(text(.equal([1, 2, 3]), [1, 5, 3]) == "expected [1, 2, 3], [1] was 5, expected 2")
        #expect(text(.equal([1, 2, 3]), [1]) == "expected [1, 2, 3], was [1]")
        #expect(
            text(.equal([1, 2, 3, 4, 5]), [1, 0, 0, 0, 0])
                == "expected [1, 2, 3, 4, 5], [1] was 0, expected 2; [2] was 0, expected 3; [3] was 0, expected 4; "
                + "and 1 more")
    }

    @Test func `dictionaries are compared by key`() {
        #expect(
            text(.equal(["a": 1, "b": 2, "c": 3]), ["a": 1, "b": 5, "d": 4])
                == #"expected ["a": 1, "b": 2, "c": 3], ["b"] was 5, expected 2; ["c"] was nothing, expected 3; "#
                + #"["d"] was 4, expected nothing"#)
        #expect(text(.equal(["a": 1]), ["b": 1]) == #"expected ["a": 1], was ["b": 1]"#)
    }

    @Test func `payloads with parts are compared inside, others are shown with their case`() {
        let soup = Serving.soup(Item(id: 1, name: "miso"))
        #expect(
            text(.equal(soup), .soup(Item(id: 2, name: "miso")))
                == #"expected .soup(Item(id: 1, name: "miso")), .soup.id was 2, expected 1"#)
        #expect(
            text(.equal(Serving.tea(cups: 1)), .tea(cups: 2)) == "expected .tea(cups: 1), .tea.cups was 2, expected 1")
        #expect(text(.equal(Soup.custom("a")), .custom("b")) == #"expected .custom("a"), was .custom("b")"#)
        #expect(text(.equal(soup), .nothing) == #"expected .soup(Item(id: 1, name: "miso")), was .nothing"#)
        #expect(
            text(.equal([Item(id: 1, name: "a"), nil]), [Item(id: 1, name: "b"), nil])
                == #"expected [Item(id: 1, name: "a"), nil], [0].name was "b", expected "a""#)
    }

    @Test func `long texts show the place where they begin to differ`() {
        let poem = "The quick brown fox jumps over the lazy dog, and over the sleepy cat, and is gone."
        #expect(
            text(.equal(poem), poem.replacing("lazy", with: "busy"))
                == #"expected "\#(poem)", from character 36 was "… fox jumps over the busy dog, and over t…", "#
                + #"expected "… fox jumps over the lazy dog, and over t…""#)
        #expect(
            text(.equal(Item(id: 1, name: poem)), Item(id: 1, name: poem + "!"))
                == #"expected Item(id: 1, name: "\#(poem)"), "#
                + #".name from character 83 was "…py cat, and is gone.!", expected "…py cat, and is gone.""#)
        #expect(
            text(.equal(String(repeating: "a", count: 501)), "b")
                == #"expected "\#(String(repeating: "a", count: 500))…" (501 characters), was "b""#)
    }

    @Test func `bytes are shown and compared one by one`() {
        #expect(text(.equal(Data([1, 2])), Data([1, 3])) == "expected Data([1, 2]), [1] was 3, expected 2")
        #expect(text(.equal(Data([1, 2])), Data([1])) == "expected Data([1, 2]), was Data([1])")
        var bytes = Data(count: 100_000)
        bytes[99_999] = 7
        #expect(text(.equal(Data(count: 100_000)), bytes).hasSuffix("… 100000 in all]), [99999] was 7, expected 0"))
        #expect(
            text(.equal(Data(count: 5000)), Data(repeating: 1, count: 5000)).hasSuffix(
                "[2] was 1, expected 0; and 997 more"))
        #expect(text(.equal(UInt8(1)...3), 1...4) == "expected 1...3, was 1...4")
    }

    @Test func `equal parts are no difference`() {
        struct Tag: Equatable {
            var name: String
            var seen: Int
            static func == (first: Tag, second: Tag) -> Bool { first.name == second.name }
        }
        #expect(
            text(
                .equal([Tag(name: "a", seen: 1), Tag(name: "b", seen: 1)]),
                [Tag(name: "a", seen: 2), Tag(name: "c", seen: 1)])
                == #"expected [Tag(name: "a", seen: 1), Tag(name: "b", seen: 1)], [1].name was "c", expected "b""#)
        #expect(text(.equal(Array(0..<5000)), Array(0..<4999) + [7]).hasSuffix("[4999] was 7, expected 4999"))
    }

    @Test func `a part that a description hides is shown if it makes the difference`() {
        #expect(
            text(.equal(Price(cents: 300, note: "a")), Price(cents: 300, note: "b"))
                == #"expected 3 €, .note was "b", expected "a""#)
        #expect(
            text(.equal(Price(cents: 300, note: "a")), Price(cents: 400, note: "b")) == "expected 3 €, was 4 €")
        #expect(
            text(.equal(Array(0..<60)), Array(0..<59) + [7]).hasSuffix("… 60 in all], [59] was 7, expected 59"))
    }

    @Test func `values that read the same are told apart`() {
        final class Token: Equatable {
            static func == (first: Token, second: Token) -> Bool { first === second }
        }
        #expect(text(.equal(Token()), Token()) == "expected Token, was Token, which reads the same")
    }

    @Test func `a matcher of one's own may match any value, for optional parameters, too`() {
        #expect(Matcher<String>.said(loudly: false).matches("psst"))
        #expect(!Matcher<String>.said(loudly: true).matches("psst"))
        #expect(OptionalMatcher<String>.anything.matches(nil))
    }

    @Test func `a matcher of one's own has its own text`() {
        let even = Matcher<Int>(Rule("an even number") { $0.isMultiple(of: 2) ? nil : "\($0) is odd" })
        #expect(text(even, 3) == "expected an even number, was 3: 3 is odd")
        #expect(text(even, 4) == "it matches")
        let odd = Matcher<Int>(Rule("an odd number", where: { !$0.isMultiple(of: 2) }))
        #expect(text(odd, 4) == "expected an odd number, was 4")
        #expect(even.rule.description == "an even number" && even.rule.matches(2))
        #expect(Rule<Int>.any.explain(1) == nil)
        let cook = MockCook()
        cook.log("a")
        #expect(
            collectFailures { verify(cook).log(.shouted).wasCalled() } == [
                """
                MockCook: expected exactly 1 call of log(a shout), got none
                  but got log("a")
                    argument: expected a shout, was "a"
                """
            ])
    }

    @Test func `a Hamcrest-style matcher fits as it is, with its text`() {
        let cook = MockCook()
        cook.log("soup")
        let shouted = HamcrestMatcher<String>(description: "a shout") { text in
            text.hasSuffix("!") ? .match : .mismatch("ends in \"\(text.suffix(1))\"")
        }
        #expect(
            collectFailures { verify(cook).log(Matcher(shouted)).wasCalled() } == [
                """
                MockCook: expected exactly 1 call of log(a shout), got none
                  but got log("soup")
                    argument: expected a shout, was "soup": ends in "p"
                """
            ])
        cook.log("soup!")
        verify(cook).log(Matcher(shouted)).wasCalled()
        let silent = Matcher(HamcrestMatcher<Int>(description: "never") { _ in .mismatch(nil) })
        #expect(text(silent, 1) == "expected never, was 1")
    }

    @Test func `values outside of mocks can be matched, too`() {
        assertThat([1, 2], .contains(2))
        assertThat(nil as Int?, nil)
        #expect(collectFailures { assertThat(3, .greater(than: 3)) } == ["expected greater than 3, was 3"])
        let failures = failures { assertThat(3 as Int?, nil) }; let line = #line
        #expect(failures.map(\.location.line) == [UInt(line)])
    }
}

extension MatcherProtocol where Subject == String {
    fileprivate static var shouted: Self { Self(Rule("a shout", where: { $0.hasSuffix("!") })) }
    fileprivate static func said(loudly: Bool) -> Self { loudly ? .shouted : .any }
}

extension MatcherProtocol {
    fileprivate static var anything: Self { .any }
}
