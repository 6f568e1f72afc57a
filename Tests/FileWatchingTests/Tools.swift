import Foundation

/// Programs that a test uses to cause faults; without one of them the test is skipped and says so.
enum Tools {
    static func has(_ names: String...) -> Bool {
        names.allSatisfy { name in
            ["/usr/bin/", "/bin/", "/usr/sbin/", "/sbin/"].contains {
                FileManager.default.isExecutableFile(atPath: $0 + name)
            }
        }
    }

    /// True if a new mount namespace can be made here.
    static let hasMountNamespaces: Bool = has("unshare", "mount", "nsenter") && succeeds("unshare", "-m", "true")

    static func succeeds(_ arguments: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
