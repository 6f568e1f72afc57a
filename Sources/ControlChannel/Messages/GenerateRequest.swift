/// The body of `POST /v1/generate`. Without a body every stale mock is generated.
package struct GenerateRequest: Codable, Hashable, Sendable {
    /// Sources or outputs, absolute or relative to the root; all if there are none.
    package var paths: [String]?
    /// Overwrites mocks that were edited by hand, and renders current ones again.
    package var force: Bool?

    package init(paths: [String]? = nil, force: Bool? = nil) {
        self.paths = paths
        self.force = force
    }
}
