internal import Glibc
internal import LinuxSystem
package import SystemPackage

/// The proof that this process, and no other, watches a root.
///
/// It is a `flock` on a file that stays: the kernel lets go of it when the process dies, however it dies, so there are
/// no stale locks. Keep the value for as long as the daemon lives.
package final class InstanceLock: Sendable {
    /// What the holder writes into the lock file, for the message of whoever comes second.
    package struct Holder: Codable, Hashable, Sendable {
        package var pid: Int
        package var startedAt: Timestamp
        package var version: String
        package var epoch: Int
        /// Where its mocks go; nobody else's may go there.
        package var outputs: [String]?
    }

    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// `holder` is `nil` in the moment between locking and writing.
        case alreadyRunning(root: FilePath, holder: Holder?)
        /// A daemon watches a folder of this root, or one that this root is in.
        case nested(root: FilePath, other: FilePath, holder: Holder)
        /// A daemon of another root writes its mocks to the same place.
        case sharedOutput(String, other: FilePath, holder: Holder)
        case placement(PlacementError)

        package var description: String {
            switch self {
            case .alreadyRunning(let root, let holder):
                let who = holder.map { " (pid \($0.pid) since \($0.startedAt.localText))" } ?? ""
                return "mockd is already watching \(root)\(who); see it with: mockctl status"
            case .nested(let root, let other, let holder):
                let relation = root.starts(with: other) ? "which \(root) is in" : "which is in \(root)"
                return "mockd is already watching \(other) (pid \(holder.pid)), \(relation); "
                    + "watch one of them only, end the other with: kill \(holder.pid)"
            case .sharedOutput(let output, let other, let holder):
                return "the mockd of \(other) (pid \(holder.pid)) writes its mocks to \(output), too; "
                    + "give one of them another output"
            case .placement(let error):
                return error.description
            }
        }

        /// The exit status that the daemon ends with.
        package var exitStatus: Int32 {
            switch self {
            case .alreadyRunning, .nested, .sharedOutput: 75
            case .placement(let error): error.exitStatus
            }
        }
    }

    package let directory: RootDirectory
    /// Tells the clocks of this daemon from those of earlier ones on the same root: the second of its start, or one
    /// more than the last epoch if that is not later.
    package let epoch: Int
    private let descriptor: FileDescriptor
    private let identity: DaemonIdentity

    /// Takes the lock of `directory` and registers its root, or says who has it or is in the way.
    ///
    /// - Parameter outputs: Absolute paths of the folders and files that this daemon writes.
    package init(
        in directory: RootDirectory, identity: DaemonIdentity, outputs: [FilePath] = []
    ) throws(Failure) {
        // One after the other, or two that are in each other's way would both see the other and both give up.
        let queue = try Self.queue(besides: directory)
        defer { try? queue.close() }
        let file = directory.lockFile
        let descriptor = try Self.openToLock(file)
        guard flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            let error = Errno(rawValue: errno)
            try? descriptor.close()
            guard error == .wouldBlock else { throw .placement(.system(operation: "lock", path: file, error)) }
            throw .alreadyRunning(root: directory.root, holder: Self.holder(of: directory))
        }
        self.directory = directory
        self.descriptor = descriptor
        self.identity = identity
        do throws(Failure) {
            try Self.check(directory, outputs)
        } catch {
            // What a child that is just being started has inherited would keep it otherwise.
            flock(descriptor.rawValue, LOCK_UN)
            try? descriptor.close()
            throw error
        }
        let last = Self.record(in: directory)?.epoch ?? 0
        self.epoch = max(last + 1, Int(identity.startedAt.millisecondsSince1970 / 1000))
        do {
            try writeRecord(outputs)
            try register()
        } catch {
            throw .placement(.system(operation: "write in", path: directory.path, error as? Errno ?? .ioError))
        }
    }

    /// Has the daemon write to other places from now on, unless one of them is another daemon's.
    package func claim(_ outputs: [FilePath]) throws(Failure) {
        let queue = try Self.queue(besides: directory)
        defer { try? queue.close() }
        try check(outputs)
        do {
            try writeRecord(outputs)
        } catch {
            throw .placement(.system(operation: "write in", path: directory.path, error as? Errno ?? .ioError))
        }
    }

    /// Looks whether another daemon writes to one of the places.
    package func check(_ outputs: [FilePath]) throws(Failure) { try Self.check(directory, outputs) }

    deinit {
        flock(descriptor.rawValue, LOCK_UN)
        try? descriptor.close()
    }

    /// Whether the path of the lock still leads to the file that is locked. If not, the folder was removed, and
    /// another daemon may lock what has been made in its place.
    package var isInPlace: Bool {
        var (own, found) = (stat(), stat())
        // An error of the disk does not mean that another file is there.
        guard fstat(descriptor.rawValue, &own) == 0 else { return true }
        guard lstat(directory.lockFile.string, &found) == 0 else { return errno != ENOENT && errno != ENOTDIR }
        return own.st_dev == found.st_dev && own.st_ino == found.st_ino
    }

    /// Takes the root off the register and lets the next daemon in: the last thing an orderly end does.
    package func release() {
        if isInPlace { unlink(directory.rootFile.string) }
        // A child that has been forked and not yet executed holds the file too; unlocking it does not wait for that.
        flock(descriptor.rawValue, LOCK_UN)
    }

    /// Who has the lock of `directory`, as far as a process of that number lives.
    package static func holder(of directory: RootDirectory) -> Holder? {
        guard let holder = record(in: directory), kill(pid_t(truncatingIfNeeded: holder.pid), 0) == 0 else {
            return nil
        }
        return holder
    }

    /// Waits until no process holds the lock that lies beside `socketPath`.
    ///
    /// - Returns: `false` if somebody still held it after `limit`.
    package static func waitUntilReleased(besides socketPath: String, limit: Duration) -> Bool {
        let file = FilePath(socketPath).removingLastComponent().appending("lock")
        guard let descriptor = try? RegularFile(file, followsLink: false).release() else { return true }
        // Closing lets go of it again.
        defer { try? descriptor.close() }
        // flock has no time limit; a signal whose handler does nothing makes it return.
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        sigaction(SIGALRM, &action, nil)
        // Whoever started us may have had it blocked.
        SignalMask.unblock(SIGALRM)
        var timer = itimerval()
        timer.it_value = timeval(tv_sec: limit.milliseconds / 1000, tv_usec: limit.milliseconds % 1000 * 1000)
        setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
        return flock(descriptor.rawValue, LOCK_SH) == 0
    }

    /// Held for the few system calls that a start takes.
    private static func queue(besides directory: RootDirectory) throws(Failure) -> FileDescriptor {
        let file = directory.path.removingLastComponent().appending("register")
        let descriptor = try openToLock(file)
        while flock(descriptor.rawValue, LOCK_EX) != 0, errno == EINTR {}
        return descriptor
    }

    /// Opens a file to lock it; creates it if it is missing.
    private static func openToLock(_ file: FilePath) throws(Failure) -> FileDescriptor {
        do throws(RegularFileError) {
            return try RegularFile(file, for: .locking, followsLink: false).release()
        } catch {
            throw .placement(.opening(file, error))
        }
    }

    /// Looks at all who run whether one is in the way.
    private static func check(_ own: RootDirectory, _ outputs: [FilePath]) throws(Failure) {
        let paths = Set(outputs.map(\.string))
        for other in RuntimeDirectory(path: own.path.removingLastComponent()).registeredRoots() where other != own {
            guard isHeld(other.lockFile), let holder = holder(of: other) else { continue }
            if own.root.starts(with: other.root) || other.root.starts(with: own.root) {
                throw .nested(root: own.root, other: other.root, holder: holder)
            }
            if let shared = holder.outputs?.first(where: paths.contains) {
                throw .sharedOutput(shared, other: other.root, holder: holder)
            }
        }
    }

    private static func isHeld(_ file: FilePath) -> Bool {
        guard let descriptor = try? RegularFile(file, followsLink: false).release() else { return false }
        defer { try? descriptor.close() }
        return flock(descriptor.rawValue, LOCK_SH | LOCK_NB) != 0
    }

    private static let longestRecord = 1 << 20

    private static func record(in directory: RootDirectory) -> Holder? {
        (try? RegularFile.bytes(of: directory.lockFile, atMost: longestRecord, followsLink: false))
            .flatMap { try? WireFormat.decode(Holder.self, from: $0) }
    }

    /// Writes over the old record before it cuts off the rest, so that a reader finds a whole record or none.
    private func writeRecord(_ outputs: [FilePath]) throws {
        let holder = Holder(
            pid: identity.pid, startedAt: identity.startedAt, version: identity.version, epoch: epoch,
            outputs: outputs.isEmpty ? nil : outputs.map(\.string))
        let bytes = try WireFormat.encode(holder) + [UInt8(ascii: "\n")]
        _ = try bytes.withUnsafeBytes { try descriptor.writeAll(toAbsoluteOffset: 0, $0) }
        guard ftruncate(descriptor.rawValue, bytes.count) == 0 else { throw Errno(rawValue: errno) }
    }

    private func register() throws {
        let temporary = directory.path.appending("root.\(getpid())")
        unlink(temporary.string)
        let file = try RegularFile(temporary, for: .creating(.ownerReadWrite)).release()
        try file.closeAfter { _ = try file.writeAll(directory.root.bytes + [UInt8(ascii: "\n")]) }
        guard rename(temporary.string, directory.rootFile.string) == 0 else { throw Errno(rawValue: errno) }
    }
}
