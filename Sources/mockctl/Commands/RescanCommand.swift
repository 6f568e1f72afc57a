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
            let reply = try client.work(RescanAnswer.endpoint, RescanRequest(reason: reason))
            if json { return Output.result(reply.document) }
            let answer = try reply.answer
            let changed = answer.changed == 0 ? "nothing" : StatusText.count(answer.changed, "file")
            Output.result(
                "\(StatusText.count(answer.files, "source")), \(changed) had changed unnoticed (\(answer.ms) ms)")
        }
    }
}
