import Dispatch
import Testing

/// Runs each test of a suite on a thread of its own.
///
/// The threads that Swift runs tasks on are as many as there are cores. Tests of other targets start compilers and
/// parse on them for seconds, and what talks over a socket would find nobody at home meanwhile.
struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // Once for each case is enough.
        guard testCase != nil else { return try await function() }
        try await withTaskExecutorPreference(SerialExecutor()) { try await function() }
    }

    private final class SerialExecutor: TaskExecutor {
        private let queue = DispatchQueue(label: "test")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}

extension Trait where Self == OwnThread {
    static var ownThread: OwnThread { OwnThread() }
}
