internal import NIOCore

/// Runs the server's tasks on the thread of its event loop.
///
/// The threads that Swift runs tasks on are as many as there are cores, and the engine may have them all for a while.
/// Who asks the daemon what it is doing must not wait for that, and an answer that needs no other thread is sent sooner.
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
