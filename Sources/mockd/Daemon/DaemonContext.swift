internal import ControlChannel
internal import ControlServer
internal import FileWatching
internal import MockEngine
internal import SystemPackage

/// The parts that the daemon's services share: publishing, printing, waiting requests.
struct DaemonContext: Sendable {
    let lock: InstanceLock
    let board: StatusBoard
    let events: EventLog
    /// Keeps the printed lines for clients that did not see them.
    let log: EventLog
    let syncs: SyncWaiters
    let rescans = RescanWaiters()
    let watcher: FileWatcher
    let reporter: BatchReporter
    let notifier: SystemdNotifier
    let options: DaemonOptions
    /// Runs after each batch that wrote or removed mocks.
    let command: BatchCommand?
    var cache: EngineCache? { options.cache }
    /// Records the inputs under work, and leaves out those that killed earlier daemons.
    let journal: WorkJournal?
    let progress = EngineProgress()
    /// Delays before unwritten outputs are tried again.
    let retries: AsyncStream<Duration>.Continuation

    /// Waits until everything that was written before this call has been generated, or was postponed by a lease; at most
    /// for the given time.
    ///
    /// - Parameter isForManifest: True to wait for SwiftPM's answer about a changed manifest, too. It takes seconds, in
    ///   which the engine does not hang.
    /// - Returns: `cancelled` after the time.
    func completePendingWork(within limit: Duration, isForManifest: Bool) async -> SyncWaiters.Answer {
        let id = watcher.sync()
        return await withTaskGroup(of: SyncWaiters.Answer.self) { group in
            group.addTask {
                let answer = await syncs.wait(for: id)
                // The answer is another job of the queue.
                if isForManifest, answer == .reached { await options.manifests.finish() }
                return answer
            }
            group.addTask {
                try? await Task.sleep(for: limit)
                return .cancelled
            }
            defer { group.cancelAll() }
            return await group.next() ?? .cancelled
        }
    }

    func makeEngine(_ project: Project) -> Engine {
        options.interfaces.search(project.buildFolder)
        var engine = Engine(
            project: project, parallelism: options.parallelism, cache: options.cache, journal: journal,
            interfaces: options.interfaces, progress: progress)
        engine.holdsEmptiedSources = true
        return engine
    }

    func publish(_ content: Event.Content) {
        let clock = events.publish(content)
        if reporter.printsJSON { reporter.event(Event(clock: clock, time: Timestamp.now(), content: content)) }
    }
}
