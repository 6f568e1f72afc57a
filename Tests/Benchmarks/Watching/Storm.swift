import Foundation
import Synchronization

/// Writes sources as fast as one thread can, into many files that the daemon watches.
final class Storm: Sendable {
    private let project: BenchmarkProject
    private let isOver = Mutex(false)
    private let count = Mutex(0)
    private let began = ContinuousClock.now
    private let end = DispatchSemaphore(value: 0)

    init(_ project: BenchmarkProject) { self.project = project }

    func start() {
        let thread = Thread { [self] in
            var writes = 0
            while !isOver.withLock({ $0 }) {
                // No write changes a mock: this measures watching, reading and comparing.
                project.save(20 + writes % (project.files - 20), "call")
                writes += 1
            }
            count.withLock { $0 = writes }
            end.signal()
        }
        thread.start()
    }

    func stop() -> (writes: Int, seconds: Double) {
        isOver.withLock { $0 = true }
        end.wait()
        return (count.withLock { $0 }, (ContinuousClock.now - began) / .seconds(1))
    }
}
