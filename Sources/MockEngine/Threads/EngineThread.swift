internal import Dispatch
internal import Synchronization

/// One thread for the task that owns an engine.
///
/// An edit goes from thread to thread otherwise: to one of Swift's, from there to one whose stack is deep enough to
/// parse, back again, and the same for the output. Each of these steps takes as long as the work between them.
package final class EngineThread: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let wake = DispatchSemaphore(value: 0)

    /// The thread stays as long as the process; `nil` if there is none to be had.
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
