internal import ArgumentParser
internal import ControlChannel

struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Returns when everything saved before the call has been generated.",
        discussion: "For scripts: mockctl sync && swift test")

    @OptionGroup var daemon: DaemonOptions
    @Option(help: ArgumentHelp("How long to wait at most, such as 10s, 500ms or 2m.", valueName: "time"))
    var timeout = TimeSpan(duration: Self.ordinaryTimeout)
    @Flag(help: "Print the answer as one JSON document.")
    var json = false

    func run() throws {
        try daemon.withDaemon { client in
            let document = try Self.sync(client, timeout: timeout.duration)
            // For a script the exit status says it all.
            if json { Output.result(document) }
        }
    }

    static let ordinaryTimeout = Duration.seconds(10)

    @discardableResult
    static func sync(_ client: ControlClient, timeout: Duration = ordinaryTimeout) throws(ClientFailure) -> [UInt8] {
        // The daemon gives up at `timeout`; the rest is for one that cannot even do that.
        try client.post("/v1/sync", SyncRequest(timeoutMs: timeout.milliseconds), limit: timeout + .seconds(5))
    }
}
