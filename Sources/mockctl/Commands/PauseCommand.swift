internal import ArgumentParser
internal import ControlChannel

struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Holds back generation until the time is over or 'mockctl resume'.",
        discussion: """
            Changes are noticed meanwhile, and generated in one batch afterwards. For a rebase, a formatter, or a merge \
            tool that writes the same files many times.
            """)

    @OptionGroup var daemon: DaemonOptions
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("The longest duration, such as 30s or 5m; at most 1h.", valueName: "time"))
    var limit = TimeSpan(duration: .seconds(3600))
    @Option(help: ArgumentHelp("The purpose, which the status shows.", valueName: "text"))
    var name = "mockctl pause"
    @Flag(help: "Print the answer as one JSON document.")
    var json = false

    func validate() throws {
        guard (Duration.milliseconds(1) ... .seconds(3600)).contains(limit.duration) else {
            throw ValidationError("--for takes from 1ms to 1h.")
        }
    }

    func run() throws {
        try daemon.withDaemon { client in
            let document = try client.post("/v1/leases", LeaseRequest(name: name, ttlMs: limit.duration.milliseconds))
            if json { return Output.result(document) }
            let lease: Lease = try client.decode(document)
            Output.result("paused until \(lease.until?.localText ?? "?"); go on with: mockctl resume")
        }
    }
}

struct ResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Ends every pause and generates what was held back.")

    @OptionGroup var daemon: DaemonOptions
    @Flag(help: "Print the answer as one JSON document.")
    var json = false

    func run() throws {
        try daemon.withDaemon { client in
            let document = try client.delete("/v1/leases")
            if json { return Output.result(document) }
            let answer: LeasesAnswer = try client.decode(document)
            guard !answer.leases.isEmpty else { return Output.result("nothing was paused") }
            let names = answer.leases.map { "'\($0.name)'" }.joined(separator: ", ")
            Output.result("resumed; generation was held back by \(names)")
        }
    }
}
