internal import ControlChannel
internal import Glibc
internal import LinuxSystem
internal import MockEngine
internal import MockModel
internal import SystemPackage

// The documents that answer questions about mocks, from a daemon's engine or from one that was made for the question.
extension Engine {
    func explanation(of question: String) -> Result<Explanation, ControlError> {
        guard let found = explain(question) else {
            let list = "name a type, a mock, or the path of a source or an output; 'mockctl outputs' lists them"
            return .failure(
                .notFound(
                    "nothing here is called '\(question)'",
                    hint: nearestName(to: question).map { "did you mean '\($0)'?" } ?? list))
        }
        return .success(
            Explanation(
                subject: found.name, kind: found.subject.rawValue, summary: found.summary, source: found.source,
                output: found.output, details: found.details,
                dependsOn: found.dependsOn.map { .init(name: $0.name, path: $0.path) }))
    }

    func interface(of mock: String) -> Result<MockInterface, ControlError> {
        guard let found = show(mock) else {
            let meant = explain(mock) == nil ? nearestName(to: mock).map { "did you mean '\($0)'?" } : nil
            return .failure(
                .notFound("there is no mock of '\(mock)'", hint: meant ?? "mockctl explain \(mock.shellQuoted)"))
        }
        return .success(
            MockInterface(
                mock: found.explanation.name, summary: found.explanation.summary, source: found.explanation.source,
                output: found.explanation.output,
                sections: found.sections.map { .init(title: $0.title, declarations: $0.declarations) }))
    }

    /// - Parameter report: Returns a diagnostic as clients read it.
    func inputs(_ report: (Diagnostic) -> ReportedDiagnostic) -> InputsAnswer {
        InputsAnswer(
            inputs: inputSummaries.map { input in
                .init(
                    path: input.displayPath, module: input.module, state: input.isBroken ? "failed" : "current",
                    types: input.mockedTypes, diagnostics: input.diagnostics.map(report),
                    lastParseMs: input.parseTime?.milliseconds)
            })
    }
}

extension OutputsAnswer {
    /// - Parameter hashed: True to read the files and tell their hashes.
    init(_ outputs: [OutputSummary], hashed: Bool) {
        self.init(
            outputs: outputs.map { output in
                // A conflicting file is not ours: it may be anything, and of any size.
                .init(
                    path: output.displayPath, source: output.sources.first, types: output.types,
                    sha256: hashed && output.state != .conflict ? output.path.sha256 : nil,
                    state: output.state.rawValue)
            })
    }
}

extension DiagnosticsAnswer {
    init(_ diagnostics: [Diagnostic]) { self.init(diagnostics: diagnostics.map { ReportedDiagnostic($0) }) }
}

extension ConfigAnswer {
    /// - Parameter settings: those of the daemon itself.
    init(_ project: Project, _ settings: [ProjectSetting]) {
        self.init(
            files: project.configurationFiles.filter { access($0.string, F_OK) == 0 }
                .map { project.displayPath(of: $0) },
            settings: (project.settingsWithOrigins + settings).map { setting in
                .init(
                    key: setting.key, value: "\(setting.value)", origin: "\(setting.origin)", reason: setting.reason)
            })
    }
}

extension ProjectSetting.Value: CustomStringConvertible {
    var description: String {
        switch self {
        case .text(let text): text
        case .list(let elements): "[\(elements.joined(separator: ", "))]"
        }
    }
}

extension ReportedDiagnostic {
    init(_ diagnostic: Diagnostic, since: Timestamp? = nil) {
        self.init(
            file: diagnostic.path, line: diagnostic.position?.line, column: diagnostic.position?.column,
            severity: diagnostic.severity.rawValue, code: diagnostic.code, message: diagnostic.message, since: since)
    }
}

extension FilePath {
    /// Returns the hash of the file's bytes; `nil` if it cannot be read.
    var sha256: String? {
        (try? LocalFileSystem().contents(of: self)).map { SHA256.hexDigest(of: $0) }
    }
}
