internal import Glibc

/// The number of files, sockets and folders that this process may have open at a time (`RLIMIT_NOFILE`).
package enum DescriptorLimit {
    /// The usual limit. Programs that use `select` work up to it, so children may inherit it.
    private static let usual: rlim_t = 1024

    /// The least number that mockd works with: half of it for a daemon with some clients, the rest for threads that
    /// read folders and files side by side.
    package static var needed: Int { 48 + 4 * max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Raises this process's own limit up to the usual one, if it is lower and the user's permits it.
    ///
    /// - Returns: the limit now; `nil` if it is unknown.
    package static func raise() -> Int? {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return nil }
        if limit.rlim_cur < usual {
            var raised = limit
            raised.rlim_cur = min(limit.rlim_max, usual)
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// The message about a limit that is too low; `nil` if it leaves enough.
    ///
    /// - Parameter limit: `nil` if it is unknown.
    package static func shortage(of limit: Int?) -> String? {
        guard let limit, limit < needed else { return nil }
        return
            "this process may open \(limit) files, and mockd needs \(needed); raise the limit with 'ulimit -n \(needed)', or LimitNOFILE= of the service"
    }
}
