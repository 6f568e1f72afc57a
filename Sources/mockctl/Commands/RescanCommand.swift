internal import ArgumentParser
internal import ControlChannel

struct RescanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rescan", abstract: "Compares everything with the disk and generates what differs.")

    @OptionGroup var daemon: DaemonOptions
    @Option(help: ArgumentHelp("The reason, for readers of the events.", valueName: "text"))
    var reason: String?
    @Flag(help: "Print the answer as one JSON document.")
    var json = false

    func run() throws {
        try daemon.withDaemon { client in
            let document = try client.work("/v1/rescan", RescanRequest(reason: reason))
            if json { return Output.result(document) }
            let answer: RescanAnswer = try client.decode(document)
            let changed = answer.changed == 0 ? "nothing" : StatusText.count(answer.changed, "file")
            Output.result(
                "\(StatusText.count(answer.files, "source")), \(changed) had changed unnoticed (\(answer.ms) ms)")
        }
    }
}
