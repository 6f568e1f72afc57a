internal import ArgumentParser
internal import ControlChannel
internal import Glibc
internal import MockEngine
internal import SystemPackage

/// `mockd watch`: the daemon, in the foreground.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Watches a project and keeps its mocks up to date.",
        discussion: """
            Runs until it is interrupted. 'mockctl status' shows its state, 'mockctl sync' waits until everything \
            saved so far has been generated.

            Exit status: 0 it was asked to stop, 1 it could not go on, 73 its socket cannot be created, 75 another mockd \
            watches this project, 77 it may not, 78 the configuration is wrong.
            """
    )

    @Argument(help: ProjectRootArgument.help)
    var root: String?

    @Flag(help: "Print events as NDJSON on stdout.")
    var json = false

    @Flag(help: "Print all problems each time that they change, for the problem list of an editor.")
    var problems = false

    @Option(
        help: ArgumentHelp(
            "Keep the places of all problems in this file, for plugins that read bacon's: .bacon-locations.",
            valueName: "file"))
    var locations: String?

    @Option(
        name: .customLong("exec"),
        help: ArgumentHelp(
            "Run this in a shell, in ROOT, after each batch that wrote or removed mocks. It ends with the daemon, and so does what it started, unless that leads a session of its own (setsid). It gets MOCKD_MOCKS, the files that were written, and MOCKD_SOURCES, the sources that were saved, one path a line, relative to ROOT; and MOCKD_TEST_FILTER for 'swift test --filter \"$MOCKD_TEST_FILTER\"', which runs the test targets that the mocks are compiled in.",
            valueName: "command"))
    var command: String?

    @Option(
        name: .customLong("exec-busy"),
        help: "When a batch ends while the command runs: run it again afterwards, at once, or not.")
    var busyPolicy = BatchCommand.BusyPolicy.queue

    @Option(
        name: .customLong("idle-exit"),
        help: ArgumentHelp(
            "End when nothing was generated, no client was connected and no command of --exec ran for this time, such as 30m.",
            valueName: "time"))
    var idleLimit: TimeSpan?

    @OptionGroup(title: "Common options") var common: EngineOptions

    func run() async throws {
        let root = common.root(named: root)
        // A problem with the root is thrown later, so that problems of the project are reported first.
        let watched = Result { () throws(PlacementError) in
            try WatchedRoot(FilePath(root), configuration: common.config.map { FilePath($0) })
        }
        var project = try describedProject(of: root)
        // An editor reads the lines of --problems.
        let linking = problems ? common.console : common.console(for: project.root)
        let console = linking.neverWaiting { Event.lost($0).line }
        defer { console.flush(within: .milliseconds(500)) }
        do {
            project = try canonical(project)
            var options = try common.daemonOptions(for: project, on: console)
            (options.command, options.commandBusyPolicy) = (command, busyPolicy)
            options.locations = try locations.map(locationsFile)
            options.idleLimit = idleLimit?.duration
            let daemon = try Daemon(
                project: project, in: watched.get(), options: options,
                reporter: BatchReporter(console: console, printsJSON: json, printsProblems: problems))
            try await daemon.run()
        } catch let failure as InstanceLock.Failure {
            console.error("error: \(failure)")
            throw ExitCode(failure.exitStatus)
        } catch let error as PlacementError {
            console.error("error: \(error)")
            throw ExitCode(error.exitStatus)
        } catch let error as DaemonFailure {
            console.error("error: \(error)")
            throw ExitCode(ExitStatus.failed)
        }
    }

    /// Returns the path of the file of locations; one that holds anything else ends the command.
    private func locationsFile(_ name: String) throws -> FilePath {
        let path = FilePath(name).absolute
        let files = LocalFileSystem()
        var status = stat()
        if lstat(path.string, &status) != 0 { return path }
        let isOurs = (try? files.contents(of: path))?.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
            ["error ", "warning ", "note "].contains { line.starts(with: $0.utf8) }
        }
        guard isOurs == true, !files.isLink(path) else {
            common.console.error("error: --locations: \(path) holds something else; name another file, or remove it")
            throw ExitCode(ExitStatus.cannotCreate)
        }
        return path
    }

    func validate() throws {
        if let command, command.allSatisfy(\.isWhitespace) { throw ValidationError("--exec needs a command.") }
        if problems, common.quiet { throw ValidationError("--problems prints lines that --quiet silences.") }
        if let idleLimit, idleLimit.duration < .seconds(1) { throw ValidationError("--idle-exit takes at least 1s.") }
    }

    /// Returns the project of a folder.
    ///
    /// A problem with it ends a daemon, but not one that a socket has started: each such end brings systemd closer to
    /// giving up on the socket, until 'systemctl reset-failed'. That daemon answers with the problem instead, and tries
    /// again with each question.
    private func describedProject(of root: String) throws -> Project {
        let notifier = SystemdNotifier(environment: ProcessEnvironment.all, process: getpid())
        var shown: ConfigurationError?
        var lastQuestion = SuspendingClock.now
        while true {
            do {
                return try common.discover(root)
            } catch {
                let handedOver = ControlSocket.handedOver(environment: ProcessEnvironment.all)
                guard let socket = handedOver, ControlSocket.awaitClient(at: socket, within: .zero) else {
                    throw common.ended(by: error, in: root)
                }
                if error.problems != shown?.problems { _ = common.ended(by: error, in: root) }
                shown = error
                ControlSocket.refuseClients(at: socket, with: .cannotStart(error.description))
                lastQuestion = .now
                notifier.ready("the configuration is wrong; it is read again with the next question")
                let rest = min(notifier.watchdogInterval.map { $0 / 3 } ?? .seconds(10), .seconds(10))
                while !ControlSocket.awaitClient(at: socket, within: rest) {
                    notifier.watchdog()
                    if let idleLimit, .now - lastQuestion > idleLimit.duration {
                        throw common.ended(by: error, in: root)
                    }
                }
            }
        }
    }

    /// Discovers the project again if its root is not spelled as lock, socket and watcher spell it.
    private func canonical(_ project: Project) throws -> Project {
        let root = try RootDirectory.canonical(project.root)
        return root == project.root ? project : try common.project(of: root.string)
    }
}

extension BatchCommand.BusyPolicy: ExpressibleByArgument {}

extension TimeSpan: ExpressibleByArgument {}
