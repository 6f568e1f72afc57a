import Mocking
import Testing

/// A handwritten mock, as a struct.
private struct OutputByHand: LogOutput {
    let writing = MockFunction<String, Bool, Never>("write")
    func write(_ text: String) -> Bool { writing(text) }
}

@Suite struct MockFunctionTests {
    @Test func `a closure is stubbed, verified and read as any mock`() throws {
        let load = MockFunction<Int, String, any Error>("load")
        given(load).call(3).willReturn("three")
        given(load).call(4).willThrow(MyError(code: 4))
        #expect(try load(3) == "three" && load(5) == "")
        #expect(throws: MyError(code: 4)) { try load(4) }
        verify(load).call(.less(than: 5)).wasCalled(2)
        #expect(calls(load).call().arguments == [3, 5, 4])
        #expect(
            history(load).map(\.description) == [
                #"load(3) returned "three""#, #"load(5) returned """#, "load(4) threw MyError(code: 4)",
            ])
        #expect(
            collectFailures { verify(load).call(7).wasCalled() } == [
                """
                load: expected exactly 1 call of load(7), got none
                  but got load(4)
                    argument: expected 7, was 4
                  but got load(5)
                    argument: expected 7, was 5
                  but got load(3)
                    argument: expected 7, was 3
                """
            ])
    }

    @Test func `errors of one type, and none`() {
        let typed = MockFunction<Int, Int, MyError>("typed")
        given(typed).call(1).willThrow(MyError(code: 1))
        #expect(throws: MyError(code: 1)) { () throws(MyError) in try typed(1) }
        let plain = MockFunction<Int, Int, Never>("plain", forwardingTo: { $0 * 2 })
        #expect(plain(4) == 8)
        given(plain).call(5).will { $0 + 1 }
        #expect(plain(5) == 6)
    }

    @Test func `no argument and several`() {
        let tick = MockFunction<Void, Int, Never>("tick", .strict); let line = #line
        let failures = failures { #expect(tick() == 0) }
        #expect(
            failures.map(\.message) == [
                """
                tick: unexpected call tick()\(inTest)
                  stub it: given(tick).call().willReturn(…)
                """
            ])
        #expect(failures.map(\.location.line) == [UInt(line)])
        given(tick).call().willReturn(1, 2)
        #expect(tick() == 1 && tick() == 2)
        verify(tick).call().wasCalled(3)
        let order = MockFunction<(dish: String, bowls: Int), Bool, Never>("order", .strict)
        given(order).call(.property(\.bowls, 2)).willReturn(true); let stubLine = #line
        #expect(order((dish: "ramen", bowls: 2)))
        #expect(
            collectFailures { _ = order((dish: "ramen", bowls: 3)) } == [
                """
                order: unexpected call order((dish: "ramen", bowls: 3))\(inTest)
                  a stub exists but does not match: order(a value whose bowls is 2) (MockingTests/MockFunctionTests.swift:\(stubLine))
                  stub it: given(order).call(.any).willReturn(…)
                """
            ])
    }

    @Test func `asynchronous closures can suspend`() async throws {
        let load = MockAsyncFunction<Int, String, any Error>("load")
        let held = given(load).call(1).willHold()
        given(load).call(2).will { n in
            await Task.yield()
            return "\(n)"
        }
        async let first = load(1)
        await held.call()
        held.resume(returning: "one")
        #expect(try await first == "one")
        #expect(try await load(2) == "2")
        await verify(load).call(2).wasCalled(within: .seconds(60))
        let tick = MockAsyncFunction<Void, Int, Never>("tick", forwardingTo: { 7 })
        #expect(await tick() == 7)
        verify(tick).call().wasCalled()
    }

    @Test func `a struct of closures and a struct that conforms by hand`() async throws {
        let load = MockAsyncFunction<Int, String, any Error>("load")
        let log = MockFunction<String, Void, Never>("log")
        let client = Client(load: { try await load($0) }, log: { log($0) })
        given(load).call(3).willReturn("three")
        #expect(try await client.load(3) == "three")
        client.log("done")
        verify(log).call("done").wasCalled()
        let output = OutputByHand()
        given(output.writing).call("x").willReturn(true)
        #expect(output.write("x") && !output.write("y"))
        verifyStubsUsed(output.writing)
    }
}
