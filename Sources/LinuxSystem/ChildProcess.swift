internal import Glibc
package import SystemPackage

/// Runs a program in a process group of its own and collects its output. The group ends with the program.
///
/// With `posix_spawn`: a package for processes would be larger than the one call that needs it.
package struct ChildProcess: Sendable {
    package struct Result: Sendable {
        package var output: [UInt8]
        /// False if the program failed, or was ended because it exceeded a limit.
        package var isSuccess: Bool
    }

    /// The path of the program comes first.
    package var arguments: [String]
    /// `NAME=value`; `nil` for the variables of this process.
    package var environment: [String]?
    /// The file that gets the program's errors; `nil` to drop them.
    package var errors: FilePath?
    /// The longest time that the program may take, in milliseconds.
    package var timeLimit = 20_000
    private static let largestOutput = 64 << 20

    package init(_ arguments: [String]) { self.arguments = arguments }

    /// Runs the program to its end; `nil` if it cannot be started.
    package func run() -> Result? {
        var ends: [Int32] = [0, 0]
        // A socket pair, unlike a pipe, is created close-on-exec, so no other child inherits it.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        defer { close(ends[0]) }
        let process = start(output: ends[1])
        close(ends[1])
        guard let process else { return nil }
        let output = readAll(ends[0])
        if output == nil { kill(-process, SIGKILL) }
        // Until it is reaped, the number of its group belongs to no other one.
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
        kill(-process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return Result(output: output ?? [], isSuccess: output != nil && status == 0)
    }

    // MARK: Starting

    private func start(output: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // Nothing is ever sent; the program can find out that this process has ended.
        posix_spawn_file_actions_adddup2(&actions, output, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        let errors = errors?.string ?? "/dev/null"
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT, 0o600)
        // A daemon's threads block signals and may ignore some; the program must inherit neither.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var arguments = arguments.map { strdup($0) } + [nil]
        var variables = (environment ?? []).map { strdup($0) } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var process: pid_t = 0
        let result =
            environment == nil
            ? posix_spawn(&process, self.arguments[0], &actions, &attributes, &arguments, environ)
            : posix_spawn(&process, self.arguments[0], &actions, &attributes, &arguments, &variables)
        return result == 0 && process > 0 ? process : nil
    }

    /// Returns all bytes up to the end; `nil` if a limit is exceeded before it.
    private func readAll(_ end: Int32) -> [UInt8]? {
        let deadline = ContinuousClock.now + .milliseconds(timeLimit)
        var bytes: [UInt8] = []
        while bytes.count <= Self.largestOutput {
            let (seconds, attoseconds) = (deadline - .now).components
            let left = seconds * 1000 + attoseconds / 1_000_000_000_000_000
            var waiting = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, Int32(max(0, left)))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return nil }
            let count = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
                let count = read(end, buffer.baseAddress, buffer.count)
                if count > 0 { bytes.append(contentsOf: buffer[..<count]) }
                return count
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? bytes : nil }
        }
        return nil
    }
}
