import Mocking
import RegexBuilder
import Testing

extension MatcherProtocol where Subject == Int {
    fileprivate static var even: Self {
        Self(Rule("an even number") { $0.isMultiple(of: 2) ? nil : "\($0) is odd" })
    }
}

/// The texts of a matcher that contains another one.
@Suite struct NestedMatcherTests {
    private func text<T>(_ matcher: Matcher<T>, _ value: T) -> String { matcher.mismatch(value) ?? "it matches" }

    @Test func `the reason of the matcher inside is passed on`() {
        let item = Item(id: 3, name: "B")
        #expect(
            text(.property(\.id, .even), item)
                == #"expected a value whose id is an even number, was 3 in Item(id: 3, name: "B"): 3 is odd"#)
        #expect(text(.count(.even), [7, 8, 9]) == "expected a count of an even number, was 3 in [7, 8, 9]: 3 is odd")
        #expect(
            text(.each(.even), [2, 3, 4, 5])
                == "expected every element an even number, was [2, 3, 4, 5]: [1] was 3: 3 is odd; [3] was 5: 5 is odd")
        #expect(
            text(.each(.less(than: 3)), [1, 3, 4, 5, 6])
                == "expected every element less than 3, was [1, 3, 4, 5, 6]: [1] was 3; [2] was 4; [3] was 5; and 1 more"
        )
        #expect(
            text(.hasItem(at: 1, .even), [2, 3]) == "expected [1] an even number, was 3 in [2, 3]: 3 is odd")
        #expect(text(.hasItem(at: 2, .even), [2, 3]) == "expected [2] an even number, was nothing in [2, 3]")
        #expect(text(.hasItem(at: -1, .even), [2, 3]) == "expected [-1] an even number, was nothing in [2, 3]")
        #expect(text(.hasItem(at: 0, 2), [2, 3]) == "it matches")
        #expect(Matcher<[Int]>.hasItem(at: 1, .even).matcherDescription == "[1] an even number")
        #expect(
            text(.contains(where: .even), [1, 3])
                == "expected containing an even number, was [1, 3]: [0] 1 is odd; [1] 3 is odd")
        #expect(text(.elements(2, .even), [2, 3]) == "[1] expected an even number, was 3: 3 is odd in [2, 3]")
        #expect(text(.even || .greater(than: 9), 3) == "expected an even number or greater than 9, was 3: 3 is odd")
        #expect(text(.even && .greater(than: 9), 3) == "expected an even number, was 3: 3 is odd")
        #expect(
            text(.instance(of: Int.self, .even), 3 as Any) == "expected an even number, was 3: 3 is odd")
        #expect(text(.entry("a", .even), ["a": 3]) == #""a": expected an even number, was 3: 3 is odd"#)
        #expect(
            (.some(.even) as OptionalMatcher<Int>).mismatch(3) == "expected an even number, was 3: 3 is odd")
    }

    @Test func `matchers inside of matchers inside`() {
        struct Tray: Equatable { var items: [Item] }
        let tray = Tray(items: [Item(id: 2, name: "a"), Item(id: 3, name: "b")])
        let whole = #"Tray(items: [Item(id: 2, name: "a"), Item(id: 3, name: "b")])"#
        #expect(
            text(.property(\.items, .each(.property(\.id, .even))), tray)
                == #"expected a value whose items is every element a value whose id is an even number, "#
                + #"was [Item(id: 2, name: "a"), Item(id: 3, name: "b")] in \#(whole): "#
                + #"[1] was Item(id: 3, name: "b"): "#
                + #"expected a value whose id is an even number, was 3 in Item(id: 3, name: "b"): 3 is odd"#)
        #expect(
            text(.property(\.items, .hasItem(at: 0, .equal(Item(id: 2, name: "c")))), tray)
                == #"expected a value whose items is [0] Item(id: 2, name: "c"), "#
                + #"was [Item(id: 2, name: "a"), Item(id: 3, name: "b")] in \#(whole): "#
                + #"expected [0] Item(id: 2, name: "c"), "#
                + #"was Item(id: 2, name: "a") in [Item(id: 2, name: "a"), Item(id: 3, name: "b")]: "#
                + #".name was "a", expected "c""#)
    }

    @Test func `a regular expression is shown`() {
        #expect(Matcher<String>.matching(/[0-9]+/.ignoresCase()).matcherDescription == "matching /(?i:[0-9]+)/")
        let built = Regex { TryCapture(/a/) { $0 == "a" ? 1 : nil } }
        #expect(Matcher<String>.matching(built).matcherDescription.hasPrefix("matching "))
    }

    @Test func `exactly these elements, in any order`() {
        let name = "wakame"
        #expect(
            text(.containsExactly("egg", "chashu"), ["wakame", "egg"])
                == #"expected exactly "egg", "chashu" in any order, was ["wakame", "egg"]: "#
                + #"got "wakame", expected "chashu""#)
        #expect(
            text(.containsExactly(1, 2, 3), [3, 4, 4])
                == "expected exactly 1, 2, 3 in any order, was [3, 4, 4]: missing 1, 2; unexpected 4, 4")
        #expect(
            text(.containsExactly(1, 2), [2]) == "expected exactly 1, 2 in any order, was [2]: missing 1")
        #expect(text(.containsExactly(.equal(name), .prefix("e")), ["egg", "wakame"]) == "it matches")
        #expect(
            text(.containsExactly(1, .even), [3, 1])
                == "expected exactly 1, an even number in any order, was [3, 1]: "
                + "got 3, expected an even number: 3 is odd")
        #expect(text(.containsExactly(.any, .even, 2), [2, 1, 4]) == "it matches", "2 is not taken for .any or .even")
        #expect(text(.containsExactly(.even, .even), [2, 3]).hasSuffix("got 3, expected an even number: 3 is odd"))
    }

    @Test func `captors inside reach the element that was matched`() {
        let mock = MockGenericBox<[Int]>()
        mock.put([4, 1])
        let (even, second) = (Captor<Int>(), Captor<Int>())
        verify(mock).put(.containsExactly(1, .capture(even, .even))).wasCalled()
        verify(mock).put(.hasItem(at: 1, .capture(second))).wasCalled()
        #expect(even.values == [4] && second.values == [1])
    }

    @Test func `a verification shows the reason`() {
        let cook = MockCook()
        _ = cook.cookRamen(bowls: 1, soup: .miso, extras: ["egg"])
        #expect(
            collectFailures { verify(cook).cookRamen(extras: .count(.even)).wasCalled() } == [
                """
                MockCook: expected exactly 1 call of cookRamen(bowls: any, soup: any, extras: a count of an even number), got none
                  but got cookRamen(bowls: 1, soup: .miso, extras: ["egg"])
                    extras: expected a count of an even number, was 1 in ["egg"]: 1 is odd
                """
            ])
    }
}
