/// The answer to `GET /v1/version`.
package struct VersionAnswer: Codable, Hashable, Sendable {
    /// The interface versions that a daemon supports.
    package struct API: Codable, Hashable, Sendable {
        package var min: Int
        package var max: Int
    }

    package var version: String
    package var api: API
    /// The endpoints, so that a client can check before it uses one.
    package var capabilities: [String]
    package var swiftSyntax: String?
    package var pid: Int
    package var root: String
    package var startedAt: Timestamp

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
