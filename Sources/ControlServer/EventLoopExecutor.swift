internal import NIOCore

/// Runs the server's tasks on the thread of its event loop.
///
/// Swift's task threads are as many as the cores, and the engine may occupy them all for a while. A request for the
/// daemon's state must not wait for that. An answer that needs no other thread is also sent sooner.
final class EventLoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) {
        self.loop = loop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
