internal import Glibc

/// Checks that the limits on this process's memory leave enough. Without memory for a stack or a table, our libraries
/// end the process by a signal or wait for ever, so the process refuses to start.
enum MemoryLimit {
    /// In MiB: one thread with a deep stack, and some ten thousand declarations.
    static let leastData = 256
    /// In MiB: the same, and the libraries.
    static let leastAddressSpace = 512

    /// The message about the limits of this process; `nil` if they leave enough.
    static var shortage: String? {
        shortage(data: limit(RLIMIT_DATA), addressSpace: limit(RLIMIT_AS))
    }

    /// - Parameters: in bytes; `nil` for no limit.
    static func shortage(data: UInt64?, addressSpace: UInt64?) -> String? {
        if let data, data >> 20 < leastData {
            return message("data", has: data, needs: leastData, option: "-d")
        }
        if let addressSpace, addressSpace >> 20 < leastAddressSpace {
            return message("address space", has: addressSpace, needs: leastAddressSpace, option: "-v")
        }
        return nil
    }

    private static func message(_ what: String, has: UInt64, needs: Int, option: String) -> String {
        "this process may have \(has >> 20) MiB of \(what), and mockd needs \(needs); raise the limit with: ulimit \(option) \(needs << 10)"
    }

    private static func limit(_ resource: __rlimit_resource) -> UInt64? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0, limit.rlim_cur != .max else { return nil }
        return UInt64(limit.rlim_cur)
    }
}
