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
            let document = try client.syncDocument(timeout: timeout.duration)
            // For a script the exit status says it all.
            if json { Output.result(document) }
        }
    }

    static let ordinaryTimeout = Duration.seconds(10)
}
