internal import ArgumentParser
internal import ControlChannel

struct InputsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inputs", abstract: "Lists the sources that are read, their state and the types with mocks.")

    @OptionGroup var daemon: DaemonOptions
    @Flag(help: "Only sources with errors, and these errors.")
    var failed = false
    @Flag(help: "Print the answer as one JSON document.")
    var json = false

    func run() throws {
        try daemon.withAnswers { answers in
            let reply = try answers.ask(.inputs)
            if json, !failed { return Output.result(reply.document) }
            var answer = try reply.answer
            if failed { answer.inputs.removeAll { $0.state == "current" && $0.diagnostics.isEmpty } }
            if json { return Output.result(try WireFormat.encode(answer)) }
            if failed {
                if answer.inputs.isEmpty { Output.error("no sources with errors") }
                for input in answer.inputs {
                    Output.result("\(input.state) \(input.path)")
                    for diagnostic in input.diagnostics { Output.result("  \(diagnostic)") }
                }
            } else {
                Output.table(
                    answer.inputs.map { [$0.state, $0.path, $0.module, $0.types.joined(separator: ", ")] },
                    header: ["STATE", "SOURCE", "MODULE", "MOCKED TYPES"], ifEmpty: "no sources")
            }
        }
    }
}
