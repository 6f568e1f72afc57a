import Foundation
import Testing

/// Every system call of a run fails in turn: files, folders, memory, threads. Nothing is lost, a result that is not
/// what the sources ask for is told, and the next run makes it good.
@Suite(.serialized, .enabled(if: Tools.has("strace"), "strace is not installed"))
struct SystemCallFaultTests {
    /// One call that fails.
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

    /// Some of a layout; `MOCKD_FAULTS=all` for all of them, `MOCKD_FAULTS=openat:EIO:31` for one.
    private static func faults(of trace: SystemCallTrace) -> [Fault] {
        let all = codes.flatMap { call, codes in
            (trace.places[call] ?? []).sorted().flatMap { place in
                codes.map { Fault(call: call, code: $0, place: place) }
            }
        }
        switch ProcessInfo.processInfo.environment["MOCKD_FAULTS"] {
        case nil:
            // A folder of which only a part is listed looks as if the rest were deleted.
            let listings = all.filter { $0.description.hasPrefix("getdents64:EIO") }
            return listings + stride(from: 0, to: all.count, by: max(1, all.count / 6)).map { all[$0] }
        case "all": return all
        case let wish?: return all.filter { $0.description.hasPrefix(wish) }
        }
    }

    @Test(arguments: [EditedKitchen.Layout.package, .configured, .oneFile])
    func `whichever call fails, nothing is lost, what is wrong is told, and the next run makes it good`(
        _ layout: EditedKitchen.Layout
    ) async throws {
        let kitchen = try await EditedKitchen(layout)
        let faults = Self.faults(of: kitchen.trace)
        try #require(!faults.isEmpty)
        for fault in faults {
            try await kitchen.restore()
            // Whoever reads twice what cannot be read must not do so for ever.
            let run = try await kitchen.package.runTool(
                "timeout", "60", "strace", "-f", "-qq", "-o", "../trace",
                "-e", "inject=\(fault.call):error=\(fault.code):when=\(fault.place)",
                PackageFixture.products.appending(path: "mockd").path(), "generate")
            let trace = try EditedKitchen.text(kitchen.package.base.appending(path: "trace"))
            let injected = SystemCallTrace.injected(trace)
            // Threads share the work as it comes.
            guard !injected.isEmpty else { continue }
            var problems = try kitchen.damage()
            // A file that cannot be removed stays until the next run.
            if fault.call.hasPrefix("unlink") { problems.removeAll { $0.hasPrefix("left over") } }
            problems += try Self.untold(run, injected, kitchen)
            problems += try await kitchen.failedRecovery()
            #expect(problems == [], "\(layout) \(fault): \(injected) \(run)")
        }
    }

    /// What the run's end does not tell.
    private static func untold(
        _ run: RunningProcess.Result, _ injected: [Substring], _ kitchen: EditedKitchen
    ) throws -> [String] {
        switch run.status {
        case 0 where run.output.hasPrefix("OVERVIEW"):
            // The language's runtime finds the arguments by way of a file; without it there are none.
            return []
        case 0:
            return try kitchen.files() == kitchen.expected ? [] : ["status 0, and the mocks are not current"]
        case 124:
            return ["it hung"]
        case 127:
            // The dynamic linker's: a thread that came later has made as many calls as the first had by then.
            return []
        case 128...:
            // Without memory or threads no program can tell anything.
            let isExcused = injected.contains { $0.contains("mmap(") || $0.contains("clone3(") }
            return isExcused ? [] : ["it crashed with \(run.status)"]
        default:
            let isMute = injected.contains { $0.contains("write(2") }
            return isMute || run.errors.contains("error:") ? [] : ["status \(run.status) without a reason"]
        }
    }
}
