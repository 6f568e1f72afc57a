internal import ArgumentParser
internal import ControlChannel

struct OutputsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outputs", abstract: "Lists the files of mocks, their state and where they come from.")

    @OptionGroup var daemon: DaemonOptions
    @Flag(help: "Only files that are not what mockd would write.")
    var drifted = false
    @Flag(help: "Print the answer as one JSON document.")
    var json = false

    func run() throws {
        try daemon.withDaemon { client in
            let document = try client.get("/v1/outputs")
            var answer: OutputsAnswer = try client.decode(document)
            if drifted { answer.outputs.removeAll { $0.state == "current" } }
            if json {
                return Output.result(drifted ? try WireFormat.encode(answer) : document)
            }
            let rows = answer.outputs.map { [$0.state, $0.path, $0.types.joined(separator: ", ")] }
            for line in TableText.lines(rows) { Output.result(line) }
        }
    }
}

/// Columns that line up, separated by two spaces.
enum TableText {
    static func lines(_ rows: [[String]]) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
