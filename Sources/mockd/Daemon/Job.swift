internal import FileWatching

/// A piece of work for the engine's task. All of them pass through one queue, in order.
struct Job: Sendable {
    /// True for work that comes again and again, such as the watchdog's cookies and the comparisons outside the tree. It
    /// counts as work only if it led to a batch.
    let isRoutine: Bool
    let perform: @Sendable (inout EngineLoop) -> Void

    init(isRoutine: Bool = false, _ perform: @escaping @Sendable (inout EngineLoop) -> Void) {
        self.isRoutine = isRoutine
        self.perform = perform
    }

    static func watched(_ event: FileWatcher.Event) -> Job {
        let isRoutine = if case .synced = event { true } else { false }
        return Job(isRoutine: isRoutine) { $0.handle(event) }
    }
}
