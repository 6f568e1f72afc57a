internal import Glibc
internal import LinuxSystem
package import SystemPackage

/// Ensures that one process at a time watches a root.
///
/// It is a `flock` on a file that is never deleted. The kernel releases it whenever the process dies, so there are no
/// stale locks. Keep the value as long as the daemon lives.
package final class InstanceLock: Sendable {
    /// The record that the holder writes into the lock file, for the error message of a second daemon.
    package struct Holder: Codable, Hashable, Sendable {
        package var pid: Int
        package var startedAt: Timestamp
        package var version: String
        package var epoch: Int
        /// Its output paths, which no other daemon may use.
        package var outputs: [String]?
    }

    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// `holder` is `nil` between locking the file and writing the record.
        case alreadyRunning(root: FilePath, holder: Holder?)
        /// A daemon of another root writes its mocks to the same path.
        case sharedOutput(String, other: FilePath, holder: Holder)
        case placement(PlacementError)

        package var description: String {
            switch self {
            case .alreadyRunning(let root, let holder):
                let holderText = holder.map { " (pid \($0.pid) since \($0.startedAt.localText))" } ?? ""
                return "mockd is already watching \(root)\(holderText); see it with: mockctl status"
            case .sharedOutput(let output, let other, let holder):
                return "the mockd of \(other) (pid \(holder.pid)) writes its mocks to \(output), too; "
                    + "give one of them another output"
            case .placement(let error):
                return error.description
            }
        }

        /// The daemon's exit status.
        package var exitStatus: Int32 {
            switch self {
            case .alreadyRunning, .sharedOutput: 75
            case .placement(let error): error.exitStatus
            }
        }
    }

    package let directory: RootDirectory
    /// Distinguishes this daemon's event clocks from those of earlier ones on the same root: the start time in seconds,
    /// or the last epoch plus one if that is not later.
    package let epoch: Int
    private let descriptor: FileDescriptor
    private let identity: DaemonIdentity

    /// Locks `directory` and registers its root; throws the holder if another daemon is in the way.
    ///
    /// - Parameter outputs: Absolute paths of the folders and files that this daemon writes.
    package init(
        in directory: RootDirectory, identity: DaemonIdentity, outputs: [FilePath] = []
    ) throws(Failure) {
        // Daemons register one after the other; otherwise two that exclude each other would both see the other and both
        // give up.
        let queue = try Self.queue(besides: directory)
        defer { try? queue.close() }
        let file = directory.lockFile
        let descriptor = try Self.openToLock(file)
        do throws(Errno) {
            try Self.lock(descriptor)
        } catch {
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
            // A child that is just being started may have inherited the descriptor, and would keep the lock.
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

    /// Replaces the output paths of this daemon, unless one of them belongs to another daemon.
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

    /// Throws if another daemon writes to one of the paths.
    package func check(_ outputs: [FilePath]) throws(Failure) { try Self.check(directory, outputs) }

    deinit {
        flock(descriptor.rawValue, LOCK_UN)
        try? descriptor.close()
    }

    /// True if the lock's path still leads to the locked file. If not, the folder was removed, and another daemon may
    /// lock a new one in its place.
    package var isStillAtPath: Bool {
        var (own, found) = (stat(), stat())
        // An error of the disk does not mean that another file is there.
        guard fstat(descriptor.rawValue, &own) == 0 else { return true }
        guard lstat(directory.lockFile.string, &found) == 0 else { return errno != ENOENT && errno != ENOTDIR }
        return own.st_dev == found.st_dev && own.st_ino == found.st_ino
    }

    /// Unregisters the root and releases the lock for the next daemon: the last step of an orderly end.
    package func release() {
        if isStillAtPath { unlink(directory.rootFile.string) }
        // A child between fork and exec holds the file too; unlocking takes effect without waiting for it.
        flock(descriptor.rawValue, LOCK_UN)
    }

    /// Returns the holder of `directory`'s lock, if a process with its id exists.
    package static func holder(of directory: RootDirectory) -> Holder? {
        guard let holder = record(in: directory), kill(pid_t(truncatingIfNeeded: holder.pid), 0) == 0 else {
            return nil
        }
        return holder
    }

    /// Waits until no process holds the lock beside `socketPath`.
    ///
    /// - Returns: `false` if a process still holds it after `limit`.
    package static func waitUntilReleased(besides socketPath: String, limit: Duration) -> Bool {
        let file = FilePath(socketPath).removingLastComponent().appending("lock")
        guard let descriptor = try? RegularFile(file, followsLink: false).release() else { return true }
        // Closing the descriptor releases the lock again.
        defer { try? descriptor.close() }
        // flock has no time limit; a signal with an empty handler makes it return.
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        sigaction(SIGALRM, &action, nil)
        // The parent process may have had the signal blocked.
        SignalMask.unblock(SIGALRM)
        var timer = itimerval()
        timer.it_value = timeval(tv_sec: limit.milliseconds / 1000, tv_usec: limit.milliseconds % 1000 * 1000)
        setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
        return flock(descriptor.rawValue, LOCK_SH) == 0
    }

    /// Locks a file for this daemon alone. Processes that ask if a daemon holds it share the lock for a moment, so a lock
    /// that can be shared is one that no daemon holds, and is tried again.
    ///
    /// - Throws: `wouldBlock` if a daemon holds it, or if others share it for too long.
    private static func lock(_ descriptor: FileDescriptor) throws(Errno) {
        for _ in 0..<longestTries {
            if flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 { return }
            guard errno == EWOULDBLOCK, flock(descriptor.rawValue, LOCK_SH | LOCK_NB) == 0 else {
                throw Errno(rawValue: errno)
            }
            usleep(5_000)
        }
        throw .wouldBlock
    }

    /// The number of tries, which takes two seconds. A process that asks may be stopped while it has the lock.
    private static let longestTries = 400

    /// Opens and locks the file that serializes starts; it is held for a few system calls.
    private static func queue(besides directory: RootDirectory) throws(Failure) -> FileDescriptor {
        let file = directory.path.removingLastComponent().appending("register")
        let descriptor = try openToLock(file)
        while flock(descriptor.rawValue, LOCK_EX) != 0, errno == EINTR {}
        return descriptor
    }

    /// Opens a file for locking; creates it if it is missing.
    private static func openToLock(_ file: FilePath) throws(Failure) -> FileDescriptor {
        do throws(RegularFileError) {
            return try RegularFile(file, for: .locking, followsLink: false).release()
        } catch {
            throw .placement(.opening(file, error))
        }
    }

    /// Throws if a running daemon shares an output with this root. A root may lie within that of another daemon: each
    /// leaves the files of the other's project alone.
    private static func check(_ own: RootDirectory, _ outputs: [FilePath]) throws(Failure) {
        let paths = Set(outputs.map(\.string))
        for other in RuntimeDirectory(path: own.path.removingLastComponent()).registeredRoots() where other != own {
            guard isHeld(other.lockFile), let holder = holder(of: other) else { continue }
            if let shared = holder.outputs?.first(where: paths.contains) {
                throw .sharedOutput(shared, other: other.root, holder: holder)
            }
        }
    }

    /// True if a process holds the lock of that file.
    static func isHeld(_ file: FilePath) -> Bool {
        guard let descriptor = try? RegularFile(file, followsLink: false).release() else { return false }
        defer { try? descriptor.close() }
        return flock(descriptor.rawValue, LOCK_SH | LOCK_NB) != 0
    }

    private static let longestRecord = 1 << 20

    private static func record(in directory: RootDirectory) -> Holder? {
        (try? RegularFile.bytes(of: directory.lockFile, atMost: longestRecord, followsLink: false))
            .flatMap { try? WireFormat.decode(Holder.self, from: $0) }
    }

    /// Overwrites the old record before it truncates the rest, so that a reader finds a whole record or none.
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
