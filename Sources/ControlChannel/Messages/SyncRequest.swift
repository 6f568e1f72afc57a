/// The body of `POST /v1/sync`; optional.
package struct SyncRequest: Documented, Hashable {
    package var timeoutMs: Int?

    package static let documentation = Documentation(
        "The time limit of a sync.", ["timeoutMs": "The limit in milliseconds; 10,000 by default."],
        bounds: ["timeoutMs": ["type": "integer", "minimum": 0, "maximum": 600_000]])

    package init(timeoutMs: Int? = nil) {
        self.timeoutMs = timeoutMs
    }
}
