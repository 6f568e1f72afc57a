import Mocking
import Testing

@Suite struct CallCountTests {
    let cook = MockCook()

    @Test(
        arguments: [
            (CallCount.exactly(2).or(.atLeast(5)), [2, 5, 6, 7], "exactly 2 or at least 5 calls"),
            (.never.or(.atLeast(3)), [0, 3, 4, 5, 6, 7], "none or at least 3 calls"),
            (.exactly(2).or(.exactly(3)).or(.exactly(6)), [2, 3, 6], "between 2 and 3 or exactly 6 calls"),
            (.atLeast(4).or(.atMost(1)), [0, 1, 4, 5, 6, 7], "at most 1 or at least 4 calls"),
            (.between(2...4).or(.between(3...6)), [2, 3, 4, 5, 6], "between 2 and 6 calls"),
            (.atLeast(2).or(.exactly(4)), [2, 3, 4, 5, 6, 7], "at least 2 calls"),
            (.atLeast(2).and(.atMost(4)), [2, 3, 4], "between 2 and 4 calls"),
            (.atLeast(2).and(.not(.exactly(4))), [2, 3, 5, 6, 7], "between 2 and 3 or at least 5 calls"),
            (.not(.never), [1, 2, 3, 4, 5, 6, 7], "at least 1 call"),
            (.not(.atLeastOnce), [0], "no call"),
            (.not(.exactly(1)), [0, 2, 3, 4, 5, 6, 7], "none or at least 2 calls"),
            (.not(.not(.between(1...2))), [1, 2], "between 1 and 2 calls"),
            (.once.and(.twice), [], "an impossible number of calls"),
            (.atMost(-1), [], "an impossible number of calls"),
            (.not(.once.and(.twice)), [0, 1, 2, 3, 4, 5, 6, 7], "at least 0 calls"),
        ] as [(CallCount, [Int], String)])
    func `counts combine`(count: CallCount, accepted: [Int], text: String) {
        for number in 0...7 {
            let cook = MockCook()
            for _ in 0..<number { cook.log("a") }
            let failures = collectFailures { verify(cook).log("a").wasCalled(count) }
            #expect(failures.isEmpty == accepted.contains(number), "\(number)")
            let said = #"MockCook: expected \#(text) of log("a"), got \#(number == 0 ? "none" : "\(number)")"#
            #expect(failures.allSatisfy { $0 == said || $0.hasPrefix(said + "\n") }, "\(failures)")
        }
    }

    @Test func `counts that say the same are equal`() {
        #expect(CallCount.not(.never) == .atLeastOnce)
        #expect(CallCount.atLeast(2).and(.atMost(2)) == 2)
        #expect(CallCount.once.or(.twice) != .twice)
    }

    @Test func `a combined count waits as long as more calls can change the outcome`() async {
        let clock = ContinuousClock()
        cook.log("a")
        cook.log("a")
        let start = clock.now
        await verify(cook).log("a").wasCalled(.exactly(2).or(.atLeast(5)), within: .milliseconds(20))
        #expect(clock.now - start >= .milliseconds(20), "a third call would break it")
        for _ in 0..<3 { cook.log("a") }
        await verify(cook).log("a").wasCalled(.exactly(2).or(.atLeast(5)), within: .seconds(60))
        let texts = await collectFailures {
            await verify(cook).log("a").wasCalled(.exactly(2).or(.exactly(4)), within: .seconds(60))
        }
        #expect(
            texts.map { $0.prefix { $0 != "\n" } } == [
                #"MockCook: expected exactly 2 or exactly 4 calls of log("a") within 60.0 seconds, got 5"#
            ])
    }

    @Test func `a combined count holds up to the next verification in order`() {
        for message in ["a", "a", "b", "a"] { cook.log(message) }
        let count = CallCount.exactly(1).or(.exactly(3))
        #expect(
            collectFailures {
                inOrder {
                    verify(cook).log("a").wasCalled(count)
                    verify(cook).log("b").wasCalled()
                    verify(cook).log("a").wasCalled(count)
                }
            } == [#"MockCook: expected exactly 1 or exactly 3 calls of log("a"), got 2 in this place"#])
    }

    @Test func `a call can be asked about as a condition`() {
        #expect(!calls(cook).log().wasCalled)
        cook.log("a")
        cook.log("b")
        #expect(calls(cook).log("a").wasCalled && !calls(cook).log("c").wasCalled)
        #expect(calls(cook).log().wasCalled(.twice) && !calls(cook).log().wasCalled(.atMost(1)))
        #expect(collectFailures { verifyNoMoreCalls(cook) }.count == 1, "asking verifies nothing")
    }
}
