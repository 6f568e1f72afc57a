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

    @Option(
        help: ArgumentHelp("The longest time to wait for all of them, such as 500ms or 2s.", valueName: "time"))
    var timeout = TimeSpan(duration: ControlClient.ordinaryLimit)
    @Flag(help: "Print one JSON document a line.")
    var json = false

    func run() throws {
        var rows: [Row] = []
        var failures: [String] = []
        let deadline = ContinuousClock.now + timeout.duration
        for daemon in DaemonFinder(environment: ProcessEnvironment.ofDaemons).running(within: timeout.duration) {
            // A daemon that does not answer must leave some time for the others.
            daemon.client.limit = max(deadline - .now, .milliseconds(100))
            do throws(ClientFailure) {
                let status = try daemon.client.status()
                rows.append(
                    Row(
                        root: status.root, pid: status.pid, state: status.state, uptimeMs: status.uptimeMs,
                        socket: daemon.client.socketPath))
            } catch {
                failures.append("\(daemon.root): \(error)")
            }
        }
        if rows.isEmpty, failures.isEmpty { Output.error("no mockd is running; start one with: mockd watch") }
        if json {
            for row in rows { Output.result(try WireFormat.encode(row)) }
        } else if !rows.isEmpty {
            Output.table(
                rows.map { [$0.root, $0.state.description, String($0.pid), StatusText.age($0.uptimeMs)] },
                header: ["ROOT", "STATE", "PID", "UP"])
        }
        if !failures.isEmpty { throw Failure(status: 75, failures.joined(separator: "\n")) }
    }
}
