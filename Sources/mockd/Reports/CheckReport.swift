internal import ControlChannel
internal import MockEngine
internal import MockModel
internal import SystemPackage

/// The problems of the sources and the stale mocks, for machines that show them beside the code.
struct CheckReport {
    struct Finding {
        /// Relative to the project's root if it is below it.
        var path: String
        /// From 1; `nil` if the finding concerns the whole file.
        var position: SourcePosition?
        var severity: Diagnostic.Severity
        var code: String
        var message: String
    }

    var findings: [Finding]
    /// Mocks that are as they should be.
    var unchanged: Int

    /// - Parameters:
    ///   - failures: files that could not be read, written or removed.
    ///   - drifts: stale outputs; a run that writes has none.
    ///   - displayPath: returns the path of an output as it is shown.
    init(
        _ diagnostics: [Diagnostic], failures: [FileSystemError], drifts: [EngineReport.Drift], unchanged: Int,
        displayPath: (FilePath) -> String
    ) {
        findings = diagnostics.map {
            Finding(
                path: $0.path, position: $0.position, severity: $0.severity, code: $0.code, message: $0.message)
        }
        findings += failures.map { failure in
            Finding(
                path: displayPath(failure.path), severity: .error, code: "file-\(failure.operation.rawValue)",
                message: "\(failure)")
        }
        // A file that is left alone is among the diagnostics already.
        let reported = Set(diagnostics.filter { $0.code.hasPrefix("output-") }.map(\.path))
        findings += drifts.compactMap { drift in
            let state = drift.expected == nil ? .orphaned : drift.state
            if state == .edited || state == .conflict, reported.contains(displayPath(drift.path)) { return nil }
            return Finding(
                path: displayPath(drift.path), severity: .error, code: "\(state.rawValue)-mock",
                message: Self.message(of: state))
        }
        self.unchanged = unchanged
    }

    private static func message(of state: OutputState) -> String {
        switch state {
        case .missing: "this mock is missing; run mockd generate and commit it"
        case .orphaned: "no source asks for this mock any more; run mockd generate and commit that it is gone"
        case .edited:
            "this mock was edited by hand; run mockd generate --force, or keep the change in a file of your own"
        case .conflict: "a file that mockd did not write has the name of a mock; rename it"
        default: "this mock is stale; run mockd generate and commit it"
        }
    }
}

/// The forms in which ``CheckReport`` is printed.
enum ReportFormat: String, CaseIterable {
    /// The lines that people read.
    case text
    /// These lines, and commands by which GitHub Actions marks the places in a pull request.
    case github
    /// SARIF 2.1.0, as code scanning takes it.
    case sarif
    /// JUnit's XML, with one test case for each finding.
    case junit

    /// The format for a process in this environment, if no option names one.
    static func ordinary(_ environment: [String: String]) -> ReportFormat {
        environment["GITHUB_ACTIONS"] == "true" ? .github : .text
    }

    /// True if standard output holds a document and nothing else.
    var isDocument: Bool { self == .sarif || self == .junit }
}
