extension Status {
    /// The watched tree and the state of its watches.
    package struct Watch: Codable, Hashable, Sendable {
        /// `inotify` or `polling`.
        package var backend: String
        package var directories: Int
        package var files: Int
        package var kernelWatches: Int?
        package var deadEntries: Int?
        package var events: Int?
        package var overflows: Int?
        package var rescans: Rescans?
        package var limits: Limits?
        /// Directories that no kernel watch covers.
        package var uncovered: Int?
        package var audit: Audit?

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

        package struct Rescans: Codable, Hashable, Sendable {
            package var count: Int
            package var last: Last?

            package init(count: Int, last: Last? = nil) {
                self.count = count
                self.last = last
            }

            package struct Last: Codable, Hashable, Sendable {
                package var reason: String
                package var ms: Int
                package var changed: Int

                package init(reason: String, ms: Int, changed: Int) {
                    self.reason = reason
                    self.ms = ms
                    self.changed = changed
                }
            }
        }

        /// The kernel's limits for this user.
        package struct Limits: Codable, Hashable, Sendable {
            package var maxUserWatches: Int
            package var maxQueuedEvents: Int

            package init(maxUserWatches: Int, maxQueuedEvents: Int) {
                self.maxUserWatches = maxUserWatches
                self.maxQueuedEvents = maxQueuedEvents
            }
        }

        package struct Audit: Codable, Hashable, Sendable {
            package var lastMs: Int
            package var driftFound: Int

            package init(lastMs: Int, driftFound: Int) {
                self.lastMs = lastMs
                self.driftFound = driftFound
            }
        }
    }

    package struct Pipeline: Codable, Hashable, Sendable {
        /// Changed files that are not in a batch yet.
        package var pending: Int
        package var inFlight: Int
        /// The cause that holds back work, such as `git`.
        package var deferredBy: String?
        package var lastBatch: BatchReport?

        package init(pending: Int, inFlight: Int, deferredBy: String? = nil, lastBatch: BatchReport? = nil) {
            self.pending = pending
            self.inFlight = inFlight
            self.deferredBy = deferredBy
            self.lastBatch = lastBatch
        }
    }

    package struct Cache: Codable, Hashable, Sendable {
        package var entries: Int
        package var hits: Int
        package var misses: Int
        package var bytes: Int?
        package var path: String?
        /// The reason if the cache was rebuilt.
        package var recovered: String?

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
