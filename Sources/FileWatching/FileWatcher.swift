internal import LinuxSystem
package import MockModel
import Synchronization
package import SystemPackage

/// Turns what the kernel says about a directory tree into batches of file changes, and loses none of them.
///
/// A process of its own, `mockd-watcher`, owns inotify and passes events over a socket. They are hints: something about
/// this name in this directory. A hint waits in `Settle` until the burst that it belongs to is over, then `WatchTree`
/// asks the disk what is true and keeps the difference to what it knew; that difference is the batch.
///
/// When events are missing, because the kernel's queue was full or the process died, there is one answer to everything:
/// a recrawl. A new process watches every directory again, every entry is compared, and only what differs is
/// reported. Directories that the kernel refuses to watch are compared every other second, and the state says so.
///
/// ```swift
/// let watcher = FileWatcher(options: WatchOptions(root: "/home/me/app", runtimeDirectory: "/run/user/1000/mockd/app"))
/// async let running: Void = watcher.run()
/// for await event in watcher.events {
///     if case .changes(let changes, _) = event { engine.apply(changes) }
/// }
/// ```
package final class FileWatcher: Sendable {
    package enum Event: Equatable, Sendable {
        /// Every directory is watched and has been listed, in this order: whatever is different from what is told here
        /// is in the changes that follow.
        case started(TreeListing)
        /// A settled batch: each path once, in the order of the paths. `since` is when the first of its events came, or
        /// when the search for changes began that found it.
        case changes([FileChange], since: SuspendingClock.Instant)
        /// Everything written before the matching `sync()` is in earlier events.
        case synced(id: UInt64)
        /// Everything was watched and compared again, for a reason. The differences, if any, were the changes just before.
        case rescanned(reason: String, changed: Int)
        case stateChanged(WatchState)
        /// One line that somebody should read, of ours or of the watcher's process; at most ten a minute.
        case warning(String)
    }

    /// What happens, in order. For one consumer.
    package let events: AsyncStream<Event>

    /// How far the thread is that does the work.
    private struct Work {
        var isStarted = false
        var result: Result<Void, any Error>?
        var waiting: CheckedContinuation<Void, any Error>?
    }

    /// Where what happens is told, once somebody is there to be told.
    private enum Delivery {
        case waiting([Event])
        case telling(@Sendable (Event) -> Void)
    }

    private let options: WatchOptions
    private let inbox = WatchInbox()
    private let continuation: AsyncStream<Event>.Continuation
    private let work = Mutex(Work())
    private let delivery = Mutex(Delivery.waiting([]))

    package init(options: WatchOptions) {
        self.options = options
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Begins now, for those who have other things to do before they can `run()`.
    package func start() {
        let isFirst = work.withLock { work in
            defer { work.isStarted = true }
            return !work.isStarted
        }
        guard isFirst else { return }
        do throws(Errno) {
            try DetachedThread.start { [self, options, inbox] in
                end(Result { try WatchLoop(options: options, inbox: inbox, emit: deliver).run() })
            }
        } catch {
            end(.failure(WatcherFailure(path: options.watcherExecutable, error: error)))
        }
    }

    /// Watches until the task is cancelled, then returns; the process it started is gone by then. Runs once.
    ///
    /// - Parameter tell: is told what happens, in the place of ``events`` and on the thread that watches, which must not
    ///   wait: that saves the way through another thread.
    /// - Throws: `WatcherFailure` if the watcher's process cannot be started at all.
    package func run(_ tell: (@Sendable (Event) -> Void)? = nil) async throws {
        let continuation = continuation
        defer { continuation.finish() }
        deliver(to: tell ?? { continuation.yield($0) })
        try await withTaskCancellationHandler {
            start()
            try await withCheckedThrowingContinuation { (waiting: CheckedContinuation<Void, any Error>) in
                let result = work.withLock { work in
                    work.waiting = waiting
                    return work.result
                }
                if let result { waiting.resume(with: result) }
            }
        } onCancel: {
            inbox.post(.stop)
        }
    }

    private func deliver(to tell: @escaping @Sendable (Event) -> Void) {
        delivery.withLock { delivery in
            if case .waiting(let events) = delivery { events.forEach(tell) }
            delivery = .telling(tell)
        }
    }

    private func deliver(_ event: Event) {
        delivery.withLock { delivery in
            switch delivery {
            case .waiting(let events): delivery = .waiting(events + [event])
            case .telling(let tell): tell(event)
            }
        }
    }

    private func end(_ result: Result<Void, any Error>) {
        let waiting = work.withLock { work in
            work.result = result
            return work.waiting
        }
        waiting?.resume(with: result)
    }

    /// Asks for the event `synced` with the returned number.
    package func sync() -> UInt64 {
        inbox.postSync()
    }

    /// Asks for everything to be watched and compared again.
    package func recrawl() {
        inbox.post(.recrawl)
    }

    package func status() -> WatchStatus {
        inbox.status
    }

    /// The last thousand events as the kernel told them, oldest first, before anything was made of them.
    package func recentEvents() -> [SeenEvent] {
        inbox.recentEvents
    }
}

/// The process that watches cannot be started.
package struct WatcherFailure: Error, CustomStringConvertible {
    package var path: FilePath
    package var error: Errno

    package var description: String {
        "cannot start \(path): \(error); it belongs beside mockd, install both from the same build"
    }
}
