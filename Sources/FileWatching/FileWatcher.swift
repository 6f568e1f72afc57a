internal import LinuxSystem
package import MockModel
import Synchronization
package import SystemPackage

/// Turns inotify events for a directory tree into batches of file changes, and loses none.
///
/// A separate process, `mockd-watcher`, owns inotify and passes events over a socket. An event is a hint: something
/// happened to this name in this directory. A hint waits in `ChangeDebouncer` until its burst is over. Then `WatchTree`
/// compares the disk with what it knew, and the differences are the batch.
///
/// Whenever events are missing, because the kernel's queue overflowed or the process died, the watcher recrawls: a new
/// process watches every directory again, every entry is compared, and only differences are reported. Directories that
/// the kernel refuses to watch are compared every two seconds, and the state reports them.
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
        /// Every directory is watched and listed. Anything that differs from this listing is in the changes that
        /// follow.
        case started(TreeListing)
        /// A debounced batch: each path once, ordered by path. `since` is the time of its first event, or the start of
        /// the scan that found the changes.
        case changes([FileChange], since: SuspendingClock.Instant)
        /// Everything written before the matching `sync()` is in earlier events.
        case synced(id: UInt64)
        /// The whole tree was watched and compared again. Any differences were the `changes` event just before.
        case rescanned(reason: String, changed: Int)
        case stateChanged(WatchState)
        /// One line for the log, from the daemon or the watcher's process; at most ten a minute.
        case warning(String)
    }

    /// The events in order, for a single consumer.
    package let events: AsyncStream<Event>

    /// The state of the watching thread.
    private struct Work {
        var isStarted = false
        var result: Result<Void, any Error>?
        var waiting: CheckedContinuation<Void, any Error>?
    }

    /// Buffers events until a consumer is set, then passes them to it.
    private enum Delivery {
        case waiting([Event])
        case forwarding(@Sendable (Event) -> Void)
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

    /// Starts watching now, before `run()`, so that the first crawl overlaps with other work.
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

    /// Watches until the task is cancelled; ends the watcher's process before it returns. Runs once.
    ///
    /// - Parameter handler: receives the events instead of ``events``, which saves the way through another thread. It
    ///   is called on the watching thread and must not block.
    /// - Throws: `WatcherFailure` if the watcher's process cannot be started at all.
    package func run(_ handler: (@Sendable (Event) -> Void)? = nil) async throws {
        let continuation = continuation
        defer { continuation.finish() }
        deliver(to: handler ?? { continuation.yield($0) })
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

    private func deliver(to handler: @escaping @Sendable (Event) -> Void) {
        delivery.withLock { delivery in
            if case .waiting(let events) = delivery { events.forEach(handler) }
            delivery = .forwarding(handler)
        }
    }

    private func deliver(_ event: Event) {
        delivery.withLock { delivery in
            switch delivery {
            case .waiting(let events): delivery = .waiting(events + [event])
            case .forwarding(let handler): handler(event)
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

    /// Requests a `synced` event with the returned number.
    package func sync() -> UInt64 {
        inbox.postSync()
    }

    /// Requests a recrawl: every directory is watched and compared again.
    package func recrawl() {
        inbox.post(.recrawl)
    }

    /// Watches all folders but these from now on. A sync that is requested later covers folders that were left out before.
    package func leaveOut(_ unwatched: UnwatchedFolders) {
        inbox.post(leavingOut: unwatched)
    }

    package func status() -> WatchStatus {
        inbox.status
    }

    /// The last thousand events as they came from the kernel, oldest first, unfiltered.
    package func recentEvents() -> [SeenEvent] {
        inbox.recentEvents
    }
}

/// The watcher's process cannot be started.
package struct WatcherFailure: Error, CustomStringConvertible {
    package var path: FilePath
    package var error: Errno

    package var description: String {
        "cannot start \(path): \(error); it belongs beside mockd, install both from the same build"
    }
}
