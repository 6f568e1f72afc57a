internal import Glibc

/// Identifies a daemon: the facts that stay the same from its start to its end.
package struct DaemonIdentity: Codable, Hashable, Sendable {
    /// The version of `mockd` and `mockctl` in this build.
    package static let productVersion = "0.1.0"

    /// The same with the commit and its date, if a release was built: `0.1.0 (1a2b3c4 2026-11-29)`.
    package static var buildVersion: String { productVersion + (BuildStamp.text.map { " (\($0))" } ?? "") }

    package var version: String
    package var pid: Int
    /// The watched root, as `realpath` returns it.
    package var root: String
    package var startedAt: Timestamp
    /// The version of the parser, for bug reports.
    package var swiftSyntax: String?

    package init(
        version: String = productVersion, root: String, pid: Int = Int(getpid()), startedAt: Timestamp = .now(),
        swiftSyntax: String? = nil
    ) {
        self.version = version
        self.root = root
        self.pid = pid
        self.startedAt = startedAt
        self.swiftSyntax = swiftSyntax
    }
}
