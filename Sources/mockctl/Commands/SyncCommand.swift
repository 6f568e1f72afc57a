internal import ArgumentParser
internal import ControlChannel

struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Returns when everything saved before the call has been generated.",
        discussion: """
            For scripts: mockctl sync && swift test

            Exit status: 1 a mock could not be written, or a file that is not mockd's is in its place, or Package.swift \
            or .mockd.yml is wrong and the project is mocked as it was described before.
            """)

    @OptionGroup var daemon: DaemonOptions
    @Flag(help: "Print the answer as one JSON document.")
    var json = false

    func run() throws {
        let timeout = daemon.connection.timeout?.duration ?? Self.ordinaryTimeout
        try daemon.withDaemon(within: max(timeout, .seconds(1))) { try Self.run($0, timeout: timeout, json: json) }
    }

    /// The exit status reports whether the mocks match the saved sources. Errors in sources are only printed, because
    /// the compiler reports them as well.
    static func run(_ client: ControlClient, timeout: Duration = ordinaryTimeout, json: Bool = false) throws {
        let document = try client.syncDocument(timeout: timeout)
        if json { Output.result(document) }
        let answer: SyncAnswer = try client.decode(document)
        for cause in answer.notCurrent ?? [] { Output.error(cause.description) }
        if answer.rejected != nil {
            Output.error("the project is mocked as it was described before; see: mockctl errors")
        }
        if let unwritten = answer.unwritten {
            Output.error("\(StatusText.count(unwritten, "mock")) could not be written; see: mockctl errors")
        }
        if let errors = answer.errors {
            Output.error(
                "\(StatusText.count(errors, "error")), so mocks may be the last good ones; see: mockctl errors")
        }
        if answer.notCurrent != nil { throw ExitCode.failure }
    }

    static let ordinaryTimeout = Duration.seconds(10)
}
