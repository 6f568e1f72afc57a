internal import ControlChannel

/// Completions from the daemon of this directory; none if it does not run, because a shell is waiting.
enum Names {
    /// Returns types, sources and outputs; a mock is found by its type.
    static func ofProject(beginningWith prefix: String) -> [String] {
        let outputs = self.outputs
        return matching(prefix, outputs.flatMap(\.types) + outputs.map(\.path) + outputs.compactMap(\.source))
    }

    /// Returns sources and outputs.
    static func ofFiles(beginningWith prefix: String) -> [String] {
        matching(prefix, outputs.flatMap { [$0.path] + [$0.source].compactMap { $0 } })
    }

    private static var outputs: [OutputsAnswer.Output] {
        var outputs: [OutputsAnswer.Output] = []
        try? ConnectionOptions.withDaemon(at: nil) { client in
            client.limit = .seconds(1)
            outputs = try client.ask(OutputsAnswer.endpoint, false).answer.outputs
        }
        return outputs
    }

    private static func matching(_ prefix: String, _ names: [String]) -> [String] {
        Set(names.filter { $0.hasPrefix(prefix) && $0.withoutControls == $0 }).sorted()
    }
}
