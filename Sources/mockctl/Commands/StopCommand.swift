internal import ArgumentParser
internal import ControlChannel

struct StopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Stops the daemon of this directory and waits for its end.",
        discussion: "Without --timeout it waits 15s.")

    @OptionGroup var daemon: DaemonOptions
    func run() throws {
        let limit = daemon.connection.timeout?.duration ?? .seconds(15)
        try daemon.withDaemon(within: min(ControlClient.ordinaryLimit, max(limit, .seconds(1)))) { client in
            let answer = try client.ask(ShutdownAnswer.endpoint).answer
            guard InstanceLock.waitUntilReleased(besides: client.socketPath, limit: limit) else {
                throw Failure(
                    status: 75,
                    "mockd (pid \(answer.pid)) is still running after \(TimeSpan.text(of: limit)); end it with: "
                        + "kill -9 \(answer.pid)")
            }
            Output.result("stopped mockd (pid \(answer.pid))\(answer.root.map { " of \($0)" } ?? "")")
        }
    }
}
