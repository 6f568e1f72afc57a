/// The answer to `POST /v1/rescan`: everything has been compared with the disk and what differed has been generated.
package struct RescanAnswer: Codable, Hashable, Sendable {
    /// How many rescans there were since the start of the daemon, this one included.
    package var rescanId: Int?
    /// Sources that are watched now.
    package var files: Int
    /// Files that had changed without being noticed.
    package var changed: Int
    package var ms: Int

    package init(rescanId: Int? = nil, files: Int, changed: Int, ms: Int) {
        self.rescanId = rescanId
        self.files = files
        self.changed = changed
        self.ms = ms
    }
}
