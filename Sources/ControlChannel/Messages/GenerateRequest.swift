/// The body of `POST /v1/generate`. Without a body every stale mock is generated.
package struct GenerateRequest: Documented, Hashable {
    package var paths: [String]?
    package var force: Bool?

    package static let documentation = Documentation(
        "The mocks to generate.",
        [
            "paths": "Sources or outputs, absolute or relative to the root; all if there are none.",
            "force": "Overwrite mocks that were edited by hand.",
        ])

    package init(paths: [String]? = nil, force: Bool? = nil) {
        self.paths = paths
        self.force = force
    }
}
