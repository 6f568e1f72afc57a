internal import ArgumentParser
internal import ControlChannel

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows what tests can write with a mock, without a build.",
        discussion: """
            For a mock in style typed it ends with lines to paste, for most members. Exit status: 1 if there is no such \
            mock; 'mockctl explain' tells why.
            """)

    @Argument(
        help: ArgumentHelp("A mock or its type.", valueName: "name"),
        completion: .custom { _, _, prefix in Names.ofProject(beginningWith: prefix) })
    var mock: String
    // Declared after the mock, so that the folder is the second argument.
    @OptionGroup var daemon: DaemonOptions
    @Flag(help: "Print the answer as one JSON document.")
    var json = false

    func run() throws {
        try daemon.withAnswers { answers in
            let reply = try answers.ask(.show(mock))
            if json { return Output.result(reply.document) }
            let answer = try reply.answer
            Output.result("// \(answer.summary)\(answer.output.map { ": \($0)" } ?? "")")
            for section in answer.sections {
                Output.result(section.title)
                for declaration in section.declarations { Output.result("    \(declaration)") }
            }
        }
    }
}
