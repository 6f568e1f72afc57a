/// The state of the daemon, in the word that status, events, systemd and the logs use for it.
///
/// It is not an enumeration, because a newer daemon may have a state that this client does not know.
package struct DaemonState: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package var description: String { rawValue }

    package static let starting = DaemonState(rawValue: "starting")
    package static let scanning = DaemonState(rawValue: "scanning")
    package static let ready = DaemonState(rawValue: "ready")
    package static let generating = DaemonState(rawValue: "generating")
    package static let paused = DaemonState(rawValue: "paused")
    /// Generation waits while git works on the tree.
    package static let deferredByVCS = DaemonState(rawValue: "deferred-vcs")
    /// The daemon works with limitations, which `reasons` lists.
    package static let degraded = DaemonState(rawValue: "degraded")
    package static let waitingForRoot = DaemonState(rawValue: "waiting-for-root")
    package static let readOnlyOutput = DaemonState(rawValue: "read-only-output")
    /// Another program repeatedly rewrites the outputs.
    package static let looping = DaemonState(rawValue: "looping")
    package static let failed = DaemonState(rawValue: "failed")
    package static let stopping = DaemonState(rawValue: "stopping")
}
