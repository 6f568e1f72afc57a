import Dispatch
import Synchronization
import SystemPackage

/// A watcher's process that is started before anybody knows what to watch: it takes as long to be ready as the daemon
/// does to understand its arguments, and the two need nothing of each other.
///
/// Its thread waits with it for the first `FileWatcher` that starts. If none ever does, the process ends with ours.
final class EarlyWatcher: Sendable {
    /// What goes on with the process, on the thread that started it.
    typealias Continuation = @Sendable (Result<WatcherProcess, Errno>) -> Void

    private static let waiting = Mutex<EarlyWatcher?>(nil)

    private let executable: FilePath
    private let next = Mutex<Continuation?>(nil)
    private let wake = DispatchSemaphore(value: 0)

    private init(_ executable: FilePath) { self.executable = executable }

    static func start(_ executable: FilePath) {
        let early = EarlyWatcher(executable)
        do throws(Errno) {
            // The process is started and ends with this thread.
            try WatcherThread.start { early.run() }
        } catch {
            // Whoever needs the process tries again, and says so.
            return
        }
        waiting.withLock { $0 = early }
    }

    /// Has the process used, if it is that of the executable and nobody has it yet.
    static func proceed(with executable: FilePath, _ next: @escaping Continuation) -> Bool {
        let early = waiting.withLock { waiting -> EarlyWatcher? in
            guard waiting?.executable == executable else { return nil }
            defer { waiting = nil }
            return waiting
        }
        guard let early else { return false }
        early.next.withLock { $0 = next }
        early.wake.signal()
        return true
    }

    private func run() {
        let process = Result { () throws(Errno) in try WatcherProcess.start(executable) }
        wake.wait()
        let next = next.withLock { next in
            defer { next = nil }
            return next
        }
        next?(process)
    }
}
