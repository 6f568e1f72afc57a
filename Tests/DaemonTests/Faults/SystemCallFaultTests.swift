import Foundation
import Testing

/// Every system call of a run fails in turn: files, folders, memory, threads. Nothing is lost, a run whose mocks are
/// not current ends with an error, and the next run updates them.
@Suite(.serialized, .enabled(if: Tools.has("strace"), "strace is not installed"))
struct SystemCallFaultTests {
    /// A system call that fails, with the error and the number of the call.
    private struct Fault: CustomStringConvertible {
        var call: String
        var code: String
        var place: Int

        var description: String { "\(call):\(code):\(place)" }
    }

    private static let codes: [(call: String, codes: [String])] = [
        ("openat", ["EIO", "EMFILE", "ENOMEM", "EINTR", "EACCES"]), ("read", ["EIO", "EINTR"]),
        ("pread64", ["EIO", "EINTR"]), ("getdents64", ["EIO", "ENOMEM"]), ("newfstatat", ["EIO", "ENOMEM"]),
        ("statx", ["EIO"]), ("access", ["EIO"]), ("readlink", ["EIO"]), ("lseek", ["EIO"]), ("mmap", ["ENOMEM"]),
        ("write", ["EIO", "ENOSPC", "EINTR"]), ("fsync", ["EIO", "ENOSPC", "EINTR"]), ("fchmod", ["EIO"]),
        ("renameat", ["EIO", "ENOSPC"]), ("rename", ["EIO"]), ("unlinkat", ["EIO"]), ("unlink", ["EIO"]),
        ("mkdirat", ["EIO", "ENOSPC"]), ("mkdir", ["EIO"]), ("ftruncate", ["EIO"]), ("flock", ["EINTR"]),
        ("clone3", ["EAGAIN"]), ("fcntl", ["EIO"]),
    ]

    /// Returns a sample of a layout's faults; `MOCKD_FAULTS=all` tries all, `MOCKD_FAULTS=openat:EIO:31` one.
    private static func faults(of trace: SystemCallTrace) -> [Fault] {
        let all = codes.flatMap { call, codes in
            (trace.places[call] ?? []).sorted().flatMap { place in
                codes.map { Fault(call: call, code: $0, place: place) }
            }
        }
        switch ProcessInfo.processInfo.environment["MOCKD_FAULTS"] {
        case nil:
            // Tries all failed listings: files missing from a partial listing look as if they were deleted.
            let listings = all.filter { $0.description.hasPrefix("getdents64:EIO") }
            return listings + stride(from: 0, to: all.count, by: max(1, all.count / 6)).map { all[$0] }
        case "all": return all
        case let wish?: return all.filter { $0.description.hasPrefix(wish) }
        }
    }

    @Test(arguments: [EditedKitchen.Layout.package, .configured, .oneFile])
    func `after any failed call nothing is lost, the run reports an error, and the next run updates the mocks`(
        _ layout: EditedKitchen.Layout
    ) async throws {
        let kitchen = try await EditedKitchen(layout)
        let faults = Self.faults(of: kitchen.trace)
        try #require(!faults.isEmpty)
        for fault in faults {
            try await kitchen.restore()
            // `timeout` ends a run that tries an unreadable file again for ever.
            let run = try await kitchen.package.runTool(
                "timeout", "60", "strace", "-f", "-qq", "-o", "../trace",
                "-e", "inject=\(fault.call):error=\(fault.code):when=\(fault.place)",
                PackageFixture.products.appending(path: "mockd").path(), "generate")
            let trace = try EditedKitchen.text(kitchen.package.base.appending(path: "trace"))
            let injected = SystemCallTrace.injected(trace)
            // Threads share the work in a different way each time, so a call may not be made in this run.
            guard !injected.isEmpty else { continue }
            var problems = try kitchen.damage()
            // A file that cannot be removed stays until the next run.
            if fault.call.hasPrefix("unlink") { problems.removeAll { $0.hasPrefix("left over") } }
            problems += try Self.untold(run, injected, kitchen)
            problems += try await kitchen.failedRecovery()
            #expect(problems == [], "\(layout) \(fault): \(injected) \(run)")
        }
    }

    /// Returns the ways in which the run's exit status and messages hide that its mocks are not current.
    private static func untold(
        _ run: RunningProcess.Result, _ injected: [Substring], _ kitchen: EditedKitchen
    ) throws -> [String] {
        // Swift's dispatch library ends a program when it cannot read the state of the threads in /proc.
        if run.errors.contains("_dispatch_workq_monitor_pools") { return [] }
        switch run.status {
        case 0 where run.output.hasPrefix("OVERVIEW"):
            // The runtime of Swift reads the arguments from a file in /proc; if that fails, the program has none.
            return []
        case 0:
            return try kitchen.files() == kitchen.expected ? [] : ["status 0, and the mocks are not current"]
        case 124:
            return ["it hung"]
        case 127:
            // The dynamic linker failed in a thread's place: a later thread has made as many calls as the first one had
            // then.
            return []
        case 128...:
            // Without memory or threads a program cannot report anything.
            let isExcused = injected.contains { $0.contains("mmap(") || $0.contains("clone3(") }
            return isExcused ? [] : ["it crashed with \(run.status)"]
        default:
            let isMute = injected.contains { $0.contains("write(2") }
            return isMute || run.errors.contains("error:") ? [] : ["status \(run.status) without a reason"]
        }
    }
}
