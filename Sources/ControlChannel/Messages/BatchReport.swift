/// The result of one batch of changed files.
package struct BatchReport: Documented, Hashable {
    package var files: Int
    package var scan: String?
    package var reparsed: Int
    package var written: Int
    package var unchanged: Int
    package var removed: Int?
    package var failed: Int?
    package var ms: Int
    package var latencyMs: Int?

    package static let documentation = Documentation(
        "The result of one batch of changed files.",
        [
            "files": "The number of changed files, or of the files that a scan read.",
            "scan":
                "The cause of a scan of everything: start, configuration, rescan or request; absent for changed files.",
            "reparsed": "Files that were parsed.",
            "written": "Mock files whose text changed.",
            "unchanged": "Mock files that are unchanged after a comparison.",
            "removed": "Mock files that were removed because they are no longer asked for.",
            "failed": "Mock files that could not be written or removed.",
            "ms": "The time from the batch's start to its end, in milliseconds.",
            "latencyMs":
                "The time from the batch's first event to its end, in milliseconds; absent without an event.",
        ])

    package enum Scan: String, Hashable, Sendable {
        case start, configuration, rescan
        /// `mockctl generate`.
        case request
    }

    package init(
        files: Int, scan: Scan? = nil, reparsed: Int, written: Int, unchanged: Int, removed: Int? = nil,
        failed: Int? = nil, ms: Int,
        latencyMs: Int? = nil
    ) {
        self.files = files
        self.scan = scan?.rawValue
        self.reparsed = reparsed
        self.written = written
        self.unchanged = unchanged
        self.removed = removed
        self.failed = failed
        self.ms = ms
        self.latencyMs = latencyMs
    }
}
