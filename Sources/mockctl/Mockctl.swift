internal import ArgumentParser
internal import ControlChannel
internal import Glibc
internal import LinuxSystem
internal import MockModel

/// Asks the daemon a question on the command line.
@main
struct Mockctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mockctl",
        abstract: "Queries and controls a running mockd.",
        discussion: """
            Without --socket it asks the daemon of the nearest watched directory, upwards from the current folder or \
            from a named one. Results go to standard output, everything else to standard error. Exit status: 0 success, \
            1 the daemon could not do it, 2 drift was found, 3 no daemon is running, 64 wrong usage, 69 the daemon's \
            version is not supported, 73 a file cannot be created, 75 the daemon is busy or took too long, 77 it belongs to another user, 78 the \
            configuration is wrong.
            """,
        version: DaemonIdentity.buildVersion,
        subcommands: [
            StatusCommand.self, SyncCommand.self, EventsCommand.self, GenerateCommand.self, OutputsCommand.self,
            InputsCommand.self, ErrorsCommand.self, ExplainCommand.self, ShowCommand.self, GraphCommand.self,
            RescanCommand.self, PauseCommand.self, ResumeCommand.self, ConfigCommand.self, ReloadCommand.self,
            LogCommand.self, MetricsCommand.self,
            DoctorCommand.self, DebugCommand.self, ListCommand.self, StopCommand.self, VersionCommand.self,
            CompletionCommand.self, ManCommand.self,
        ],
        defaultSubcommand: StatusCommand.self)

    static func main() {
        StandardStreams.fillClosed()
        // `mockctl events | head` ends quietly even if the parent process ignores SIGPIPE.
        signal(SIGPIPE, SIG_DFL)
        do {
            let arguments = statusOfFolder(commandFirst(Array(CommandLine.arguments.dropFirst())))
            if try runWithoutParser(arguments) { return }
            // Users ask either program for it; only `mockd` contains the text.
            if arguments.starts(with: ["help", "agents"]) {
                throw ExitCode(try ForegroundCommand(try SiblingProgram("mockd", arguments).words).run())
            }
            try checkCommand(arguments)
            var command = try parseAsRoot(arguments)
            try command.run()
        } catch let exit as Failure {
            for line in exit.message.split(separator: "\n") { Output.error(String(line)) }
            Glibc.exit(exit.status)
        } catch {
            exit(withError: error)
        }
    }

    /// Runs the commands that editors, prompts and scripts call all the time; returns `false` for others.
    ///
    /// Setting up the argument parser takes two thirds of the instructions of `mockctl status`, from start to exit.
    private static func runWithoutParser(_ arguments: [String]) throws -> Bool {
        switch arguments {
        case [], ["status"]: try ConnectionOptions.withDaemon(at: nil) { try StatusCommand.show($0, json: false) }
        case ["status", "--json"]: try ConnectionOptions.withDaemon(at: nil) { try StatusCommand.show($0, json: true) }
        case ["sync"]:
            try ConnectionOptions.withDaemon(at: nil) { try SyncCommand.run($0) }
        default: return false
        }
        return true
    }
}

extension Mockctl {
    /// Turns `--socket S events` into `events --socket S`: the parser accepts a command's options only after the
    /// command.
    static func commandFirst(_ arguments: [String]) -> [String] {
        var index = 0
        while index < arguments.count, arguments[index].hasPrefix("-") {
            switch arguments[index].prefix(while: { $0 != "=" }) {
            case "--socket", "--color", "--timeout": index += arguments[index].contains("=") ? 1 : 2
            case "--json": index += 1
            default: return arguments
            }
        }
        guard index > 0, index < arguments.count else { return arguments }
        return [arguments[index]] + arguments[..<index] + arguments[(index + 1)...]
    }

    private static var commandNames: [String] {
        configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    }

    /// Turns `mockctl ../Kitchen` into `mockctl status ../Kitchen`; a command takes precedence over a folder of its
    /// name.
    private static func statusOfFolder(_ arguments: [String]) -> [String] {
        guard let first = arguments.first, !first.hasPrefix("-"), !commandNames.contains(first) else {
            return arguments
        }
        var state = stat()
        let isFolder = stat(first, &state) == 0 && state.st_mode & S_IFMT == S_IFDIR
        return isFolder ? ["status"] + arguments : arguments
    }

    /// Rejects a mistyped command: because of the default command, the parser would report a surplus argument.
    private static func checkCommand(_ arguments: [String]) throws {
        let names = arguments.prefix(while: { !$0.hasPrefix("-") }).drop { $0 == "help" }
        guard let first = names.first, !commandNames.contains(first) else { return }
        let topics = arguments.first == "help" ? ["agents"] : []
        let guess = closest(to: first, among: commandNames + topics).map { "did you mean '\($0)'?" }
        throw Failure(status: 64, "there is no command '\(first)'; \(guess ?? "see: mockctl --help")")
    }
}

/// The reason why a command failed, with its exit status.
struct Failure: Error {
    var status: Int32
    var message: String

    init(status: Int32, _ message: String) {
        self.status = status
        self.message = message
    }

    init(_ failure: ClientFailure) {
        // Configuration errors are separate lines, in the format of a compiler.
        if case .refused(let error) = failure, error.status == 422 {
            self.init(status: 78, [error.message, error.hint].compactMap { $0 }.joined(separator: "\n"))
        } else {
            self.init(status: Self.status(of: failure), failure.description)
        }
    }

    private static func status(of failure: ClientFailure) -> Int32 {
        switch failure {
        case .notRunning: 3
        case .permissionDenied: 77
        case .noAnswer: 75
        case .malformed: 69
        case .closed, .system: 1
        case .refused(let error):
            switch error.status {
            case 400: 64
            case 403: 77
            case 409, 429, 503: 75
            default: 1
            }
        }
    }
}
