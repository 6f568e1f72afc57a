internal import ArgumentParser
internal import MockEngine
internal import SystemPackage

/// The exit statuses of this program; scripts rely on them.
enum ExitStatus {
    static let failed: Int32 = 1
    /// `--check` found something stale.
    static let drift: Int32 = 2
    /// `systemctl status` ends so, too.
    static let noSuchUnit: Int32 = 4
    /// `mockctl` ends so without a daemon.
    static let noProject: Int32 = 3
    static let cannotCreate: Int32 = 73
    static let busy: Int32 = 75
    static let noPermission: Int32 = 77
    static let configuration: Int32 = 78

    /// Returns the status for the first failed write; `nil` without one.
    static func of(_ failures: [FileSystemError]) -> Int32? {
        guard let first = failures.first else { return nil }
        return [.permissionDenied, .notPermitted, .readOnlyFileSystem].contains(first.errno)
            ? noPermission : cannotCreate
    }
}
