/// The answer to `POST /v1/shutdown`.
package struct ShutdownAnswer: Codable, Hashable, Sendable {
    package var stopping: Bool
    package var pid: Int
    /// The watched folder; `nil` from daemons that do not name it.
    package var root: String?

    package init(of identity: DaemonIdentity) {
        self.stopping = true
        self.pid = identity.pid
        self.root = identity.root
    }
}
