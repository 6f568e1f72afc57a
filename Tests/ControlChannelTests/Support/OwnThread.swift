import Dispatch
import Testing

/// Runs each test of a suite on its own thread.
///
/// Swift's task threads are as many as the cores. Tests of other targets run compilers and parsers on them for seconds,
/// in which a server on them would not answer.
struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // Only around each test case, not around the suite as well.
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
