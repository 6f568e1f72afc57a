/// The body of `POST /v1/generate`; may be left out, which means everything that is stale.
package struct GenerateRequest: Codable, Hashable, Sendable {
    /// Sources or outputs, absolute or relative to the root; all if there are none.
    package var paths: [String]?
    /// Overwrite mocks that were edited by hand, and render again what is current.
    package var force: Bool?

    package init(paths: [String]? = nil, force: Bool? = nil) {
        self.paths = paths
        self.force = force
    }
}
