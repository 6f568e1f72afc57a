/// The body of `POST /v1/rescan`; optional.
package struct RescanRequest: Documented, Hashable {
    package var reason: String?

    package static let documentation = Documentation(
        "The reason for a rescan.", ["reason": "A note for readers of the log; it changes nothing else."])

    package init(reason: String? = nil) {
        self.reason = reason
    }
}
