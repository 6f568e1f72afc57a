/// The answer to `POST /v1/rescan`: everything has been compared with the disk and what differed has been generated.
package struct RescanAnswer: Codable, Hashable, Sendable {
    /// Sources that are watched now.
    package var files: Int
    /// Files that had changed without being noticed.
    package var changed: Int
    package var ms: Int

    package init(files: Int, changed: Int, ms: Int) {
        self.files = files
        self.changed = changed
        self.ms = ms
    }
}
