import Foundation
import Synchronization
import Testing

@testable import MockEngine

struct WorkerThreadsTests {
    @Test func `results come in order, also from work that starts work of its own`() {
        let workers = WorkerThreads(count: 3)
        let sums = workers.map(40) { outer in workers.map(outer + 1) { inner in inner }.reduce(0, +) }
        #expect(sums == (0..<40).map { $0 * ($0 + 1) / 2 })
    }

    @Test(arguments: [0, 1, 64, 65, 1000])
    func `results are handed over in order while the rest is worked on`(total: Int) {
        let workers = WorkerThreads(count: 3)
        let isFirstHere = Mutex(false)
        var seen: [Int] = []
        workers.forEach(total) { number in
            // Keeps the last item working until the first result is handed over.
            while total > 64, number == total - 1, !isFirstHere.withLock({ $0 }) { sched_yield() }
            return number
        } whenDone: {
            isFirstHere.withLock { $0 = true }
            seen.append($0)
        }
        #expect(seen == Array(0..<total))
    }

    @Test func `results are released once they are handed over`() {
        final class Token: Sendable {}
        weak var kept: Token?
        WorkerThreads(count: 2).forEach(200) { _ in
            Token()
        } whenDone: {
            kept = $0
        }
        #expect(kept == nil)
    }

    @Test func `threads are reused`() {
        let workers = WorkerThreads(count: 2)
        var used: Set<String> = []
        for _ in 0..<200 { used.formUnion(workers.map(8) { _ in Self.threadID }) }
        // Tests that run at the same time use threads as well, so which ones are free is chance.
        #expect(used.count < 50)
    }

    @Test func `objects that the work used are released when the results are there`() {
        final class Token: Sendable {}
        let workers = WorkerThreads(count: 2)
        for _ in 0..<500 {
            weak var seen: Token?
            do {
                let token = Token()
                seen = token
                _ = workers.map(4) { _ in ObjectIdentifier(token) }
            }
            #expect(seen == nil)
        }
    }

    /// The thread as in `2/task/3`: unlike the value of `pthread_self`, no later thread gets this number soon.
    private static var threadID: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
    }

    @Test func `the engine's task has one thread, and does single items itself`() async throws {
        let thread = try #require(EngineThread())
        let (ticks, tick) = AsyncStream<Void>.makeStream()
        let threads = await withTaskExecutorPreference(thread) {
            var threads = [Self.threadID, WorkerThreads(count: 4).map(1) { _ in Self.threadID }[0]]
            // Suspends and resumes on the same thread.
            tick.yield()
            for await _ in ticks.prefix(1) { threads.append(Self.threadID) }
            return threads
        }
        #expect(threads == Array(repeating: threads[0], count: 3))
        #expect(threads[0] != Self.threadID)
    }
}
