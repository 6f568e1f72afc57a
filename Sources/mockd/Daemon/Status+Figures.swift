internal import ControlChannel
internal import FileWatching
internal import MockEngine
internal import SystemPackage

// Converts the figures of the daemon's parts into the messages of a status.

extension Status.Watch {
    init(_ watch: WatchStatus) {
        let isPolling = watch.directories > 0 && watch.uncovered == watch.directories
        self.init(
            backend: isPolling ? "polling" : "inotify", directories: watch.directories, files: watch.files,
            kernelWatches: watch.kernelWatches, deadEntries: watch.deadEntries, events: watch.events,
            overflows: watch.overflows,
            rescans: Rescans(
                count: watch.recrawls,
                last: watch.lastRecrawl.map {
                    Rescans.Last(reason: $0.reason, ms: $0.duration.milliseconds, changed: $0.changed)
                }),
            limits: InotifyLimit.watches.value.flatMap { watches in
                InotifyLimit.queuedEvents.value.map { Limits(maxUserWatches: watches, maxQueuedEvents: $0) }
            },
            uncovered: watch.uncovered,
            audit: watch.lastAudit.map { Audit(lastMs: $0.milliseconds, driftFound: watch.driftFound) })
    }
}

extension Status.Outputs {
    init(_ outputs: [OutputState: Int]) {
        func count(_ states: OutputState...) -> Int { states.reduce(0) { $0 + (outputs[$1] ?? 0) } }
        self.init(
            current: count(.current), stale: count(.stale, .missing), edited: count(.edited),
            orphaned: count(.orphaned), failed: count(.failed, .conflict))
    }
}

extension Status.Cache {
    init(_ cache: EngineCache.Summary, _ board: StatusBoard.Snapshot) {
        self.init(
            entries: board.files, hits: board.cacheHits, misses: board.cacheMisses, bytes: cache.bytes,
            path: cache.path.string, recovered: cache.loss)
    }
}
