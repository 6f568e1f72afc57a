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
            let client = try finder.connect(from: ProcessEnvironment.currentDirectory, socket: socket)
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

    /// Why an answer makes no sense, if it comes from a mockd of another version; it can at least tell that.
    private static func otherVersion(of client: ControlClient) -> Failure? {
        let own = DaemonIdentity.productVersion
        guard let fresh = try? ControlClient(connectingTo: client.socketPath),
            let answer = try? fresh.get("/v1/version"), let version = try? JSONValue(parsing: answer).version.string,
            version != own
        else { return nil }
        return Failure(
            status: 69,
            "this is mockctl \(own), and the mockd that runs is \(version); start it again: mockctl stop && mockd watch"
        )
    }
}
