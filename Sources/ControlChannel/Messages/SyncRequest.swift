/// The body of `POST /v1/sync`; optional.
package struct SyncRequest: Codable, Hashable, Sendable {
    package var timeoutMs: Int?

    package init(timeoutMs: Int? = nil) {
        self.timeoutMs = timeoutMs
    }
}
