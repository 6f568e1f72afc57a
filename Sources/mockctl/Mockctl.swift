internal import ArgumentParser
internal import ControlChannel
internal import Glibc

/// Asks the daemon a question on the command line.
@main
struct Mockctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mockctl",
        abstract: "Asks a running mockd what it does, and tells it what to do.",
        discussion: """
            Without --socket it asks the daemon of the nearest watched directory, from here upwards. Results go to \
            standard output, everything else to standard error. It ends with 0 if all is well, 1 if the daemon could \
            not do it, 2 for drift that was asked for, 3 if no daemon is running, 64 for wrong usage, 69 if the daemon is \
            of a version that it does not understand, 75 if the daemon is busy or took too long, 77 if it belongs to \
            somebody else, 78 for a wrong configuration.
            """,
        subcommands: [
            StatusCommand.self, SyncCommand.self, EventsCommand.self, GenerateCommand.self, OutputsCommand.self,
            InputsCommand.self, ErrorsCommand.self, ExplainCommand.self, RescanCommand.self, PauseCommand.self,
            ResumeCommand.self, ConfigCommand.self, ReloadCommand.self, LogCommand.self, MetricsCommand.self,
            DoctorCommand.self, ListCommand.self, StopCommand.self, VersionCommand.self, CompletionCommand.self,
            ManCommand.self, DebugCommand.self,
        ],
        defaultSubcommand: StatusCommand.self)

    static func main() {
        // `mockctl events | head` ends quietly, also where our parent ignores the signal.
        signal(SIGPIPE, SIG_DFL)
        do {
            if try runWithoutParser(Array(CommandLine.arguments.dropFirst())) { return }
            var command = try parseAsRoot()
            try command.run()
        } catch let exit as Failure {
            Output.error(exit.message)
            Glibc.exit(exit.status)
        } catch {
            exit(withError: error)
        }
    }

    /// Runs what editors, prompts and scripts ask all day; `false` if it is anything else.
    ///
    /// Setting up the argument parser takes two thirds of the instructions of `mockctl status`, from start to exit.
    private static func runWithoutParser(_ arguments: [String]) throws -> Bool {
        switch arguments {
        case [], ["status"]: try DaemonOptions.withDaemon(at: nil) { try StatusCommand.show($0, json: false) }
        case ["status", "--json"]: try DaemonOptions.withDaemon(at: nil) { try StatusCommand.show($0, json: true) }
        case ["sync"]:
            try DaemonOptions.withDaemon(at: nil) { _ = try $0.syncDocument(timeout: SyncCommand.ordinaryTimeout) }
        default: return false
        }
        return true
    }
}

/// Why a command ends without a result.
struct Failure: Error {
    var status: Int32
    var message: String

    init(status: Int32, _ message: String) {
        self.status = status
        self.message = message
    }

    init(_ failure: ClientFailure) {
        self.init(status: Self.status(of: failure), failure.description)
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
            case 422: 78
            default: 1
            }
        }
    }
}
