import Foundation
import Testing

@testable import MockEngine

struct WorkerThreadsTests {
    @Test func `results come in order, from work that starts work of its own too`() {
        let workers = WorkerThreads(count: 3)
        let sums = workers.map(40) { outer in workers.map(outer + 1) { inner in inner }.reduce(0, +) }
        #expect(sums == (0..<40).map { $0 * ($0 + 1) / 2 })
    }

    @Test func `threads are used again`() {
        let workers = WorkerThreads(count: 2)
        var used: Set<String> = []
        for _ in 0..<200 { used.formUnion(workers.map(8) { _ in Self.threadID }) }
        // Tests beside this one have threads too, so which one is free is chance.
        #expect(used.count < 50)
    }

    @Test func `nothing that the work looked at is held when the results are there`() {
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

    /// `2/task/3`; unlike that of `pthread_self`, a number that no later thread gets soon.
    private static var threadID: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
    }

    @Test func `the stack is deep`() {
        @Sendable func depth(_ number: Int) -> Int { number == 0 ? 0 : 1 + depth(number - 1) }
        #expect(WorkerThreads.onDeepStack { depth(200_000) } == 200_000)
    }
}
