internal import ArgumentParser
internal import ControlChannel

struct VersionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "version", abstract: "Shows the versions of mockctl and of the daemon of this directory.")

    @OptionGroup var daemon: DaemonOptions
    @Flag(help: "Print the answer as one JSON document.")
    var json = false

    func run() throws {
        if !json { Output.result("mockctl \(DaemonIdentity.productVersion)") }
        try daemon.withDaemon { client in
            let document = try client.get("/v1/version")
            if json { return Output.result(document) }
            let answer: VersionAnswer = try client.decode(document)
            Output.result("mockd \(answer.version) (pid \(answer.pid))")
        }
    }
}
