/// The answer to `POST /v1/rescan`: everything has been compared with the disk, and mocks have been generated for all
/// differences.
package struct RescanAnswer: Documented, Hashable {
    package static let endpoint = Endpoint<RescanRequest, Self>(
        post: "/v1/rescan", "Compares everything with the disk and generates what differs.", body: RescanRequest(),
        errors: [409: "The daemon is stopping."])

    package var rescanId: Int?
    package var files: Int
    package var changed: Int
    package var ms: Int

    package static let documentation = Documentation(
        "Everything has been compared with the disk, and what differed has been generated.",
        [
            "rescanId": "The number of rescans since the daemon's start, this one included.",
            "files": "The number of sources.",
            "changed": "The number of unnoticed changes.",
            "ms": "The duration in milliseconds.",
        ])

    package init(rescanId: Int? = nil, files: Int, changed: Int, ms: Int) {
        self.rescanId = rescanId
        self.files = files
        self.changed = changed
        self.ms = ms
    }
}
