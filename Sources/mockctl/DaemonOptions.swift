internal import ArgumentParser
internal import ControlChannel
internal import Glibc

/// Which daemon a command talks to.
struct DaemonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The control socket of the daemon; else $MOCKD_SOCKET.", valueName: "path"),
        completion: .file())
    var socket: String?
    @Option(help: "Whether to colour what is for people.")
    var color = Style.Choice.auto

    var style: Style { .ofStandardOutput(color) }

    func withDaemon(_ body: (ControlClient) throws -> Void) throws {
        try Self.withDaemon(at: socket, body)
    }

    /// Does `body` with the daemon, and makes of what goes wrong an exit status and a sentence.
    static func withDaemon(at socket: String?, _ body: (ControlClient) throws -> Void) throws {
        do {
            let finder = DaemonFinder(environment: ProcessEnvironment.ofDaemons)
            try body(finder.connect(from: ProcessEnvironment.currentDirectory, socket: socket))
        } catch let failure as ClientFailure {
            throw Failure(failure)
        } catch let failure as DaemonFinder.NotWatched {
            throw Failure(status: 3, failure.description)
        }
    }
}
