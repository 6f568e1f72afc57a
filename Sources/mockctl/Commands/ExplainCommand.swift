internal import ArgumentParser
internal import ControlChannel
internal import Glibc

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explains why a type or file is, or is not, watched or generated.",
        discussion: "Exit status: 0 if the type, mock or file is known, mocked or not; 1 if nothing is called so.")

    @Argument(
        help: ArgumentHelp("A type, a mock or a path.", valueName: "name-or-path"),
        completion: .custom { _, _, prefix in Names.ofProject(beginningWith: prefix) })
    var subject: String
    // Declared after the subject, so that the folder is the second argument.
    @OptionGroup var daemon: DaemonOptions
    @Flag(help: "Print the answer as one JSON document.")
    var json = false

    /// The absolute path if the subject is a file relative to the current directory; otherwise the subject, which is a
    /// name or a path relative to the root.
    private var question: String {
        guard subject.contains("/") || subject.contains("."), !subject.hasPrefix("/") else { return subject }
        let parts = subject.split(separator: "/", omittingEmptySubsequences: true)
        let folder = ([ProcessEnvironment.currentDirectory] + parts.dropLast().map(String.init)).joined(separator: "/")
        guard let name = parts.last, let resolved = realpath(folder, nil) else { return subject }
        defer { free(resolved) }
        let path = String(cString: resolved) + "/" + name
        return access(path, F_OK) == 0 ? path : subject
    }

    func run() throws {
        try daemon.withAnswers { answers in
            let reply = try answers.ask(.explain(question))
            if json { return Output.result(reply.document) }
            let answer = try reply.answer
            let isNamed = answer.summary.hasPrefix(answer.subject + " ")
            Output.result(isNamed ? answer.summary : "\(answer.subject): \(answer.summary)")
            if let source = answer.source { Output.result("  source: \(source)") }
            if let output = answer.output { Output.result("  output: \(output)") }
            for detail in answer.details { Output.result("  \(detail)") }
            if !answer.dependsOn.isEmpty { Output.result("  depends on:") }
            for name in answer.dependsOn { Output.result("    \(name.name) (\(name.path ?? "not in this project"))") }
        }
    }
}
