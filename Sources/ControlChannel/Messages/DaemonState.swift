/// What the daemon is doing, in the word that status, events, systemd and the logs use for it.
///
/// Not an enumeration: a newer daemon may know a state that this client does not.
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
    /// Held back while git works on the tree.
    package static let deferredByVCS = DaemonState(rawValue: "deferred-vcs")
    /// Works, but not as it should; the reasons tell.
    package static let degraded = DaemonState(rawValue: "degraded")
    package static let waitingForRoot = DaemonState(rawValue: "waiting-for-root")
    package static let readOnlyOutput = DaemonState(rawValue: "read-only-output")
    /// Somebody rewrites our outputs again and again.
    package static let looping = DaemonState(rawValue: "looping")
    package static let failed = DaemonState(rawValue: "failed")
    package static let stopping = DaemonState(rawValue: "stopping")
}
