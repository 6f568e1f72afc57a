internal import ArgumentParser
internal import ControlChannel

struct OutputsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outputs", abstract: "Lists the files of mocks, their state and where they come from.")

    @OptionGroup var daemon: DaemonOptions
    @Flag(help: "Only files that are not what mockd would write.")
    var drifted = false
    @Flag(help: "Only files whose source was deleted.")
    var orphaned = false
    @Flag(help: "Exit with 2 if a listed file is not current.")
    var exitCode = false
    @Flag(help: "Print the answer as one JSON document.")
    var json = false

    func run() throws {
        try daemon.withAnswers { answers in
            let reply = try answers.ask(.outputs(hashed: json))
            var answer = try reply.answer
            if drifted || orphaned {
                answer.outputs.removeAll { output in
                    output.state == "current" || orphaned && !drifted && output.state != "orphaned"
                }
            }
            if json {
                Output.result(drifted || orphaned ? try WireFormat.encode(answer) : reply.document)
            } else {
                Output.table(
                    answer.outputs.map { [$0.state, $0.path, Self.contents(of: $0)] },
                    header: ["STATE", "FILE", "MOCKED TYPES"],
                    ifEmpty: drifted ? "no drifted mocks" : orphaned ? "no orphaned mocks" : "no mocks")
            }
            if exitCode, answer.outputs.contains(where: { $0.state != "current" }) { throw ExitCode(2) }
        }
    }

    /// The types that a file mocks. A file with matchers for the parameters of several mocks has none.
    private static func contents(of output: OutputsAnswer.Output) -> String {
        let isOfMatchers = output.path.split(separator: "/").last?.hasPrefix("Matcher+") == true
        return output.types.isEmpty && isOfMatchers ? "(matchers)" : output.types.joined(separator: ", ")
    }
}
