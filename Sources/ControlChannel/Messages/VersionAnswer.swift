/// The answer to `GET /v1/version`.
package struct VersionAnswer: Documented, Hashable {
    package static let endpoint = Endpoint<Void, Self>(
        .get, "/v1/version", "The identity of the daemon, and its endpoints.")

    /// The interface versions that a daemon supports.
    package struct API: Documented, Hashable {
        package var min: Int
        package var max: Int

        package static let documentation = Documentation(
            "The supported versions of the interface.", ["min": "The oldest one.", "max": "The newest one."])
    }

    package var version: String
    package var api: API
    package var capabilities: [String]
    package var swiftSyntax: String?
    package var pid: Int
    package var root: String
    package var startedAt: Timestamp

    package static let documentation = Documentation(
        "The identity of the daemon, and its endpoints.",
        [
            "version": "The version of mockd.",
            "api": "The supported versions of the interface.",
            "capabilities": "The endpoints by name: debug-events is /v1/debug/events.",
            "swiftSyntax": "The version of the parser.",
            "pid": "The process ID of the daemon.",
            "root": "The watched folder.",
            "startedAt": "The time of the daemon's start.",
        ])

    package init(of identity: DaemonIdentity, capabilities: [String]) {
        self.version = identity.version
        self.api = API(min: WireFormat.apiVersion, max: WireFormat.apiVersion)
        self.capabilities = capabilities
        self.swiftSyntax = identity.swiftSyntax
        self.pid = identity.pid
        self.root = identity.root
        self.startedAt = identity.startedAt
    }
}
