/// The answer to `POST /v1/shutdown`.
package struct ShutdownAnswer: Documented, Hashable {
    package static let endpoint = Endpoint<Void, Self>(
        .post, "/v1/shutdown", "Stops the daemon in order.", status: 202)

    package var stopping: Bool
    package var pid: Int
    /// `nil` from daemons that do not name it.
    package var root: String?

    package static let documentation = Documentation(
        "The daemon is about to end.",
        [
            "stopping": "Always true.", "pid": "The ID of the process to wait for.",
            "root": "The folder that is no longer watched then.",
        ])

    package init(of identity: DaemonIdentity) {
        self.stopping = true
        self.pid = identity.pid
        self.root = identity.root
    }
}
