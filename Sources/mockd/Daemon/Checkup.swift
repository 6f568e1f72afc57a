internal import ControlChannel
internal import FileWatching
internal import Glibc
internal import LinuxSystem
internal import MockEngine
internal import MockModel
internal import SystemPackage

/// Checks for `mockctl doctor` that the daemon's root, limits, socket and outputs are in order; each failed check says
/// how to mend it.
struct Checkup {
    let root: String
    var watch: WatchStatus
    let board: StatusBoard.Snapshot
    let socketPath: String
    // The kernel's figures.
    var mounts = Self.text(of: "/proc/self/mountinfo") ?? ""
    var watchLimit = InotifyLimit.watches.value
    var descriptorLimit = Self.openFileLimit

    var checks: [DoctorAnswer.Check] {
        [fileSystem, watches, coverage, kernelWatches, watcher, descriptors, socket, program, configuration, sources]
            + [outputs] + missingLibraries
    }

    private var fileSystem: DoctorAnswer.Check {
        guard access(root, F_OK) == 0 else {
            return check("root", false, "\(root) is not there", "put it back; the mocks stay until then")
        }
        let type = Self.fileSystemType(of: root, mounts: mounts)
        guard let type, PartialFileSystem(named: type) != nil else {
            return check("root", true, "\(root) is on a local file system\(type.map { " (\($0))" } ?? "")")
        }
        return check(
            "root", false, "\(root) is on \(type), where changes made elsewhere are found only every 10 minutes",
            "work on a local file system, or run 'mockctl rescan' after such changes")
    }

    private var watches: DoctorAnswer.Check {
        guard let limit = watchLimit else {
            return check("inotify-limit", true, "the limit of watches cannot be read")
        }
        let text =
            "\(watch.directories.counted("directory", "directories")), limit \(limit.counted("watch", "watches"))"
        return check(
            "inotify-limit", watch.directories < limit * 4 / 5, text,
            "raise it: sudo sysctl fs.inotify.max_user_watches=\(max(524_288, limit * 2))")
    }

    private var coverage: DoctorAnswer.Check {
        let unwatched =
            board.hasUnwatchedInputs
            ? "; what lies outside of the watched folders is polled every 2 s, in quiet times every 10 s" : ""
        if let fault = board.concerns[.watcher]?.first { return check("coverage", false, fault.message, fault.fix) }
        return check(
            "coverage", watch.uncovered == 0,
            watch.uncovered == 0
                ? "the kernel watches every directory\(unwatched)"
                : "\(watch.uncovered.grouped) of \(watch.directories.grouped) directories are polled every 2 s",
            "see the log: mockctl log --level warning")
    }

    private var kernelWatches: DoctorAnswer.Check {
        guard let process = watch.watcherProcess, let count = Self.inotifyWatches(of: process) else {
            return check("kernel-watches", true, "what the kernel watches cannot be counted")
        }
        return check(
            "kernel-watches", count >= watch.kernelWatches,
            "\(count.counted("watch", "watches")) for \(watch.directories.counted("directory", "directories"))",
            "watch everything anew: mockctl rescan")
    }

    private var watcher: DoctorAnswer.Check {
        guard let process = watch.watcherProcess, kill(process, 0) == 0 else {
            // The fault that keeps it from running has its own remedy.
            let fault = board.concerns[.watcher]?.first
            return check(
                "watcher", false, "mockd-watcher is not running",
                fault?.fix ?? "mockd starts it again within 5 s; see why it ended: mockctl log --level warning")
        }
        let times = watch.restarts == 1 ? "once" : "\(watch.restarts.grouped) times"
        let restarts = watch.restarts == 0 ? "" : ", started again \(times)"
        let silence = watch.lastSign.map { SuspendingClock.now - $0 }
        let sign = silence.map { ", last sign of life \($0.milliseconds / 1000) s ago" } ?? ""
        return check(
            "watcher", silence ?? .zero < Self.longestSilence,
            "mockd-watcher runs (pid \(process))\(restarts)\(sign)",
            "it is replaced when it does not answer within \(Self.longestSilence.milliseconds / 1000) s")
    }

    /// More than the interval of the watcher's heartbeat (10 s) plus the time for its answer (20 s).
    private static let longestSilence = Duration.seconds(40)

    private var descriptors: DoctorAnswer.Check {
        let open = ((try? Folder.names(in: "/proc/self/fd")) ?? []).count
        return check(
            "open-files", open < descriptorLimit * 4 / 5, "\(open.grouped) open, limit \(descriptorLimit.grouped)",
            "raise it: ulimit -n 4096, or LimitNOFILE= of the service")
    }

    private var socket: DoctorAnswer.Check {
        var status = stat()
        let isThere = lstat(socketPath, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
        let isPrivate = status.st_mode & 0o077 == 0 && status.st_uid == geteuid()
        return check(
            "socket", isThere && isPrivate,
            "\(socketPath) is \(!isThere ? "gone" : isPrivate ? "private" : "open to others")",
            "start the daemon again: mockctl stop && mockd watch \(root)")
    }

    /// A program that was replaced while it runs shows as deleted.
    private var program: DoctorAnswer.Check {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let length = readlink("/proc/self/exe", &target, target.count - 1)
        let path = FilePath(platformString: target).string
        let isReplaced = length > 0 && path.hasSuffix(" (deleted)")
        return check(
            "program", !isReplaced,
            isReplaced
                ? "mockd was replaced on disk since it started" : "\(path), version \(DaemonIdentity.productVersion)",
            "start the new one: mockctl stop && mockd watch \(root)")
    }

    private var configuration: DoctorAnswer.Check {
        guard let reason = board.concerns[.configuration]?.first else {
            return check("configuration", true, "read without a problem")
        }
        return check("configuration", false, reason.message, reason.fix ?? "see: mockctl config --check")
    }

    private var missingLibraries: [DoctorAnswer.Check] {
        board.diagnostics.filter { ["missing-library", "library-with-tools"].contains($0.code) }.map { warning in
            let parts = warning.message.split(separator: "; ", maxSplits: 1).map(String.init)
            return check("library", false, "\(warning.path): \(parts[0])", parts.last)
        }
    }

    private var sources: DoctorAnswer.Check {
        let count = board.errorCount
        return check(
            "sources", count == 0, "\(board.files.counted("source")), \(count.counted("error"))",
            "list them: mockctl errors")
    }

    private var outputs: DoctorAnswer.Check {
        let count = board.outputStates.values.reduce(0, +)
        let drifted = count - (board.outputStates[.current] ?? 0)
        return check(
            "outputs", drifted == 0 && board.failures.isEmpty,
            drifted == 0
                ? board.mocks == 1 ? "the mock is current" : "all \(board.mocks.grouped) mocks are current"
                : "\(drifted.grouped) of \(count.counted("output file")) \(drifted == 1 ? "is" : "are") not current",
            board.outputFailure?.reason.fix ?? "list them: mockctl outputs --drifted")
    }

    private func check(_ id: String, _ passes: Bool, _ detail: String, _ wayOut: String? = nil) -> DoctorAnswer.Check {
        .init(id: id, ok: passes, detail: detail, fix: passes ? nil : wayOut)
    }

    // MARK: The kernel's files

    /// Returns the type of the mount that holds `path`.
    static func fileSystemType(of path: String, mounts: String) -> String? {
        let slash = UInt8(ascii: "/")
        let holding = MountEntry.entries(of: mounts.utf8).filter { mount in
            mount.mountPoint == [slash] || (path.utf8 + [slash]).starts(with: mount.mountPoint + [slash])
        }
        // The last of several mounts at one place hides the others.
        return holding.reversed().max { $0.mountPoint.count < $1.mountPoint.count }?.fileSystem
    }

    private static var openFileLimit: Int {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }

    private static func text(of path: String) -> String? {
        // It has a line for each watch, of which there may be a million.
        try? RegularFile.text(of: FilePath(path), atMost: 256 << 20)
    }

    /// Counts the watches of a process: fdinfo has one line `inotify wd:` for each (proc(5)).
    private static func inotifyWatches(of process: Int32) -> Int? {
        let folder = "/proc/\(process)/fdinfo"
        let counts = ((try? Folder.names(in: FilePath(folder))) ?? []).compactMap { name in
            text(of: "\(folder)/\(name)")?.split(separator: "\n").count { $0.hasPrefix("inotify wd:") }
        }
        return counts.isEmpty ? nil : counts.reduce(0, +)
    }
}
