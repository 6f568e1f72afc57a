/// The body of `POST /v1/rescan`; may be left out.
package struct RescanRequest: Codable, Hashable, Sendable {
    /// For events and status, so that others know why.
    package var reason: String?

    package init(reason: String? = nil) {
        self.reason = reason
    }
}
