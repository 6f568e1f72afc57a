internal import Glibc
internal import LinuxSystem
internal import SystemPackage

// A daemon that was started and does not listen yet: for a client that waits for it.
extension DaemonFinder {
    /// Returns true if ``connect(from:socket:within:)`` finds no daemon, and one that it may find soon has started.
    ///
    /// A daemon holds its lock a moment before it binds its socket. Before that it describes the project, and only its
    /// process can be seen.
    package func isStarting(from directory: String, socket: String?, within limit: Duration) -> Bool {
        do {
            _ = try connect(from: directory, socket: socket, within: limit)
            return false
        } catch ClientFailure.notRunning {
            return isStarting(from: directory, socket: socket)
        } catch {
            return error is NotWatched && isStarting(from: directory, socket: socket)
        }
    }

    private func isStarting(from directory: String, socket: String?) -> Bool {
        if let socket = named(socket) {
            return InstanceLock.isHeld(FilePath(socket).removingLastComponent().appending("lock"))
        }
        return isStarting(watching: directory)
    }

    /// Returns true if a daemon of the project that `directory` is in has started; ignores `$MOCKD_SOCKET`.
    package func isStarting(watching directory: String) -> Bool {
        guard let folder = try? RootDirectory.canonical(FilePath(directory)) else { return false }
        let project = ProjectRoot.nearest(from: folder, ofAnyone: true)
        var root = folder
        repeat {
            if directories.contains(where: { InstanceLock.isHeld($0.rootDirectory(for: root).lockFile) }) {
                return true
            }
        } while root != project && root.removeLastComponent()
        let registered = Set(
            directories.flatMap { $0.registeredRoots() }.compactMap { InstanceLock.holder(of: $0)?.pid })
        let processes = ((try? Folder.names(in: "/proc")) ?? []).compactMap { Int($0) }
        return processes.contains { !registered.contains($0) && Self.mayWatch(project ?? folder, process: $0) }
    }

    /// Returns true for a `mockd watch` of this user whose root, as far as its arguments tell, is the folder. It watches
    /// the project that the folder it was given is in.
    private static func mayWatch(_ folder: FilePath, process: Int) -> Bool {
        let own = FilePath("/proc").appending("\(process)")
        var status = stat()
        guard stat(own.string, &status) == 0, status.st_uid == geteuid(),
            let name = try? RegularFile.bytes(of: own.appending("comm"), atMost: 64), name == Array("mockd\n".utf8),
            let line = try? RegularFile.bytes(of: own.appending("cmdline"), atMost: 1 << 16)
        else { return false }
        let arguments = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        guard let command = arguments.firstIndex(of: "watch"),
            let current = try? RootDirectory.canonical(own.appending("cwd"))
        else { return false }
        let named = arguments[(command + 1)...].filter { !$0.hasPrefix("-") }
            .compactMap { try? RootDirectory.canonical(current.pushing(FilePath($0))) }
        return (named.isEmpty ? [current] : named).contains { $0 == folder || ProjectRoot.nearest(from: $0) == folder }
    }
}
