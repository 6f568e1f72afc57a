internal import ArgumentParser
internal import ControlChannel

struct GraphCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph", abstract: "Draws what leads to a mock, or to all mocks, for Mermaid or Graphviz.",
        discussion: """
            With the name of a mock: the declarations that it is made from. Without: sources and their files of mocks; \
            with more than \(Self.mostFiles) files, modules and folders. For example:

            mockctl graph MockCook --format dot | dot -Tsvg > cook.svg
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case mermaid, dot
    }

    /// More files than this are drawn as folders: a larger drawing is not looked at.
    private static let mostFiles = 30

    @Argument(
        help: ArgumentHelp("A mock or its type; else all.", valueName: "name"),
        completion: .custom { _, _, prefix in Names.ofProject(beginningWith: prefix) })
    var mock: String?
    // Declared after the mock, so that the folder is the second argument.
    @OptionGroup var daemon: DaemonOptions
    @Option(help: "The language of the drawing.")
    var format = Format.mermaid

    func run() throws {
        try daemon.withAnswers { answers in
            let graph = if let mock { try self.graph(of: mock, answers) } else { try self.graph(answers) }
            for line in format == .mermaid ? graph.mermaid : graph.dot { Output.result(line) }
        }
    }

    private func graph(of mock: String, _ answers: MockAnswers) throws -> DependencyGraph {
        let answer = try answers.ask(.explain(mock)).answer
        guard answer.kind == "mock", let source = answer.source, let output = answer.output else {
            throw Failure(status: 1, answer.summary)
        }
        var graph = DependencyGraph()
        graph.add(source, .file, to: answer.subject, .mock)
        graph.add(answer.subject, .mock, to: output, .file)
        for dependency in answer.dependsOn {
            graph.add(dependency.name, .type, to: answer.subject, .mock)
            if let path = dependency.path { graph.add(path, .file, to: dependency.name, .type) }
        }
        return graph
    }

    private func graph(_ answers: MockAnswers) throws -> DependencyGraph {
        let outputs = try answers.ask(.outputs(hashed: false)).answer
        let sources = try answers.ask(.inputs).answer.inputs.filter { !$0.types.isEmpty }
        let isFew = outputs.outputs.count <= Self.mostFiles
        var graph = DependencyGraph()
        for output in outputs.outputs {
            let own = sources.filter { $0.path == output.source && Set(output.types).isSubset(of: $0.types) }
            // The file of a whole module has many sources.
            for source in own.isEmpty ? sources.filter({ !Set($0.types).isDisjoint(with: output.types) }) : own {
                if isFew {
                    graph.add(source.path, .file, to: output.path, .file)
                } else {
                    graph.add(source.module, .module, to: Self.folder(of: output.path), .file)
                }
            }
        }
        return graph
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}
