internal import ArgumentParser
internal import ControlChannel

struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Returns when everything saved before the call has been generated.",
        discussion: "For scripts: mockctl sync && swift test")

    @OptionGroup var daemon: DaemonOptions
    @Option(help: ArgumentHelp("How long to wait at most, such as 10s, 500ms or 2m.", valueName: "time"))
    var timeout = TimeSpan(duration: .seconds(10))
    @Flag(help: "Print the answer as one JSON document.")
    var json = false

    func run() throws {
        try daemon.withDaemon { client in
            let limit = timeout.duration
            let request = SyncRequest(timeoutMs: limit.milliseconds)
            let document = try client.post("/v1/sync", request, limit: limit + .seconds(5))
            // For a script the exit status says it all.
            if json { Output.result(document) }
        }
    }
}
