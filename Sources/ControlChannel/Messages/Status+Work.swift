extension Status {
    /// The watched tree and the state of its watches.
    package struct Watch: Documented, Hashable {
        package var backend: String
        package var directories: Int
        package var files: Int
        package var kernelWatches: Int?
        package var deadEntries: Int?
        package var events: Int?
        package var overflows: Int?
        package var rescans: Rescans?
        package var limits: Limits?
        package var uncovered: Int?
        package var audit: Audit?

        package static let documentation = Documentation(
            "The watched files, and the state of watching.",
            [
                "backend": "inotify, or polling if the kernel cannot watch.",
                "directories": "Directories below the root.",
                "files": "Files below the root that may be sources.",
                "kernelWatches": "Kernel watches of this daemon.",
                "deadEntries": "Entries of libinotifytools for deleted directories.",
                "events": "Events of the kernel since the start.",
                "overflows": "The number of times that the kernel lost events.",
                "rescans": "The comparisons of everything with the disk.",
                "limits": "The kernel's limits for this user.",
                "uncovered": "Directories that no kernel watch covers; they are polled.",
                "audit": "The search for changes that the kernel did not report.",
            ])

        package init(
            backend: String, directories: Int, files: Int, kernelWatches: Int? = nil, deadEntries: Int? = nil,
            events: Int? = nil, overflows: Int? = nil, rescans: Rescans? = nil, limits: Limits? = nil,
            uncovered: Int? = nil, audit: Audit? = nil
        ) {
            self.backend = backend
            self.directories = directories
            self.files = files
            self.kernelWatches = kernelWatches
            self.deadEntries = deadEntries
            self.events = events
            self.overflows = overflows
            self.rescans = rescans
            self.limits = limits
            self.uncovered = uncovered
            self.audit = audit
        }

        package struct Rescans: Documented, Hashable {
            package var count: Int
            package var last: Last?

            package static let documentation = Documentation(
                "The comparisons of everything with the disk.",
                ["count": "Times since the start.", "last": "The last of them."])

            package init(count: Int, last: Last? = nil) {
                self.count = count
                self.last = last
            }

            package struct Last: Documented, Hashable {
                package var reason: String
                package var ms: Int
                package var changed: Int

                package static let documentation = Documentation(
                    "A comparison of everything with the disk.",
                    [
                        "reason": "The reason: requested, overflow, compaction, or a sentence about a fault.",
                        "ms": "The duration in milliseconds.",
                        "changed": "The number of files that differed.",
                    ])

                package init(reason: String, ms: Int, changed: Int) {
                    self.reason = reason
                    self.ms = ms
                    self.changed = changed
                }
            }
        }

        /// The kernel's limits for this user.
        package struct Limits: Documented, Hashable {
            package var maxUserWatches: Int
            package var maxQueuedEvents: Int

            package static let documentation = Documentation(
                "The kernel's limits for this user.",
                [
                    "maxUserWatches": "The kernel's fs.inotify.max_user_watches.",
                    "maxQueuedEvents": "The kernel's fs.inotify.max_queued_events.",
                ])

            package init(maxUserWatches: Int, maxQueuedEvents: Int) {
                self.maxUserWatches = maxUserWatches
                self.maxQueuedEvents = maxQueuedEvents
            }
        }

        package struct Audit: Documented, Hashable {
            package var lastMs: Int
            package var driftFound: Int

            package static let documentation = Documentation(
                "The search for changes that the kernel did not report.",
                [
                    "lastMs": "The duration of the last audit, in milliseconds.",
                    "driftFound": "The number of changes that only audits found.",
                ])

            package init(lastMs: Int, driftFound: Int) {
                self.lastMs = lastMs
                self.driftFound = driftFound
            }
        }
    }

    package struct Pipeline: Documented, Hashable {
        package var pending: Int
        package var inFlight: Int
        package var deferredBy: String?
        package var lastBatch: BatchReport?

        package static let documentation = Documentation(
            "The current work.",
            [
                "pending": "Changed files that wait for a batch.",
                "inFlight": "Jobs that are queued or under way.",
                "deferredBy": "The holder that delays work: git, or the name of a lease.",
                "lastBatch": "The result of the last batch.",
            ])

        package init(pending: Int, inFlight: Int, deferredBy: String? = nil, lastBatch: BatchReport? = nil) {
            self.pending = pending
            self.inFlight = inFlight
            self.deferredBy = deferredBy
            self.lastBatch = lastBatch
        }
    }

    package struct Cache: Documented, Hashable {
        package var entries: Int
        package var hits: Int
        package var misses: Int
        package var bytes: Int?
        package var path: String?
        package var recovered: String?

        package static let documentation = Documentation(
            "The cache between two starts.",
            [
                "entries": "Sources in the cache.",
                "hits": "Sources found in the cache since the start.",
                "misses": "Sources that were parsed since the start.",
                "bytes": "The size on the disk.",
                "path": "The folder of the cache.",
                "recovered": "The reason for a rebuild, if there was one.",
            ])

        package init(
            entries: Int, hits: Int, misses: Int, bytes: Int? = nil, path: String? = nil, recovered: String? = nil
        ) {
            self.entries = entries
            self.hits = hits
            self.misses = misses
            self.bytes = bytes
            self.path = path
            self.recovered = recovered
        }
    }
}
