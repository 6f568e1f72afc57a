import Mocking
import Testing

private final class RealVariants: Variants {
    func gather(_ ns: Int...) async throws -> Int { ns.count }
    func fill(_ n: inout Int, by k: Int) async throws -> Bool {
        n += 100 * k
        if k == 0 { throw MyError(code: 0) }
        return true
    }
    func fillMany(_ n: inout Int, _ others: Int...) async -> Int { 0 }
    func mark(_ n: inout Int, _ other: RealVariants) -> Int { 0 }
    func make(_ n: Int) throws -> File {
        if n < 0 { throw MyError(code: n) }
        return File(fd: n * 10)
    }
    func makeLater(_ n: Int) async throws -> File { try make(n) }
    func makeLike(_ other: RealVariants) throws -> File { File(fd: 0) }
    func give(_ x: sending NonSendable, n: Int) throws -> Int {
        if n < 0 { throw MyError(code: n) }
        return n + 1
    }
    func pair(_ n: Int) async -> (Int, String) { (n, "real") }
    var next: RealVariants?
}

/// The rarer kinds of calls: stubbed, throwing, forwarded, unforwardable and recorded.
@Suite struct VariantTests {
    private let mock = MockVariants()
    private let forwarding = MockVariants(forwardingTo: RealVariants())

    @Test func `asynchronous members that cannot be forwarded`() async throws {
        given(mock).gather([1, 2]).willReturn(3)
        given(mock).gather([]).willThrow(MyError(code: 1))
        #expect(try await mock.gather(1, 2) == 3)
        #expect(try await mock.gather(1) == 0)
        await #expect(throws: MyError(code: 1)) { try await mock.gather() }
        #expect(calls(mock).gather().arguments == [[1, 2], [1], []])
        #expect(
            await collectFailures { _ = try? await forwarding.gather(1) } == [
                "MockVariants.gather(_:) has a variadic parameter, so it cannot be forwarded to another object; stub it"
            ])
    }

    @Test func `asynchronous members with inout parameters`() async throws {
        given(mock).fill(by: 2).will { n, k in
            await Task.yield()
            n += k
            return true
        }
        given(mock).fill(by: 3).willThrow(MyError(code: 3))
        given(mock).fill(by: 4).willReturn(true)
        var n = 1
        #expect(try await mock.fill(&n, by: 2))
        #expect(n == 3)
        await #expect(throws: MyError(code: 3)) { try await mock.fill(&n, by: 3) }
        #expect(try await mock.fill(&n, by: 4))
        #expect(try await !mock.fill(&n, by: 5))
        #expect(try await forwarding.fill(&n, by: 1))
        #expect(n == 103)
        await #expect(throws: MyError(code: 0)) { try await forwarding.fill(&n, by: 0) }
        verify(mock).fill(3, by: 3).wasCalled()
        #expect(calls(forwarding).fill().thrown.first as? MyError == MyError(code: 0))
    }

    @Test func `inout parameters that cannot be forwarded`() async {
        given(mock).fillMany().will { n, others in
            n += others.count
            return n
        }
        given(mock).mark().will { n, _ in
            n += 1
            return n
        }
        var n = 1
        #expect(await mock.fillMany(&n, 5, 6) == 3)
        #expect(mock.mark(&n, mock) == 4)
        #expect(
            await collectFailures {
                _ = await forwarding.fillMany(&n, 5)
                _ = forwarding.mark(&n, forwarding)
            } == [
                "MockVariants.fillMany(_:_:) has a variadic parameter, "
                    + "so it cannot be forwarded to another object; stub it",
                "MockVariants.mark(_:_:) has a Self parameter or result, "
                    + "so it cannot be forwarded to another object; stub it",
            ])
        #expect(n == 4)
    }

    @Test func `results that cannot be copied`() async throws {
        given(mock).make(1).will { File(fd: $0 + 1) }
        given(mock).make(2).willThrow(MyError(code: 2))
        given(mock).make(3).willForward(to: RealVariants())
        given(mock).makeLater(1).will {
            await Task.yield()
            return File(fd: $0 + 2)
        }
        given(mock).makeLater(2).willThrow(MyError(code: 4))
        given(mock).makeLike().will { _ in File(fd: 7) }
        #expect(try mock.make(1).fd == 2)
        #expect(throws: MyError(code: 2)) { _ = try mock.make(2).fd }
        #expect(try mock.make(3).fd == 30)
        #expect(try await mock.makeLater(1).fd == 3)
        await #expect(throws: MyError(code: 4)) { _ = try await mock.makeLater(2).fd }
        #expect(try mock.makeLike(mock).fd == 7)
        #expect(try forwarding.make(4).fd == 40)
        #expect(throws: MyError(code: -1)) { _ = try forwarding.make(-1).fd }
        #expect(try await forwarding.makeLater(5).fd == 50)
        await #expect(throws: MyError(code: -1)) { _ = try await forwarding.makeLater(-1).fd }
        verify(mock).make().wasCalled(3)
        #expect(calls(mock).make().thrown.count == 1)
    }

    @Test func `arguments that are given away`() throws {
        given(mock).give(n: 1).will { $0.x.n + $0.n }
        given(mock).give(n: 2).willThrow(MyError(code: 2))
        #expect(try mock.give(NonSendable(), n: 1) == 1)
        #expect(throws: MyError(code: 2)) { try mock.give(NonSendable(), n: 2) }
        #expect(try forwarding.give(NonSendable(), n: 3) == 4)
        #expect(throws: MyError(code: -3)) { try forwarding.give(NonSendable(), n: -3) }
    }

    @Test func `asynchronous results that the library cannot make`() async {
        #expect(await mock.pair(1) == (0, ""))
        given(mock).pair(2).willReturn((2, "two"))
        #expect(await mock.pair(2) == (2, "two"))
        #expect(await forwarding.pair(3) == (3, "real"))
    }

    @Test func `properties that cannot be forwarded keep the value that is set`() {
        mock.next = mock
        #expect(mock.next === mock)
        given(mock).next.willReturn(nil)
        #expect(mock.next == nil)
        #expect(
            collectFailures {
                forwarding.next = forwarding
                _ = forwarding.next
            } == [
                "MockVariants.next has a Self parameter or result, so it cannot be forwarded to another object; stub it",
                "MockVariants.next has a Self parameter or result, so it cannot be forwarded to another object; stub it",
            ])
        #expect(mock.mocking.name == "MockVariants")
    }

    @Test func `every kind of call of a class mock can go to the superclass`() async throws {
        let bench = MockWorkbench()
        var n = 1
        #expect(try await bench.fill(&n) == 0)
        #expect(try await bench.wait(3) == 0)
        #expect(bench.pair() == (0, "") && bench.tool == "")
        bench.mocking.callsSuper = true
        #expect(try await bench.fill(&n) == 101)
        #expect(try await bench.wait(3) == 6)
        await #expect(throws: MyError(code: -1)) { try await bench.wait(-1) }
        #expect(bench.pair() == (42, "bench") && bench.tool == "hammer")
        bench.each { n = $0 }
        #expect(n == 42)
        given(bench).fill(1).will { n in
            n = 5
            return 6
        }
        given(bench).wait(5).willThrow(MyError(code: 5))
        n = 1
        #expect(try await bench.fill(&n) == 6)
        #expect(n == 5)
        await #expect(throws: MyError(code: 5)) { try await bench.wait(5) }
        bench.mocking.willForward(to: Workbench())
        #expect(try await bench.fill(&n) == 105)
        verify(bench).wait().wasCalled(4)
    }
}
