internal import ArgumentParser
internal import ControlChannel
internal import Glibc

extension TimeSpan: ExpressibleByArgument {}

/// Selects the daemon that a command talks to, by a folder of its project, and how it is talked to: the time limit, the
/// looks of the answer.
struct DaemonOptions: ParsableArguments {
    @OptionGroup var connection: ConnectionOptions
    @Argument(
        help: ArgumentHelp("A folder at or below the root of the daemon; else the current one.", valueName: "root"),
        completion: .directory)
    var root: String?

    var style: Style { connection.style }

    func validate() throws {
        guard connection.socket == nil || root == nil else {
            throw ValidationError("Give either --socket or a folder, because each of them selects a daemon.")
        }
    }

    /// - Parameter limit: for connecting and for each answer; else `--timeout`.
    func withDaemon(within limit: Duration? = nil, _ body: (ControlClient) throws -> Void) throws {
        try connection.withDaemon(of: root, within: limit, body)
    }

    /// Calls `body` with the daemon, or with the project itself where no daemon runs and none was named.
    func withAnswers(_ body: (MockAnswers) throws -> Void) throws {
        do {
            try withDaemon { try body(.daemon($0)) }
        } catch let failure as Failure where failure.status == 3 {
            let isNamed = connection.socket != nil || ProcessEnvironment.all["MOCKD_SOCKET"] != nil && root == nil
            guard !isNamed else { throw failure }
            do {
                try body(.project(folder: root))
            } catch is MockAnswers.NoProject {
                throw failure
            }
        }
    }

    /// Waits while a daemon is starting and does not listen yet; without one it returns at once.
    ///
    /// - Returns: False if it took too long.
    func waitForStart(within limit: Duration) -> Bool {
        var environment = ProcessEnvironment.ofDaemons
        // A named folder takes precedence over the variable.
        if root != nil { environment["MOCKD_SOCKET"] = nil }
        let end = ContinuousClock.now + limit
        let folder = root ?? ProcessEnvironment.currentDirectory
        // The first daemon of a user makes the folders that a finder searches, so each round takes a new one.
        while DaemonFinder(environment: environment).isStarting(
            from: folder, socket: connection.socket, within: limit)
        {
            guard ContinuousClock.now < end else { return false }
            // Nothing tells of the moment at which a socket is bound.
            usleep(20_000)
        }
        return true
    }
}

/// Selects the connection of a command whose arguments are not a folder.
struct ConnectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The control socket of the daemon; else $MOCKD_SOCKET.", valueName: "path"),
        completion: .file())
    var socket: String?
    @Option(help: "When to colour text output.")
    var color = Style.Choice.auto
    @Option(
        help: ArgumentHelp(
            "The longest time to wait for the daemon, such as 500ms or 2m; else 10s, and 10m for work.",
            valueName: "time"))
    var timeout: TimeSpan?

    var style: Style { .ofStandardOutput(color) }

    /// Returns links to the files below a root; `nil` where standard output does not show any, without evaluating it.
    func links(in root: @autoclosure () throws -> String?) rethrows -> TerminalLinks? {
        guard color != .never else { return nil }
        return try TerminalLinks(
            in: try root(), isTerminal: isatty(STDOUT_FILENO) == 1, environment: ProcessEnvironment.all)
    }

    /// Calls `body` with the daemon that watches the folder or one above it; without a folder, the current directory.
    func withDaemon(
        of folder: String? = nil, within limit: Duration? = nil, _ body: (ControlClient) throws -> Void
    ) throws {
        let body = { [timeout] (client: ControlClient) in
            if let timeout { client.workLimit = timeout.duration }
            try body(client)
        }
        let limit = limit ?? timeout?.duration ?? ControlClient.ordinaryLimit
        guard let folder else { return try Self.withDaemon(at: socket, within: limit, body) }
        var state = stat()
        guard stat(folder, &state) == 0 else {
            throw Failure(status: 64, "there is no folder '\(folder)'")
        }
        guard state.st_mode & S_IFMT == S_IFDIR else {
            throw Failure(status: 64, "'\(folder)' is not a folder; name the folder that it is in")
        }
        try Self.withDaemon(at: nil, of: folder, within: limit, body)
    }

    /// Calls `body` with the daemon, and turns failures into an exit status and a message.
    static func withDaemon(
        at socket: String?, of folder: String? = nil, within limit: Duration = ControlClient.ordinaryLimit,
        _ body: (ControlClient) throws -> Void
    ) throws {
        do {
            let finder = DaemonFinder(environment: ProcessEnvironment.ofDaemons)
            let client =
                if let folder {
                    try finder.connect(watching: folder, within: limit)
                } else {
                    try finder.connect(
                        from: ProcessEnvironment.currentDirectory, socket: socket, within: limit)
                }
            do {
                try body(client)
            } catch ClientFailure.malformed(let what) {
                throw otherVersion(of: client) ?? Failure(.malformed(what))
            }
        } catch let failure as ClientFailure {
            throw Failure(failure)
        } catch let failure as DaemonFinder.NotWatched {
            throw Failure(status: 3, failure.description)
        }
    }

    /// Returns the version mismatch that explains a malformed answer, if there is one; every version answers that
    /// question.
    private static func otherVersion(of client: ControlClient) -> Failure? {
        let own = DaemonIdentity.productVersion
        guard let fresh = try? ControlClient(connectingTo: client.socketPath),
            let reply = try? fresh.ask(VersionAnswer.endpoint),
            let version = try? JSONValue(parsing: reply.document).version.string,
            version != own
        else { return nil }
        return Failure(
            status: 69,
            "this is mockctl \(own), and the mockd that runs is \(version); start it again: mockctl stop && mockd watch"
        )
    }
}
