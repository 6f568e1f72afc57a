/// The answer to `POST /v1/rescan`: everything has been compared with the disk, and mocks have been generated for all
/// differences.
package struct RescanAnswer: Codable, Hashable, Sendable {
    /// The number of rescans since the start of the daemon, including this one.
    package var rescanId: Int?
    /// The number of watched sources.
    package var files: Int
    /// The number of files with unnoticed changes.
    package var changed: Int
    package var ms: Int

    package init(rescanId: Int? = nil, files: Int, changed: Int, ms: Int) {
        self.rescanId = rescanId
        self.files = files
        self.changed = changed
        self.ms = ms
    }
}
