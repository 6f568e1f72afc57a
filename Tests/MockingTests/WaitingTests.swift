import Mocking
import Testing

@Suite struct WaitingTests {
    let cook = MockCook()

    @Test func `a call that was made already is found without waiting`() async {
        cook.log("a")
        await verify(cook).log("a").wasCalled(within: .seconds(60))
    }

    @Test func `a call that comes later ends the wait`() async {
        let cook = cook
        async let later: Void = cook.log("a")
        #expect(await verify(cook).log().wasCalled(within: .seconds(60)) == ["a"])
        await later
    }

    @Test func `an upper bound has to hold until the time is up`() async {
        let clock = ContinuousClock()
        let start = clock.now
        await verify(cook).log("a").wasCalled(.never, within: .milliseconds(20))
        #expect(clock.now - start >= .milliseconds(20))
        cook.log("a")
        let again = clock.now
        await verify(cook).log("a").wasCalled(.atMost(1), within: .milliseconds(20))
        #expect(clock.now - again >= .milliseconds(20))
    }

    @Test func `a bound that is exceeded fails at once`() async {
        cook.log("a")
        let texts = await collectFailures {
            await verify(cook).log("a").wasCalled(.never, within: .seconds(60))
        }
        #expect(
            texts == [
                """
                MockCook: expected no call of log("a") within 60.0 seconds, got 1
                  got log("a")
                """
            ])
    }

    @Test func `a late call breaks an expectation of none`() async {
        let cook = cook
        let held = given(cook).typedAsync(.any).willHold()
        async let call: Item? = try? cook.typedAsync(1)
        await held.call()
        async let late: Void = {
            cook.log("a")
            held.resume(returning: Item(id: 1, name: ""))
        }()
        let texts = await collectFailures {
            await verify(cook).log("a").wasCalled(.never, within: .seconds(60))
        }
        #expect(texts.count == 1)
        _ = await (call, late)
    }

    @Test func `time that runs out is a failure like any other`() async {
        cook.log("b")
        let texts = await collectFailures { await verify(cook).log("a").wasCalled(within: .milliseconds(1)) }
        #expect(
            texts == [
                """
                MockCook: expected at least 1 call of log("a") within 0.001 seconds, got none
                  but got log("b")
                    argument: expected "a", was "b"
                """
            ])
    }

    @Test func `eventually reports the failures of its last try`() async {
        let texts = await collectFailures {
            await eventually(within: .milliseconds(5)) {
                verify(cook).log("a").wasCalled()
                verify(cook).log("b").wasNeverCalled()
            }
        }
        #expect(texts == [#"MockCook: expected exactly 1 call of log("a"), got none"#])
    }

    @Test func `values that eventually captures count once`() async {
        let cook = cook
        let captor = Captor<String>()
        cook.log("a")
        async let later: Void = cook.name = "done"
        await eventually(within: .seconds(60)) {
            verify(cook).log(.capture(captor)).wasCalled()
            verify(cook).name(set: "done").wasCalled()
        }
        await later
        #expect(captor.values == ["a"])
    }

    @Test func `a cancelled test stops waiting`() async {
        let cook = cook
        let task = Task {
            await collectFailures { await verify(cook).log("a").wasCalled(within: .seconds(60)) }
        }
        task.cancel()
        #expect(await task.value.count == 1)
    }
}
