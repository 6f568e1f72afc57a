internal import ArgumentParser
internal import ControlChannel

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Shows what the daemon of this directory is doing (the default).",
        discussion: """
            Without --timeout, --wait takes 30s at most. It waits for a daemon that was just started, too, and ends with 3 \
            at once if there is none.
            """)

    enum Goal: String, ExpressibleByArgument, CaseIterable {
        case ready, idle
    }

    @OptionGroup var daemon: DaemonOptions
    @Flag(help: "Print the whole status as one JSON document.")
    var json = false
    @Option(help: "Wait until the first scan is done (ready) or nothing is left to do (idle).")
    var wait: Goal?

    func run() throws {
        let limit = daemon.connection.timeout?.duration ?? .seconds(30)
        let end = ContinuousClock.now + limit
        if let wait, !daemon.waitForStart(within: limit) { throw Self.tooLong(wait, limit) }
        try daemon.withDaemon { client in
            if let wait { try self.wait(for: wait, client, until: end, limit) }
            try Self.show(client, json: json, daemon.style)
        }
    }

    static func show(_ client: ControlClient, json: Bool, _ style: Style = .ofStandardOutput()) throws(ClientFailure) {
        let document = try client.ask(Status.endpoint).document
        if json { return Output.result(document) }
        let text = StatusText(status: try JSONValue(parsing: document), style: style)
        for line in text.lines { Output.styled(line) }
    }

    /// Checks the status after each event.
    private func wait(
        for goal: Goal, _ client: ControlClient, until end: ContinuousClock.Instant, _ limit: Duration
    ) throws {
        client.limit = min(client.limit, limit)
        let events = try ControlClient(connectingTo: client.socketPath, limit: client.limit)
        do {
            try events.stream(EventFilter.endpoint, EventFilter(), limit: limit) { _ in
                if try reached(goal, client) { return false }
                guard ContinuousClock.now < end else { throw ClientFailure.noAnswer(within: limit) }
                return true
            }
        } catch ClientFailure.noAnswer {
            throw Self.tooLong(goal, limit)
        }
        guard try reached(goal, client) else { throw ClientFailure.closed }
    }

    private static func tooLong(_ goal: Goal, _ limit: Duration) -> Failure {
        Failure(status: 75, "mockd is not \(goal.rawValue) after \(TimeSpan.text(of: limit))")
    }

    private func reached(_ goal: Goal, _ client: ControlClient) throws(ClientFailure) -> Bool {
        let status = try client.status()
        return goal == .ready ? status.ready : status.ready && status.idle
    }
}
