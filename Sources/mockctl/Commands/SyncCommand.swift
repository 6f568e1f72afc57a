internal import ArgumentParser
internal import ControlChannel

struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Returns when everything saved before the call has been generated.",
        discussion: """
            For scripts: mockctl sync && swift test

            With --start it starts a daemon if none is running, which ends when it is not used for 30 minutes. With CI \
            set in the environment, or where no daemon can run, it generates once instead.

            Exit status: 1 if there is any error, as 'mockd generate --check' ends with another status than 0: in the \
            sources, in Package.swift or .mockd.yml, or because a mock could not be written. Warnings are only counted.
            """)

    @OptionGroup var daemon: DaemonOptions
    @Flag(help: "Print the answer as one JSON document.")
    var json = false
    @Flag(help: "Start a daemon if none is running.")
    var start = false

    func validate() throws {
        let isNamed = daemon.connection.socket != nil || daemon.root == nil && ProcessEnvironment["MOCKD_SOCKET"] != nil
        if start, json {
            throw ValidationError("--start may generate once, which answers with text and not with JSON.")
        }
        if start, isNamed {
            throw ValidationError("--start takes a folder, because --socket and $MOCKD_SOCKET name a running daemon.")
        }
    }

    func run() throws {
        let timeout = daemon.connection.timeout?.duration
        do {
            try run(within: timeout ?? Self.ordinaryTimeout)
        } catch let failure as Failure where failure.status == 3 && start {
            try StartedDaemon.start(in: daemon.root, within: timeout ?? Self.startTimeout)
            try run(within: timeout ?? Self.startTimeout)
        }
    }

    private func run(within timeout: Duration) throws {
        try daemon.withDaemon(within: max(timeout, .seconds(1))) { try Self.run($0, timeout: timeout, json: json) }
    }

    /// The exit status is 0 if and only if `mockd generate --check` would end with 0: with an error in a source, its
    /// mocks are the last good ones. Warnings are counted, because one may be the reason why a mock is missing.
    static func run(_ client: ControlClient, timeout: Duration = ordinaryTimeout, json: Bool = false) throws {
        let reply = try client.sync(timeout: timeout)
        if json { Output.result(reply.document) }
        let answer = try reply.answer
        for cause in answer.notCurrent ?? [] { Output.error(cause.description) }
        if answer.rejected != nil {
            Output.error("the project is mocked as it was described before; see: mockctl errors")
        }
        if let unwritten = answer.unwritten {
            Output.error("\(StatusText.count(unwritten, "mock")) could not be written; see: mockctl errors")
        }
        let problems = [(answer.errors, "error"), (answer.warnings, "warning")].compactMap { number, noun in
            number.map { StatusText.count($0, noun) }
        }
        if !problems.isEmpty { Output.error("\(problems.joined(separator: ", ")); see: mockctl errors") }
        if answer.notCurrent != nil { throw ExitCode.failure }
    }

    static let ordinaryTimeout = Duration.seconds(10)
    /// The same for a daemon that has to scan the project first.
    private static let startTimeout = Duration.seconds(60)
}
