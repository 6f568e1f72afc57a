import Mocking
import Testing

@Suite struct HeldCallsTests {
    let cook = MockCook()

    @Test func `a held call waits for the test`() async throws {
        let held = given(cook).fetch().willHold()
        async let soup = cook.fetch(id: 1, options: [:])
        await held.call()
        #expect(held.count == 1)
        #expect(calls(cook).fetch().results.isEmpty)
        held.resume(returning: Item(id: 1, name: "miso"))
        #expect(try await soup.name == "miso")
        #expect(held.count == 0)
        #expect(calls(cook).fetch().returned.map(\.name) == ["miso"])
    }

    @Test func `held calls go in the order they came, each with its own outcome`() async throws {
        let held = given(cook).fetch().willHold()
        let cook = cook
        let first = Task { try await cook.fetch(id: 1, options: [:]) }
        await held.call()
        held.resume(throwing: MyError(code: 1))
        await #expect(throws: MyError(code: 1)) { try await first.value }
        held.resume(returning: Item(id: 2, name: "early"))
        #expect(try await cook.fetch(id: 2, options: [:]).name == "early")
    }

    @Test func `a cancelled call is let go if it can throw`() async throws {
        let held = given(cook).fetch().willHold()
        let cook = cook
        let task = Task { try await cook.fetch(id: 1, options: [:]) }
        await held.call()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(held.count == 0)
        #expect(calls(cook).fetch().thrown.count == 1)
    }

    @Test func `a call that does not come fails the test instead of hanging it`() async throws {
        let held = given(cook).fetch(id: 7).willHold()
        let line = #line + 1
        let failures = await failures { await held.call(within: .milliseconds(1)) }
        #expect(
            failures.map(\.message) == [
                "MockCook: expected a call of fetch(id: 7, options: any) to hold within 0.001 seconds, got none"
            ])
        #expect(failures.map(\.location.line) == [UInt(line)])
        let task = Task { await collectFailures { await held.call(within: .seconds(60)) } }
        task.cancel()
        #expect(await task.value.count == 1)
    }
}
