internal import ArgumentParser
internal import ControlChannel
internal import Glibc
internal import LinuxSystem
internal import MockEngine
internal import MockModel

/// Composes watcher, engine and control server into one process, and is the one-shot generator.
@main
struct Mockd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mockd",
        abstract: "Generates mocks for Swift, and keeps them up to date while you edit.",
        discussion: """
            Run 'mockd watch' in the folder of a Swift package while you work, or 'mockd generate' once. \
            Ask a running daemon with 'mockctl'. 'mockd help agents' prints what an AGENTS.md should say.
            """,
        version: DaemonIdentity.buildVersion,
        subcommands: [
            WatchCommand.self, GenerateCommand.self, IndexCommand.self, WorkerCommand.self, InitCommand.self,
            ConfigCommand.self, ServiceCommand.self, AnswerCommand.self,
        ]
    )

    static func main() async {
        StandardStreams.fillClosed()
        // The parent process may have blocked them; a stop within the time limit depends on them.
        for signal in [SIGALRM, SIGINT] { SignalMask.unblock(signal) }
        if let shortage = MemoryLimit.shortage ?? DescriptorLimit.shortage(of: DescriptorLimit.raise()) {
            Console().error("error: \(shortage)")
            Glibc.exit(ExitStatus.failed)
        }
        ProcessMemory.useFewHeaps()
        if CommandLine.arguments.dropFirst().elementsEqual(["help", "agents"]) {
            print(AgentsText.text, terminator: "")
            Glibc.exit(0)
        }
        if let mistake = mistypedCommand(CommandLine.arguments.dropFirst()) {
            Console().error(mistake)
            exit(withError: ExitCode.validationFailure)
        }
        await main(nil)
    }

    /// Recognizes a mistyped command, which the parser would report as an unexpected argument.
    private static func mistypedCommand(_ arguments: ArraySlice<String>) -> String? {
        let words = arguments.prefix { !$0.hasPrefix("-") }.drop { $0 == "help" }
        guard let first = words.first else { return nil }
        let topics = arguments.first == "help" ? ["agents"] : ["help"]
        if let mistake = mistake(first, instead: names(of: configuration) + topics, "mockd") { return mistake }
        let service = ServiceCommand.configuration
        guard first == service.commandName, let second = words.dropFirst().first else { return nil }
        return mistake(second, instead: names(of: service), "mockd service")
    }

    private static func names(of command: CommandConfiguration) -> [String] {
        command.subcommands.compactMap { $0.configuration.commandName }
    }

    private static func mistake(_ word: String, instead names: [String], _ command: String) -> String? {
        if names.contains(word) { return nil }
        let guess = closest(to: word, among: names).map { "did you mean '\($0)'?" }
        return "there is no command '\(word)'; \(guess ?? "see: \(command) --help")"
    }
}
