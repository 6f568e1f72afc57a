/// The result of one batch of changed files.
package struct BatchReport: Codable, Hashable, Sendable {
    /// The number of changed files, or of the files that a scan read.
    package var files: Int
    /// The cause of a scan of everything, a ``Scan``; `nil` for changed files.
    package var scan: String?
    package var reparsed: Int
    /// Mock files whose text changed.
    package var written: Int
    /// Mock files that were rendered without a difference.
    package var unchanged: Int
    package var removed: Int?
    package var failed: Int?
    /// Milliseconds from the start of the batch to its end.
    package var ms: Int
    /// Milliseconds from the first event of the batch to its end.
    package var latencyMs: Int?

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
