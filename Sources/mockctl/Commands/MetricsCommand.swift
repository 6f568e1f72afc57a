internal import ArgumentParser
internal import ControlChannel

struct MetricsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics", abstract: "Prints figures in the text format of Prometheus.")

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        try daemon.withDaemon { client in Output.result(try client.exchange(.metrics)) }
    }
}
