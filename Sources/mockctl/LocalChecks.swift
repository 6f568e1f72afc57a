internal import ControlChannel
internal import Glibc

/// Checks that need no daemon.
struct LocalChecks {
    let environment: [String: String]

    var checks: [DoctorAnswer.Check] { [runtimeDirectory] + ["mockd", "mockd-watcher"].map(program) }

    private var runtimeDirectory: DoctorAnswer.Check {
        do throws(PlacementError) {
            let directory = try RuntimeDirectory.prepare(environment: environment)
            return .init(id: "runtime-directory", ok: true, detail: "\(directory.path) is private")
        } catch {
            let halves = error.description.split(separator: "; ", maxSplits: 1).map(String.init)
            return .init(
                id: "runtime-directory", ok: false, detail: halves[0], fix: halves.count > 1 ? halves[1] : nil)
        }
    }

    private func program(_ name: String) -> DoctorAnswer.Check {
        let path = Self.path(beside: name)
        let isThere = access(path, X_OK) == 0
        return .init(
            id: name, ok: isThere, detail: isThere ? path : "\(path) is not there or cannot be run",
            fix: isThere
                ? nil : "mockd, mockctl and mockd-watcher belong in one folder; install them from the same build")
    }

    static func versionCheck(daemon version: String) -> DoctorAnswer.Check {
        let own = DaemonIdentity.productVersion
        return .init(
            id: "versions", ok: version == own,
            detail: version == own
                ? "mockctl and mockd are \(own)" : "mockctl is \(own), the running mockd is \(version)",
            fix: version == own ? nil : "start the daemon again: mockctl stop && mockd watch")
    }

    /// Returns the path of a program in the directory of this one.
    static func path(beside name: String) -> String {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let length = readlink("/proc/self/exe", &target, target.count - 1)
        let own = String(decoding: target.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/"
            + name
    }
}
