internal import ArgumentParser

/// Composes watcher, engine and control server into one process, and is the one-shot generator.
@main
struct Mockd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mockd",
        abstract: "Generates mocks for Swift, and keeps them up to date while you edit.",
        discussion: """
            Start with 'mockd watch' in the folder of a Swift package, or run 'mockd generate' once.
            Ask a running daemon with 'mockctl'.
            """,
        version: Version.text,
        subcommands: [GenerateCommand.self]
    )
}
