internal import ArgumentParser
internal import ControlChannel

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Tells why something is, or is not, watched or generated.")

    @OptionGroup var daemon: DaemonOptions
    @Argument(
        help: ArgumentHelp("A type, a mock or a path.", valueName: "name-or-path"),
        completion: .custom { _, _, prefix in Names.ofProject(beginningWith: prefix) })
    var subject: String
    @Flag(help: "Print the answer as one JSON document.")
    var json = false

    func run() throws {
        try daemon.withDaemon { client in
            let document = try client.get("/v1/explain?q=\(URLText.encode(subject))")
            if json { return Output.result(document) }
            let answer: Explanation = try client.decode(document)
            let isNamed = answer.summary.hasPrefix(answer.subject + " ")
            Output.result(isNamed ? answer.summary : "\(answer.subject): \(answer.summary)")
            if let source = answer.source { Output.result("  source: \(source)") }
            if let output = answer.output { Output.result("  output: \(output)") }
            for detail in answer.details { Output.result("  \(detail)") }
            if !answer.dependsOn.isEmpty { Output.result("  depends on:") }
            for dependency in answer.dependsOn { Output.result("    \(dependency)") }
        }
    }
}
