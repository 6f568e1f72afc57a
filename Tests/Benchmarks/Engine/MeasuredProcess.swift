import Glibc

/// A program that was run to its end.
struct MeasuredProcess {
    var wall = 0.0
    /// User and system time of all its threads, in seconds.
    var user = 0.0
    var system = 0.0
    /// The peak resident memory in bytes.
    var memory = 0
    var status: Int32 = 0

    /// - Parameter environment: variables besides `PATH`, or with another one.
    static func run(_ arguments: [String], environment: [String]) -> MeasuredProcess {
        let start = ContinuousClock.now
        var usage = rusage()
        var status: Int32 = 0
        guard let process = spawn(arguments, environment: environment, errors: "/dev/null") else {
            return MeasuredProcess(status: -1)
        }
        while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
        return MeasuredProcess(
            wall: (ContinuousClock.now - start) / .seconds(1), user: seconds(usage.ru_utime),
            system: seconds(usage.ru_stime), memory: usage.ru_maxrss * 1024, status: status)
    }

    /// Starts a program without standard output.
    static func spawn(_ arguments: [String], environment: [String], errors: String) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        let path = getenv("PATH").map { "PATH=" + String(cString: $0) } ?? "PATH=/usr/bin"
        var argv = arguments.map { strdup($0) } + [nil]
        let isGiven = environment.contains { $0.hasPrefix("PATH=") }
        var envp = (environment + (isGiven ? [] : [path])).map { strdup($0) } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var process: pid_t = 0
        return posix_spawn(&process, arguments[0], &actions, nil, &argv, &envp) == 0 ? process : nil
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
