import Mocking
import Synchronization
import Testing

struct RealTally: Tally {
    private(set) var sum = 0
    mutating func add(_ n: Int) { sum += n }
    mutating func fail() throws {
        sum += 100
        throw MyError(code: 1)
    }
    mutating func addLater(_ n: Int) async {
        await Task.yield()
        sum += n
    }
    mutating func change(_ body: (Int) -> Void) {
        sum += 1
        body(10)
    }
}

/// Adds only after its gate has been opened.
private struct GatedTally: Tally {
    let gate: MockCook
    private(set) var sum = 0
    init(gate: MockCook) { self.gate = gate }
    mutating func add(_ n: Int) { sum += n }
    mutating func fail() throws {}
    mutating func addLater(_ n: Int) async {
        let before = sum
        _ = try? await gate.fetch(id: n, options: [:])
        sum = before + n
    }
    mutating func change(_ body: (Int) -> Void) {}
}

@Suite struct ConcurrencyTests {
    @Test func `concurrent calls, stubs and verifications do not interfere`() async {
        let cook = MockCook()
        given(cook).fetch().willReturn(Item(id: 0, name: ""))
        let (tasks, rounds) = (8, 400)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<tasks {
                group.addTask {
                    for round in 0..<rounds {
                        // Other tests need a thread, too: some wait for a moment of real time.
                        await Task.yield()
                        _ = cook.cookRamen(bowls: round, soup: .miso, extras: ["\(task)"])
                        cook.name = "\(round)"
                        _ = cook.name
                        _ = try? await cook.fetch(id: round, options: [:])
                        guard round % 100 == 0 else { continue }
                        given(cook).cookRamen(bowls: .equal(round)).willReturn(true, false)
                        given(cook).fetch(id: .greater(than: round)).will { id, _ in Item(id: id, name: "") }
                        _ = calls(cook).cookRamen(extras: ["\(task)"]).last
                        _ = collectFailures {
                            verify(cook).cookRamen(bowls: -1).wasCalled()
                            verifyNoMoreCalls(cook)
                        }
                        _ = failures { verifyStubsUsed(cook) }
                    }
                }
            }
        }
        verify(cook).cookRamen().wasCalled(.exactly(tasks * rounds))
        verify(cook).name(set: .any).wasCalled(.exactly(tasks * rounds))
        verify(cook).fetch().wasCalled(.exactly(tasks * rounds))
        #expect(Set(calls(cook).cookRamen().order).count == tasks * rounds)
    }

    @Test func `thousands of concurrent stubs, calls and verifications find their own calls`() async {
        let cooks = (0..<16).map { _ in MockCook() }
        let failures = await withTaskGroup(of: [String].self) { group in
            for task in 0..<8 {
                group.addTask {
                    var failures: [String] = []
                    for round in 0..<400 {
                        await Task.yield()
                        let cook = cooks[(task + round) % cooks.count]
                        let own = task * 1000 + round
                        given(cook).cookRamen(bowls: .equal(own)).willReturn(true)
                        let isStubbed = cook.cookRamen(bowls: own, soup: .miso, extras: [])
                        failures += collectFailures {
                            verify(cook).cookRamen(bowls: .equal(own)).wasCalled()
                            assertThat(isStubbed, true)
                        }
                    }
                    return failures
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(failures == [])
        #expect(cooks.map { calls($0).cookRamen().returned.count { $0 } }.reduce(0, +) == 3200)
        for cook in cooks {
            verifyStubsUsed(cook)
            verifyNoMoreCalls(cook)
        }
    }

    @Test func `a finite stub answers exactly as often as set, from any thread`() async {
        let cook = MockCook()
        given(cook).cookRamen().willReturn(true, times: 100)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<100 { _ = cook.cookRamen(bowls: 1, soup: .miso, extras: []) }
                }
            }
        }
        #expect(calls(cook).cookRamen().returned.count { $0 } == 100)
    }

    @Test func `mocks may be cleared while they are used`() async {
        let cook = MockCook()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for round in 0..<200 {
                        await Task.yield()
                        cook.log("\(round)")
                        given(cook).log(.prefix("1")).willReturn()
                        if round % 20 == 0 { reset(cook) }
                        if round % 30 == 0 { clearCalls(cook) }
                    }
                }
            }
        }
        reset(cook)
        verify(cook).log().wasNeverCalled()
    }

    @Test func `many wait for many calls`() async {
        let cook = MockCook()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask { await verify(cook).log("\(number)").wasCalled(within: .seconds(60)) }
            }
            for number in 0..<50 {
                group.addTask { cook.log("\(number)") }
            }
        }
        verifyNoMoreCalls(cook)
    }

    @Test func `no change is lost when many concurrent calls change a struct`() async {
        let tally = MockTally(forwardingTo: RealTally())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<500 { tally.add(1) }
                }
            }
        }
        #expect(tally.sum == 4000)
    }

    @Test func `a struct that calls are forwarded to may call its mock`() {
        let tally = MockTally(forwardingTo: RealTally())
        tally.change { tally.add($0) }
        #expect(tally.sum == 1, "as in Swift, the call that began first has the last word")
        verify(tally).add(10).wasCalled()
    }

    @Test func `a struct keeps what was changed before an error was thrown`() async {
        let tally = MockTally(forwardingTo: RealTally())
        #expect(throws: MyError(code: 1)) { try tally.fail() }
        #expect(tally.sum == 100)
        await tally.addLater(5)
        #expect(tally.sum == 105)
    }

    @Test func `of two concurrent asynchronous calls that change a struct the later end wins`() async {
        let gate = MockCook()
        let holds = [1, 2].map { given(gate).fetch(id: .equal($0)).willHold() }
        let tally = MockTally(forwardingTo: GatedTally(gate: gate))
        async let first: Void = tally.addLater(1)
        await holds[0].call()
        async let second: Void = tally.addLater(2)
        await holds[1].call()
        holds[1].resume(returning: Item(id: 2, name: ""))
        await second
        #expect(tally.sum == 2)
        holds[0].resume(returning: Item(id: 1, name: ""))
        await first
        #expect(tally.sum == 1, "it began with 0 and ended last")
        verify(tally).addLater().wasCalled(2)
    }

    @Test func `a nonisolated member of a main-actor mock is stubbed and called from anywhere`() async {
        let screen = MockScreen()
        let seen = Mutex<[String]>([])
        given(screen).log(.prefix("a")).will { text in seen.withLock { $0.append(text) } }
        await Task.detached { screen.log("abc") }.value
        await MainActor.run { screen.log("aha") }
        #expect(seen.withLock { $0 } == ["abc", "aha"])
        verify(screen).log().wasCalled(2)
        #expect(calls(screen).log().arguments == ["abc", "aha"])
    }

    @Test func `an object that calls the mock in its deinitializer does not deadlock`() {
        final class Farewell {
            let mock: MockGenericBox<Any>
            init(_ mock: MockGenericBox<Any>) { self.mock = mock }
            deinit { mock.put("bye") }
        }
        let mock = MockGenericBox<Any>()
        mock.put(Farewell(mock))
        clearCalls(mock)
        #expect(calls(mock).put().last as? String == "bye")
    }

    @Test func `an action waits for calls and runs once`() async {
        let cook = MockCook()
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        verify(cook).log().__whenCalled(.atLeast(2)) { continuation.yield(1) }
        async let first: Void = cook.log("a")
        async let second: Void = cook.log("b")
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next() == 1)
        _ = await (first, second)
        cook.log("c")
        continuation.finish()
        #expect(await iterator.next() == nil)
    }
}
