/// The body of `POST /v1/rescan`; optional.
package struct RescanRequest: Codable, Hashable, Sendable {
    /// The reason, repeated in events and status for other clients.
    package var reason: String?

    package init(reason: String? = nil) {
        self.reason = reason
    }
}
