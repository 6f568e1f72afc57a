internal import ArgumentParser
internal import ControlChannel

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists all running daemons of this user.")

    private struct Row: Codable {
        var root: String
        var pid: Int
        var state: DaemonState
        var uptimeMs: Int
        var socket: String
    }

    @Flag(help: "Print one JSON document a line.")
    var json = false

    func run() throws {
        let rows = DaemonFinder(environment: ProcessEnvironment.ofDaemons).running().compactMap { daemon -> Row? in
            guard let status = try? daemon.client.status() else { return nil }
            return Row(
                root: status.root, pid: status.pid, state: status.state, uptimeMs: status.uptimeMs,
                socket: daemon.client.socketPath)
        }
        if rows.isEmpty { Output.error("no mockd is running; start one with: mockd watch") }
        if json {
            for row in rows { Output.result(try WireFormat.encode(row)) }
        } else {
            Output.table(
                rows.map { [$0.root, $0.state.description, String($0.pid), StatusText.age($0.uptimeMs)] },
                header: ["ROOT", "STATE", "PID", "UP"])
        }
    }
}
