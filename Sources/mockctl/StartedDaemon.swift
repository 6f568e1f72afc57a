internal import ArgumentParser
internal import ControlChannel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// A daemon that this program starts, and that outlives it.
enum StartedDaemon {
    /// The time without use after which it ends.
    private static let idleLimit = "30m"

    /// Starts a daemon and returns when it listens, or when another one of the same project does.
    ///
    /// With `CI` set, or where no daemon can run, it generates once instead and ends this program with that status:
    /// a job in CI is over before a daemon pays, and some would wait for it.
    static func start(in root: String?, within limit: Duration) throws {
        if let flag = ProcessEnvironment.all["CI"], !["", "0", "false"].contains(flag) {
            throw try generate(in: root)
        }
        // For the message of a daemon that cannot start; later there is no reader, and the daemon writes on.
        guard let ends = try? SocketPair(isBlocking: true) else { throw try generate(in: root) }
        defer { close(ends.ours) }
        let process: pid_t
        do {
            defer { close(ends.theirs) }
            var spawn = Spawn(try SiblingProgram("mockd", ["watch", "--idle-exit", idleLimit], in: root).words)
            (spawn.input, spawn.output, spawn.errors) = (.none, .none, .descriptor(ends.theirs))
            spawn.leadsSession = true
            process = try spawn.start()
        } catch let error as Errno {
            throw Failure(status: 1, "mockd cannot be started: \(error)")
        }
        let end = ContinuousClock.now + limit
        // False if another daemon of the project was started at the same time, and listens in a moment.
        var isOurs = true
        while !isListening(root) {
            var status: Int32 = 0
            if isOurs, waitpid(process, &status, WNOHANG) == process {
                let result = ChildExit.shellStatus(status)
                isOurs = false
                let reason = firstLine(of: ends.ours)
                if result != 75 { throw try generate(in: root, insteadOf: result, reason) }
                // The daemon of another project writes to the same files, so a single run must not.
                if !isListening(root), !isStarting(root) {
                    throw Failure(status: result, reason ?? "mockd ended with \(result)")
                }
            }
            guard ContinuousClock.now < end else {
                throw Failure(
                    status: 75, "mockd does not listen after \(TimeSpan.text(of: limit)); see: mockd watch")
            }
            // Nothing tells of the moment at which a socket is bound.
            usleep(20_000)
        }
        if isOurs {
            Output.error("started mockd (pid \(process)); it ends when it is not used for \(idleLimit)")
        }
    }

    /// Says why the daemon ended, and generates once.
    private static func generate(
        in root: String?, insteadOf status: Int32, _ reason: String?
    ) throws -> ExitCode {
        Output.error(reason ?? "mockd ended with \(status)")
        Output.error("no daemon can run here, so the mocks are generated once")
        return try generate(in: root)
    }

    private static var finder: DaemonFinder { DaemonFinder(environment: ProcessEnvironment.ofDaemons) }

    private static func isListening(_ root: String?) -> Bool {
        (try? finder.connect(watching: root ?? ProcessEnvironment.currentDirectory)) != nil
    }

    private static func isStarting(_ root: String?) -> Bool {
        finder.isStarting(watching: root ?? ProcessEnvironment.currentDirectory)
    }

    /// Returns what has been written, up to the end of its first line; `nil` if that is nothing.
    private static func firstLine(of descriptor: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    private static func generate(in root: String?) throws -> ExitCode {
        ExitCode(try ForegroundCommand(try SiblingProgram("mockd", ["generate"], in: root).words).run())
    }
}
