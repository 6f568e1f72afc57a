internal import ControlChannel
internal import MockEngine
internal import SystemPackage

// Mocks that a request asks for at once, or by force.
extension EngineLoop {
    /// Brings everything up to date, in spite of leases, and answers for the outputs of the request; force applies to
    /// these only.
    mutating func generate(_ request: GenerateRequest) -> Result<GenerateAnswer, ControlError> {
        var wanted: Set<FilePath>?
        if let paths = request.paths {
            wanted = []
            for path in paths {
                guard let outputs = outputs(of: path) else { return .failure(.unknownPath(path)) }
                wanted?.formUnion(outputs)
            }
        }
        let start = ContinuousClock.now
        hold.isSuspended = true
        defer { hold.isSuspended = false }
        describeAgain()
        if request.force == true {
            context.journal?.acquitAll()
            engine.policy.forcedOutputs = wanted ?? Set(engine.outputSummaries.map(\.path))
        }
        defer { engine.policy.forcedOutputs = [] }
        forgetLoops()
        acceptEmptiedSources(patient: false)
        var results: [(path: FilePath, result: String)] = []
        batch(scan: .request) { engine in
            let report = engine.refresh()
            results += report.written.map { ($0, "written") } + report.removed.map { ($0, "removed") }
            results += report.drifted.map { ($0.path, $0.state.rawValue) } + report.failures.map { ($0.path, "failed") }
            return report
        }
        let outputs = results.filter { wanted?.contains($0.path) ?? true }.map { path, result in
            GenerateAnswer.Output(path: engine.project.displayPath(of: path), result: result)
        }
        return .success(GenerateAnswer(outputs: outputs, ms: (ContinuousClock.now - start).milliseconds))
    }

    /// Returns the outputs of a source, of an output itself, or of a folder of either; `nil` if the path is none of
    /// these.
    private func outputs(of path: String) -> [FilePath]? {
        let root = engine.project.root
        let path = engine.project.displayPath(of: root.pushing(FilePath(path)).lexicallyNormalized())
        func isSelected(_ file: String) -> Bool {
            file == path || file.hasPrefix(path + "/") || path == root.string
        }
        let outputs = engine.outputSummaries.filter {
            isSelected($0.displayPath) || $0.sources.contains(where: isSelected)
        }
        guard !outputs.isEmpty || engine.inputSummaries.contains(where: { isSelected($0.displayPath) }) else {
            return nil
        }
        return outputs.map(\.path)
    }
}

extension ControlError {
    fileprivate static func unknownPath(_ path: String) -> ControlError {
        .notFound("\(path) is neither a source nor an output", hint: "mockctl inputs and mockctl outputs list them")
    }
}
