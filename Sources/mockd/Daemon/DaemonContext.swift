internal import ControlChannel
internal import ControlServer
internal import FileWatching
internal import MockEngine
internal import SystemPackage

/// What the parts of the daemon share: where to publish, what to print, whom to wake.
struct DaemonContext: Sendable {
    let board: StatusBoard
    let events: EventLog
    let syncs: SyncWaiters
    let watcher: FileWatcher
    let reporter: BatchReporter
    let notifier: SystemdNotifier
    let configuration: FilePath?
    let parallelism: Int
    let cache: EngineCache?

    func makeEngine(_ project: Project) -> Engine {
        Engine(project: project, parallelism: parallelism, cache: cache)
    }

    func publish(_ content: Event.Content) {
        let clock = events.publish(content)
        if reporter.printsJSON { reporter.event(Event(clock: clock, time: Timestamp.now(), content: content)) }
    }
}
