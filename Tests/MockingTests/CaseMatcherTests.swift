import Mocking
import Testing

/// Matchers with the names of an enum's cases, as mockd declares them in `Matcher+MockingTests.mocks.swift`.
@Suite struct CaseMatcherTests {
    private let cook = MockCook()

    @Test func `a case is its own matcher`() {
        _ = cook.cookRamen(bowls: 1, soup: .miso, extras: [])
        verify(cook).cookRamen(soup: .miso).wasCalled()
        verify(cook).cookRamen(soup: .shoyu).wasNeverCalled()
        verify(cook).cookRamen(soup: .anyOf(.shoyu, .miso)).wasCalled()
        verify(cook).cookRamen(soup: .not(.custom())).wasCalled()
        verify(cook).cookRamen(soup: .equal(.miso)).wasCalled()
    }

    @Test func `a mismatch names the case, and passes on the reason of an associated value`() {
        let short = Matcher(Rule<String>("a short text") { $0.count < 3 ? nil : "\($0) is long" })
        let mismatches: [(matcher: Matcher<Soup>, soup: Soup, text: String?)] = [
            (.miso, .shoyu, "expected .miso, was .shoyu"), (.miso, .miso, nil),
            (.custom(), .custom("a"), nil), (.custom("a"), .custom("a"), nil),
            (.custom("a"), .miso, #"expected .custom("a"), was .miso"#),
            (.custom("a"), .custom("b"), #"expected .custom("a"), was .custom("b")"#),
            (.custom(.not(.empty)), .custom(""), #"expected .custom(not empty), was .custom("")"#),
            (
                .custom(short), .custom("shio"),
                #"expected .custom(a short text), was .custom("shio"): shio is long"#
            ),
        ]
        for mismatch in mismatches {
            #expect(mismatch.matcher.mismatch(mismatch.soup) == mismatch.text)
            #expect(mismatch.matcher.matches(mismatch.soup) == (mismatch.text == nil))
        }
    }

    @Test func `an associated value can be captured`() {
        let captor = Captor<String>()
        _ = cook.cookRamen(bowls: 1, soup: .custom("yuzu"), extras: [])
        _ = cook.cookRamen(bowls: 1, soup: .miso, extras: [])
        verify(cook).cookRamen(soup: .custom(.capture(captor))).wasCalled()
        #expect(captor.values == ["yuzu"])
    }

    @Test func `an optional parameter takes the same names`() {
        let matcher: OptionalMatcher<Soup> = .custom("a")
        #expect(matcher.matches(.custom("a")))
        #expect(matcher.mismatch(nil) == #"expected .custom("a"), was nil"#)
        #expect(OptionalMatcher<Soup>.miso.mismatch(.shoyu) == "expected .miso, was .shoyu")
    }
}
