import ControlChannel
import Testing

@testable import mockd

@Suite struct SyncWaitersTests {
    @Test func `an answer ends a wait, whichever of the two comes first`() async {
        let waiters = SyncWaiters()
        waiters.reach(1)
        #expect(await waiters.wait(for: 1) == .reached)
        async let second = waiters.wait(for: 2)
        while waiters.count == 0 { await Task.yield() }
        waiters.reach(2)
        #expect(await second == .reached)
        #expect(waiters.count == 0)
    }

    @Test func `an answer ends the waits for all earlier requests, and no later one`() async {
        let waiters = SyncWaiters()
        async let first = waiters.wait(for: 1)
        async let second = waiters.wait(for: 2)
        async let third = waiters.wait(for: 3)
        while waiters.count < 3 { await Task.yield() }
        waiters.reach(2)
        let earlier = await [first, second]
        #expect(earlier == [.reached, .reached])
        #expect(waiters.count == 1)
        waiters.reach(3)
        let last = await third
        #expect(last == .reached)
    }

    @Test func `a request that timed out is forgotten at once`() async {
        let waiters = SyncWaiters()
        for id: UInt64 in 1...3 {
            let wait = Task { await waiters.wait(for: id) }
            wait.cancel()
            #expect(await wait.value == .cancelled)
            #expect(waiters.count == 0)
        }
        waiters.reach(4)
        #expect(await waiters.wait(for: 4) == .reached)
        #expect(waiters.count == 0)
    }

    @Test func `a request whose task was cancelled before does not wait`() async {
        let waiters = SyncWaiters()
        let wait = Task {
            while !Task.isCancelled { await Task.yield() }
            return await waiters.wait(for: 7)
        }
        wait.cancel()
        #expect(await wait.value == .cancelled)
        waiters.reach(7)
        #expect(waiters.count == 0)
    }

    @Test func `a request that a lease holds back is answered at once, and an earlier one stays reached`() async {
        let waiters = SyncWaiters()
        let lease = Lease(id: 1, name: "git", since: Timestamp(millisecondsSince1970: 0), until: nil)
        waiters.reach(1)
        async let second = waiters.wait(for: 2)
        while waiters.count == 0 { await Task.yield() }
        waiters.holdBack(2, by: lease)
        #expect(await second == .heldBack(by: lease))
        #expect(await waiters.wait(for: 1) == .reached)
        #expect(await waiters.wait(for: 2) == .heldBack(by: lease))
        waiters.reach(3)
        #expect(await waiters.wait(for: 2) == .reached)
    }
}
