internal import ArgumentParser
internal import ControlChannel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Holds back generation until the time is over, a command has ended, or 'mockctl resume'.",
        discussion: """
            Changes are noticed meanwhile, and generated in one batch afterwards. For a rebase, a formatter, or a merge \
            tool that writes the same files many times: mockctl pause -- git rebase -i main

            With a command it ends with the command's exit status, and without a daemon it only runs the command.
            """)

    @OptionGroup var daemon: DaemonOptions
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("The longest duration, such as 30s or 5m; at most 1h.", valueName: "time"))
    var limit: TimeSpan?
    @Option(help: ArgumentHelp("The purpose, which the status shows; else the command.", valueName: "text"))
    var name: String?
    @Flag(help: "Print the answer as one JSON document.")
    var json = false
    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("A command to run meanwhile, behind '--'; the pause ends with it.", valueName: "command"))
    var command: [String] = []

    private static let longest = Duration.seconds(3600)
    /// The longest name that the daemon accepts, in characters.
    private static let longestName = 100

    func validate() throws {
        if let limit, !(Duration.milliseconds(1)...Self.longest).contains(limit.duration) {
            throw ValidationError("--for takes from 1ms to 1h.")
        }
        if limit != nil, !command.isEmpty {
            throw ValidationError("--for is for a pause without a command, because a command ends its pause.")
        }
        if json, !command.isEmpty { throw ValidationError("--json prints the answer of a pause without a command.") }
    }

    func run() throws {
        guard command.isEmpty else { return try runCommand() }
        try daemon.withDaemon { client in
            let time = limit?.duration ?? Self.longest
            let reply = try client.ask(
                Lease.endpoint, LeaseRequest(name: name ?? "mockctl pause", ttlMs: time.milliseconds))
            if json { return Output.result(reply.document) }
            Output.result("paused until \(try reply.answer.until?.localText ?? "?"); go on with: mockctl resume")
        }
    }

    /// Runs the command while the connection, and with it the pause, lasts.
    private func runCommand() throws {
        let program = ForegroundCommand(command)
        let purpose = String(command.joined(separator: " ").unicodeScalars.prefix(Self.longestName))
        do {
            try daemon.withDaemon { client in
                _ = try client.ask(Lease.endpoint, LeaseRequest(name: name ?? purpose))
                let status = try program.run()
                throw ExitCode(status)
            }
        } catch let failure as Failure where failure.status == Failure(.notRunning(socket: "")).status {
            Output.error("\(failure.message); nothing is paused")
            throw ExitCode(try program.run())
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
            let reply = try client.ask(LeasesAnswer.end, nil)
            if json { return Output.result(reply.document) }
            let answer = try reply.answer
            guard !answer.leases.isEmpty else { return Output.result("nothing was paused") }
            let names = answer.leases.map { "'\($0.name)'" }.joined(separator: ", ")
            Output.result("resumed; generation was held back by \(names)")
        }
    }
}
