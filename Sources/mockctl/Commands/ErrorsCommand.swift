internal import ArgumentParser
internal import ControlChannel

struct ErrorsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "errors", abstract: "Lists errors, warnings and notes, as a compiler does.",
        discussion: "Exit status: 0 whatever it lists; 'mockctl sync' ends with 1 if it lists an error.")

    @OptionGroup var daemon: DaemonOptions
    @Flag(help: "Print the answer as one JSON document.")
    var json = false

    func run() throws {
        try daemon.withAnswers { answers in
            let reply = try answers.ask(.errors)
            if json { return Output.result(reply.document) }
            let answer = try reply.answer
            if answer.diagnostics.isEmpty { return Output.error("no errors") }
            let links = try daemon.connection.links(in: answers.root())
            for diagnostic in answer.diagnostics {
                Output.diagnostic(diagnostic.description, daemon.style, links: links)
            }
        }
    }
}
