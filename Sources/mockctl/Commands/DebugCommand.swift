internal import ArgumentParser
internal import ControlChannel

/// Commands that show the daemon's internal data, for bug reports.
struct DebugCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "debug", abstract: "Shows internal data of the daemon, for bug reports.",
        subcommands: [DebugEventsCommand.self])
}

struct DebugEventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Lists the last events of the kernel, unprocessed, oldest first.",
        discussion: """
            When a save was not noticed: if its events are missing here, the kernel did not tell, as on network file \
            systems; if they are here, 'mockctl explain PATH' says what became of them.
            """)

    @OptionGroup var daemon: DaemonOptions
    @Flag(help: "Print the answer as one JSON document.")
    var json = false

    func run() throws {
        try daemon.withDaemon { client in
            let reply = try client.ask(SeenEventsAnswer.endpoint)
            if json { return Output.result(reply.document) }
            let answer = try reply.answer
            if answer.events.isEmpty { Output.error("no events yet") }
            let rows = answer.events.map { ["\(StatusText.age($0.ageMs)) ago", $0.mask, $0.path ?? ""] }
            for line in TableText.lines(rows) { Output.result(line) }
        }
    }
}
