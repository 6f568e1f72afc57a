internal import ArgumentParser
internal import ControlChannel

struct StopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Ends the daemon of this directory and returns when it is gone.")

    @OptionGroup var daemon: DaemonOptions
    @Option(help: ArgumentHelp("How long to wait for its end, such as 15s.", valueName: "time"))
    var timeout = TimeSpan(duration: .seconds(15))

    func run() throws {
        try daemon.withDaemon { client in
            let limit = timeout.duration
            client.limit = min(client.limit, max(limit, .seconds(1)))
            let answer: ShutdownAnswer = try client.decode(client.post("/v1/shutdown"))
            guard InstanceLock.waitUntilReleased(besides: client.socketPath, limit: limit) else {
                throw Failure(
                    status: 75,
                    "mockd (pid \(answer.pid)) is still running after \(TimeSpan.text(of: limit)); end it with: "
                        + "kill -9 \(answer.pid)")
            }
        }
    }
}
