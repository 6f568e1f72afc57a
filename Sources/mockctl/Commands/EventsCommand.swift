internal import ArgumentParser
internal import ControlChannel

struct EventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Prints events as they happen, one JSON document a line.")

    @OptionGroup var daemon: DaemonOptions
    @Option(help: ArgumentHelp("Begin after this clock of an earlier event.", valueName: "clock"))
    var since: String?
    @Option(
        help: ArgumentHelp("Only these types, separated by commas.", valueName: "types"),
        completion: .list(Event.Content.publishedTypes))
    var types: String?
    @Flag(help: "Print the next event and end.")
    var once = false
    @Flag(help: "Has no effect: events are always JSON.")
    var json = false

    func run() throws {
        try daemon.withDaemon { client in
            let filter = try filter
            try client.stream(EventFilter.endpoint, filter) { line in
                guard once else {
                    Output.result(line.document)
                    return true
                }
                // Lines about the stream are no events of the daemon.
                switch try line.answer.content {
                case .hello, .ping: return true
                default:
                    Output.result(line.document)
                    return false
                }
            }
        }
    }
    private var filter: EventFilter {
        get throws(ClientFailure) {
            do {
                return try EventFilter(since: since, types: types)
            } catch {
                throw .refused(error)
            }
        }
    }
}
