internal import ArgumentParser
internal import ControlChannel

struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Prints the last lines of the daemon's log.")

    enum Level: String, ExpressibleByArgument, CaseIterable {
        case trace, debug, info, notice, warning, error, critical
    }

    @OptionGroup var daemon: DaemonOptions
    @Flag(name: [.customShort("f"), .long], help: "Go on with new lines as they come.")
    var follow = false
    @Option(help: "Only lines that are at least as important.")
    var level = Level.info
    @Flag(help: "Print one JSON document a line.")
    var json = false

    func run() throws {
        try daemon.withDaemon { client in
            try client.stream(LogFilter.endpoint, LogFilter(level: level.rawValue, follows: follow)) { line in
                if json {
                    Output.result(line.document)
                    return true
                }
                let event = try line.answer
                switch event.content {
                case .log(let record): Output.diagnostic(Self.text(of: record, at: event.time), daemon.style)
                case .lagged(let dropped, _):
                    Output.error("\(StatusText.count(dropped, "line")) went by too fast to be read")
                default: break
                }
                return true
            }
        }
    }

    /// Returns the line of a record. A diagnostic contains its severity already, after its position.
    private static func text(of record: LogRecord, at time: Timestamp) -> String {
        let level = "\(record.level): "
        return "\(time.localText) \(record.message.contains(level) ? "" : level)\(record.message)"
    }
}
