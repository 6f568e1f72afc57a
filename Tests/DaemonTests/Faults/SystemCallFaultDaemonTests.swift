import Foundation
import Glibc
import Testing

/// System calls of a running daemon and of its watcher fail in turn while sources change. Nothing is lost, `mockctl
/// sync` reports stale mocks, and the daemon updates them without another edit.
@Suite(
    .serialized,
    .enabled("needs strace and pgrep, and the permission to attach to processes") { try await Tools.canAttach() })
struct SystemCallFaultDaemonTests {
    /// The process whose calls fail.
    enum Victim: String, CustomTestStringConvertible {
        case daemon, watcher

        var testDescription: String { rawValue }

        var codes: [(call: String, codes: [String])] {
            switch self {
            case .daemon:
                [
                    ("openat", ["EIO", "EMFILE", "EACCES"]), ("read", ["EIO", "EINTR"]), ("pread64", ["EIO"]),
                    ("getdents64", ["EIO"]), ("newfstatat", ["EIO"]), ("statx", ["EIO"]), ("readlink", ["EIO"]),
                    ("lseek", ["EIO"]), ("write", ["EIO", "ENOSPC", "EINTR"]), ("fsync", ["EIO"]), ("fchmod", ["EIO"]),
                    ("renameat", ["EIO", "ENOSPC"]), ("unlinkat", ["EIO"]), ("mkdirat", ["EIO"]), ("flock", ["EINTR"]),
                    ("fcntl", ["EIO"]), ("mmap", ["ENOMEM"]), ("accept4", ["EMFILE", "ECONNABORTED"]),
                    ("recvfrom", ["EIO"]), ("sendto", ["EPIPE"]), ("epoll_wait", ["EINTR"]),
                ]
            case .watcher:
                [
                    ("openat", ["EIO", "EMFILE"]), ("getdents64", ["EIO"]), ("newfstatat", ["EIO"]), ("read", ["EIO"]),
                    ("inotify_add_watch", ["ENOSPC", "ENOMEM"]), ("write", ["EIO", "EPIPE"]),
                    ("poll", ["EINTR", "EIO"]),
                ]
            }
        }
    }

    /// Returns a sample of the faults; `MOCKD_FAULTS=all` tries all, `MOCKD_FAULTS=openat:EIO` those that begin so.
    private static func faults(of victim: Victim, in trace: SystemCallTrace) -> [String] {
        let all = victim.codes.flatMap { call, codes in
            (trace.places[call] ?? []).sorted().flatMap { place in
                codes.map { "\(call):error=\($0):when=\(place)" }
            }
        }
        switch ProcessInfo.processInfo.environment["MOCKD_FAULTS"] {
        case nil: return stride(from: 0, to: all.count, by: max(1, all.count / 6)).map { all[$0] }
        case "all": return all
        case let wish?: return all.filter { $0.replacing("error=", with: "").hasPrefix(wish) }
        }
    }

    @Test(arguments: [Victim.daemon, .watcher])
    func `after any failed call the daemon reports stale mocks and updates them without an edit`(
        _ victim: Victim
    ) async throws {
        var kitchen = try await WatchedPackage()
        try await kitchen.prepare()
        let traced = try await kitchen.traced(victim, ["-e", "signal=none"]) {
            try await kitchen.edit(0)
            try await kitchen.sync()
        }
        let faults = Self.faults(of: victim, in: SystemCallTrace(traced, root: ""))
        try #require(!faults.isEmpty || ProcessInfo.processInfo.environment["MOCKD_FAULTS"] != nil)
        for (number, fault) in faults.enumerated() {
            if try await kitchen.pid(of: victim) == nil {
                // The daemon delays the restart of a watcher that ends too often, so this starts a new daemon.
                _ = await kitchen.daemon.stop()
                kitchen = try await WatchedPackage(kitchen.package)
            }
            var told: RunningProcess.Result?
            let trace = try await kitchen.traced(victim, ["-e", "inject=\(fault)"]) {
                try await kitchen.edit(number + 1)
                told = try await kitchen.package.run("mockctl", "sync", "--timeout", "20s")
            }
            let injected = SystemCallTrace.injected(trace)
            guard !injected.isEmpty else { continue }
            var problems = kitchen.damage(number + 1)
            if told?.status == 0, told?.errors == "", let stale = try await kitchen.stale() {
                problems.append("sync said 0: \(stale)")
            }
            let healed = try await kitchen.package.run("mockctl", "sync", "--timeout", "60s")
            if healed.status != 0 {
                let ending = await kitchen.daemon.stop()
                // No program survives a failed `mmap`, nor a failed `write` to an eventfd, by which libraries wake
                // their threads. A service restarts the daemon.
                let isExcused = ending != 0 && injected.contains { $0.contains("mmap(") || $0.contains(", 8) ") }
                if !isExcused { problems.append("it ended with \(ending), sync: \(healed)") }
                kitchen = try await WatchedPackage(kitchen.package)
                try await kitchen.sync()
            }
            if let stale = try await kitchen.stale() { problems.append("not made good: \(stale)") }
            if !problems.isEmpty {
                // Starts anew, so that the next fault is not blamed for this one's damage.
                _ = await kitchen.daemon.stop()
                kitchen = try await WatchedPackage()
                try await kitchen.prepare()
                try await kitchen.edit(number + 1)
                try await kitchen.sync()
            }
            #expect(problems == [], "\(victim) \(fault): \(injected.joined(separator: "\n"))\nsync: \(told as Any)")
        }
        try await kitchen.finish()
    }
}

extension WatchedPackage {
    fileprivate static let steady = (0..<5).map { "Steady\($0)" }

    /// Writes sources that no edit changes, and a file of the user beside the mocks.
    fileprivate func prepare() async throws {
        for name in Self.steady { try writeMocked(name) }
        try write(Self.mockPath("Mine"), "// mine\n")
        try await edit(-1)
        try await sync()
    }

    /// Changes one source, replaces a folder with another and deletes what was in it.
    fileprivate func edit(_ number: Int) async throws {
        try writeMocked("Cook", member: "cook\(number + 1)")
        let old = package.url("Sources/Kitchen/Round\(number)")
        if number >= 0 { try? FileManager.default.removeItem(at: old) }
        try writeMocked("Guest\(number + 1)", in: "Sources/Kitchen/Round\(number + 1)")
    }

    /// Returns a line for each file that was lost or damaged.
    fileprivate func damage(_ number: Int) -> [String] {
        var problems = Self.steady.filter { mock($0)?.contains("class Mock\($0)") != true }.map { "lost: \($0)" }
        if mock("Mine") != "// mine\n" { problems.append("not as it was: a file of others") }
        let cook = mock("Cook") ?? ""
        if !["cook\(number)(", "cook\(number + 1)("].contains(where: cook.contains) || !cook.hasSuffix("}\n") {
            problems.append("lost or damaged: \(cook)")
        }
        return problems
    }

    /// Returns the difference to a run from scratch, or `nil` if there is none.
    fileprivate func stale() async throws -> String? {
        let check = try await package.run("mockd", "generate", ".", "--check", "--cache", "none")
        return check.status == 0 ? nil : "\(check.status) \(check.output)\(check.errors)"
    }

    fileprivate func pid(of victim: SystemCallFaultDaemonTests.Victim) async throws -> String? {
        if victim == .daemon { return "\(daemon.pid)" }
        let watcher = try await package.runTool("pgrep", "-P", "\(daemon.pid)").output
        return watcher.isEmpty ? nil : watcher.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Calls `work` while strace is attached to a process, and returns the trace.
    fileprivate func traced(
        _ victim: SystemCallFaultDaemonTests.Victim, _ options: [String], _ work: () async throws -> Void
    ) async throws -> String {
        let file = package.base.appending(path: "trace")
        try? FileManager.default.removeItem(at: file)
        guard let pid = try await pid(of: victim) else { throw EditedKitchen.Failure(reason: "there is no \(victim)") }
        let strace = try RunningProcess(
            "/usr/bin/strace", ["-f", "-o", file.path()] + options + ["-p", pid], in: package.root, readsErrors: true)
        guard await strace.line(where: { $0.contains(" attached") }) != nil else {
            throw EditedKitchen.Failure(reason: "strace cannot attach to \(pid)")
        }
        try await work()
        // strace waits for each thread to stop when it is asked to end, and a thread that starts a process stops only
        // afterwards.
        strace.send(SIGKILL)
        _ = await strace.finish()
        return try EditedKitchen.text(file)
    }
}
