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
            let query = [since.map { "since=\(URLText.encode($0))" }, types.map { "types=\(URLText.encode($0))" }]
            let target = "/v1/events" + URLText.query(query.compactMap { $0 })
            try client.stream(target) { line in
                guard once else {
                    Output.result(line)
                    return true
                }
                // Lines about the stream are no events of the daemon.
                let event: Event = try client.decode(line)
                switch event.content {
                case .hello, .ping: return true
                default:
                    Output.result(line)
                    return false
                }
            }
        }
    }
}

/// Encodes text for the query of a URL.
enum URLText {
    static func encode(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { encoded, byte in
            let character = Character(Unicode.Scalar(byte))
            if character.isASCII, character.isLetter || character.isNumber || "-._~:,/".contains(character) {
                encoded.append(character)
            } else {
                encoded += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }

    static func query(_ pairs: [String]) -> String {
        pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }
}
