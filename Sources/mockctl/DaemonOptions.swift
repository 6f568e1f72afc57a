internal import ArgumentParser
internal import ControlChannel
internal import Glibc

/// Which daemon a command talks to.
struct DaemonOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The control socket of the daemon; else $MOCKD_SOCKET.", valueName: "path"))
    var socket: String?

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

/// What a process is started with, without Foundation.
enum ProcessEnvironment {
    /// The variables that lead to a daemon.
    static var ofDaemons: [String: String] {
        var variables: [String: String] = [:]
        for name in DaemonFinder.variables { variables[name] = self[name] }
        return variables
    }

    static subscript(name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    static var currentDirectory: String {
        guard let path = getcwd(nil, 0) else { return "." }
        defer { free(path) }
        return String(cString: path)
    }
}
