internal import ArgumentParser
internal import ControlChannel

struct VersionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "version",
        abstract: "Shows the versions of mockctl and of the daemon of this directory, if there is one.")

    @OptionGroup var daemon: DaemonOptions
    @Flag(help: "Print the answer as one JSON document.")
    var json = false

    /// Prints its own version even without a daemon: a bug report needs it first.
    func run() throws {
        if !json { Output.result("mockctl \(DaemonIdentity.buildVersion)") }
        do {
            try daemon.withDaemon { client in
                let reply = try client.ask(VersionAnswer.endpoint)
                if json { return Output.result(reply.document) }
                let answer = try reply.answer
                Output.result("mockd \(answer.version) (pid \(answer.pid))")
            }
        } catch let failure as Failure where failure.status == 3 {
            if json { Output.result(try WireFormat.encode(["mockctl": DaemonIdentity.productVersion])) }
            Output.error(failure.message)
        }
    }
}
