internal import Glibc
internal import Synchronization

/// The engine's own thread: reading and writing files blocks, which the cooperative pool must not.
final class EngineThread: TaskExecutor {
    private struct State: Sendable {
        var jobs: [UnownedJob] = []
        var isStopped = false
    }

    private let state = Mutex(State())
    /// Counts the jobs; the thread waits for it.
    private let available = Semaphore()

    init() {
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(self)
        let status = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<EngineThread>.fromOpaque(pointer).takeRetainedValue().run()
                return nil
            }, argument.toOpaque())
        precondition(status == 0, "no thread can be started")
        pthread_detach(thread)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
        available.signal()
    }

    /// Ends the thread when what is queued is done.
    func stop() {
        state.withLock { $0.isStopped = true }
        available.signal()
    }

    private func run() {
        while true {
            available.wait()
            let (jobs, isStopped) = state.withLock { state in
                defer { state.jobs = [] }
                return (state.jobs, state.isStopped)
            }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
            if isStopped, jobs.isEmpty { return }
        }
    }
}

/// A counting semaphore of the C library.
private final class Semaphore: Sendable {
    // The C library's semaphore is made for several threads; the pointer never changes.
    nonisolated(unsafe) private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)  // see above

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func signal() { sem_post(semaphore) }

    func wait() { while sem_wait(semaphore) != 0 {} }
}
