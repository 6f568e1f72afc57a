internal import Dispatch
internal import Synchronization

/// Runs the task that owns an engine on one thread.
///
/// Otherwise an edit would pass from one of Swift's threads to one whose stack is deep enough for the parser and back
/// again, and the same for the output. Each of these steps takes as long as the work between them.
package final class EngineThread: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let wake = DispatchSemaphore(value: 0)

    /// Starts the thread, which lives as long as the process; `nil` if the system refuses one.
    package init?() {
        guard DeepStack.startThread({ [self] in run() }) else { return nil }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        wake.signal()
    }

    private func run() {
        while true {
            wake.wait()
            let next = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            next?.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
