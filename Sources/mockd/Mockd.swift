internal import ArgumentParser
internal import ControlChannel
internal import Glibc

/// Composes watcher, engine and control server into one process, and is the one-shot generator.
@main
struct Mockd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mockd",
        abstract: "Generates mocks for Swift, and keeps them up to date while you edit.",
        discussion: """
            Run 'mockd watch' in the folder of a Swift package while you work, or 'mockd generate' once. \
            Ask a running daemon with 'mockctl'.
            """,
        version: DaemonIdentity.productVersion,
        subcommands: [WatchCommand.self, GenerateCommand.self, InitCommand.self, ServiceCommand.self]
    )

    static func main() async {
        // Whoever started us may have had them blocked; an end in time depends on them.
        for signal in [SIGALRM, SIGINT] { SignalMask.unblock(signal) }
        await main(nil)
    }
}
