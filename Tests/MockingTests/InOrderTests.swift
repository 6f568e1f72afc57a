import Mocking
import Testing

@Suite struct InOrderTests {
    let cook = MockCook()
    let waiter = MockCook()

    private func failuresOf(_ options: InOrderOptions = [], _ body: () -> Void) -> [String] {
        collectFailures { inOrder(options) { body() } }
    }

    @Test func `calls of several mocks follow each other`() {
        cook.log("a")
        waiter.log("b")
        cook.log("c")
        inOrder {
            verify(cook).log("a").wasCalled()
            verify(waiter).log("b").wasCalled()
            verify(cook).log("c").wasCalled()
        }
        #expect(
            failuresOf {
                verify(waiter).log("b").wasCalled()
                verify(cook).log("a").wasCalled()
            } == [
                """
                MockCook: expected exactly 1 call of log("a"), got none
                  it was called, but not after log("b")
                """
            ])
    }

    @Test func `a count is about the calls up to the next verification`() {
        for message in ["open", "pay", "open"] { cook.log(message) }
        inOrder {
            verify(cook).log("open").wasCalled()
            verify(cook).log("pay").wasCalled()
            verify(cook).log("open").wasCalled()
        }
        inOrder {
            verify(cook).log("open").wasCalled(.atLeastOnce)
            verify(cook).log("open").wasCalled()
        }
        cook.log("open")
        cook.log("pay")
        #expect(
            failuresOf {
                verify(cook).log("pay").wasCalled()
                verify(cook).log("open").wasCalled()
                verify(cook).log("pay").wasCalled()
            } == [#"MockCook: expected exactly 1 call of log("open"), got 2 in this place"#])
    }

    @Test func `a call can be expected not to happen in between`() {
        for message in ["open", "pay", "steal", "close"] { cook.log(message) }
        inOrder {
            verify(cook).log("open").wasCalled()
            verify(cook).log("steal").wasNeverCalled()
            verify(cook).log("pay").wasCalled()
        }
        #expect(
            failuresOf {
                verify(cook).log("pay").wasCalled()
                verify(cook).log("steal").wasNeverCalled()
                verify(cook).log("close").wasCalled()
            } == [#"MockCook: expected no call of log("steal"), got 1 in this place"#])
    }

    @Test func `calls that a count allows are verified`() {
        for message in ["a", "a", "a", "b", "a"] { cook.log(message) }
        inOrder {
            verify(cook).log("a").wasCalled(.atLeastOnce)
            verify(cook).log("b").wasCalled()
        }
        #expect(
            collectFailures { verifyNoMoreCalls(cook) } == [
                """
                MockCook: expected no more calls, got 1
                  got log("a")
                """
            ])
    }

    @Test func `options forbid calls around the verified ones`() {
        for message in ["before", "a", "between", "b", "after"] { cook.log(message) }
        waiter.log("not asked")
        func check(_ options: InOrderOptions) -> [String] {
            failuresOf(options) {
                verify(cook).log("a").wasCalled()
                verify(cook).log("b").wasCalled()
            }
        }
        #expect(check([]) == [])
        #expect(
            check(.noCallsBefore) == [
                """
                inOrder: expected no call before the verified ones
                  got MockCook log("before")
                """
            ])
        #expect(
            check(.consecutive) == [
                """
                inOrder: expected no call between the verified ones
                  got MockCook log("between")
                """
            ])
        #expect(
            check(.noCallsAfter) == [
                """
                inOrder: expected no call after the verified ones
                  got MockCook log("after")
                """
            ])
        #expect(check([.noCallsBefore, .consecutive, .noCallsAfter]).count == 3)
    }

    @Test func `calls that a verification counts are not reported by the options`() {
        for message in ["a", "a", "b", "a", "a"] { cook.log(message) }
        let all: InOrderOptions = [.noCallsBefore, .consecutive, .noCallsAfter]
        inOrder(all) {
            verify(cook).log("a").wasCalled(.atLeast(1))
            verify(cook).log("b").wasCalled()
            verify(cook).log("a").wasCalled(.atMost(2))
        }
        inOrder(all) {
            verify(cook).log("a").wasCalled(.atMost(2))
            verify(cook).log("b").wasCalled(.atLeastOnce)
            verify(cook).log("a").wasCalled(.between(1...3))
        }
        inOrder(all) { verify(cook).log().wasCalled(.atLeast(2)) }
        inOrder([.consecutive, .noCallsAfter]) {
            verify(cook).log("b").wasCalled()
            verify(cook).log("a").wasCalled(.atLeast(1))
        }
    }

    @Test func `calls that a verification has reported are not reported again by the options`() {
        for message in ["a", "b", "b"] { cook.log(message) }
        let all: InOrderOptions = [.noCallsBefore, .consecutive, .noCallsAfter]
        #expect(
            failuresOf(all) {
                verify(cook).log("a").wasCalled()
                verify(cook).log("b").wasCalled()
            } == [#"MockCook: expected exactly 1 call of log("b"), got 2 in this place"#])
        #expect(
            failuresOf(all) {
                verify(cook).log("a").wasCalled()
                verify(cook).log("b").wasCalled(3)
            } == [
                """
                MockCook: expected exactly 3 calls of log("b"), got 2
                  but got log("a")
                    argument: expected "b", was "a"
                """
            ])
    }

    @Test func `of very many calls around the verified ones some are shown`() {
        for number in 0...7 { cook.log("\(number)") }
        #expect(
            failuresOf(.noCallsAfter) { verify(cook).log("0").wasCalled() } == [
                """
                inOrder: expected no call after the verified ones
                  got MockCook log("1")
                  got MockCook log("2")
                  got MockCook log("3")
                  got MockCook log("4")
                  got MockCook log("5")
                  and 2 more
                """
            ])
    }

    @Test func `too few calls report whether there were others before`() {
        for message in ["a", "b", "a"] { cook.log(message) }
        #expect(
            failuresOf {
                verify(cook).log("b").wasCalled()
                verify(cook).log("a").wasCalled(2)
            } == [
                """
                MockCook: expected exactly 2 calls of log("a"), got 1
                  the others are not after log("b")
                """
            ])
        #expect(
            failuresOf { verify(cook).log("c").wasCalled() } == [
                """
                MockCook: expected exactly 1 call of log("c"), got none
                  but got log("a")
                    argument: expected "c", was "a"
                  but got log("b")
                    argument: expected "c", was "b"
                  but got log("a")
                    argument: expected "c", was "a"
                """
            ])
    }

    @Test func `verifications in order can wait`() async {
        let cook = cook
        cook.log("b")
        cook.log("a")
        async let later: Void = cook.log("b")
        await inOrder {
            verify(cook).log("a").wasCalled()
            await verify(cook).log("b").wasCalled(within: .seconds(60))
        }
        await later
        let texts = await collectFailures {
            await inOrder {
                verify(cook).log("a").wasCalled()
                await verify(cook).log("a").wasCalled(within: .milliseconds(1))
            }
        }
        #expect(
            texts == [
                """
                MockCook: expected at least 1 call of log("a") within 0.001 seconds, got none
                  it was called, but not after log("a")
                """
            ])
    }
}
