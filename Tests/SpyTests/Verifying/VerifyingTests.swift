import Testing

/// The methods that `verify: true` adds to mocks without a library.
@Suite struct VerifyingTests {
    @Test func `the last arguments and a whole call are verified`() {
        let chef = MockChef()
        Guest(chef: chef).order()
        #expect(chef.cookRamenCallCount == 1 && chef.cookRamenLastBowls == 2 && chef.cookRamenLastTopping == .egg)
        #expect(chef.cookRamenLastExtras == ["wakame", "tamago"])
        chef.verifyCookRamen(bowls: 2, topping: .egg, extras: ["wakame", "tamago"])
        chef.verifyCookRamen(bowls: 2, topping: .egg, extrasMatcher: { $0.count == 2 && $0.contains("tamago") })
        chef.verifyCookRamen()
    }

    /// Returns the only issue that the body records: its text and its line.
    private func issue(_ body: () -> Void) -> (text: String, line: Int?) {
        // Only this thread records issues.
        nonisolated(unsafe) var found: [(String, Int?)] = []
        withKnownIssue {
            body()
        } matching: { issue in
            found.append(("\(issue.comments.first?.rawValue ?? "")", issue.sourceLocation?.line))
            return true
        }
        #expect(found.count == 1)
        return found.first ?? ("", nil)
    }

    @Test func `a difference is one issue at the caller's line`() {
        let chef = MockChef()
        Guest(chef: chef).order()
        let wrong = issue { chef.verifyCookRamen(bowls: 3, topping: .egg, extras: ["wakame", "tamago"]) }
        #expect(
            wrong.text == "MockChef.cookRamen(bowls:topping:extras:): bowls was 2, not 3" && wrong.line == #line - 1)
        let both = issue { chef.verifyCookRamen(bowlsMatcher: { $0 > 2 }, topping: .nori) }
        #expect(both.text.hasSuffix("): bowls was 2, which does not match, topping was egg, not nori"))
        chef.cookRamen(bowls: 2, topping: .egg, extras: [])
        #expect(issue { chef.verifyCookRamen(bowls: 2) }.text.hasSuffix("): it was called 2 times, not once"))
        #expect(issue { chef.verifyRest() }.text == "MockChef.rest(): it was not called")
    }

    @Test func `nil is a value to verify`() {
        let (chef, waiter) = (MockChef(), AnyWaiter())
        chef.serve(nil, by: waiter)
        chef.verifyServe(table: nil, waiter: waiter)
        chef.verifyServe(tableMatcher: { $0 == nil })
        #expect(issue { chef.verifyServe(table: 1, waiter: waiter) }.text.hasSuffix("table was nil, not Optional(1)"))
        #expect(chef.serveLastWaiter === waiter && chef.serveLastTable == nil)
    }

    @Test func `calls from other threads are verified`() async {
        let chef = MockSharedChef()
        await chef.cook(2)
        chef.verifyCook(bowls: 2)
        #expect(issue { chef.verifyCook(bowls: 1) }.text == "MockSharedChef.cook(_:): bowls was 2, not 1")
    }
}
