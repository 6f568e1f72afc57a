internal import ControlChannel
internal import MockEngine
internal import MockModel
internal import SystemPackage

// Outputs that cannot be written: no space, a read-only file system, no permission.
extension EngineLoop {
    /// Reports the failures once, and schedules another try.
    func reportFailures(_ failures: [FileSystemError], before: [FileSystemError]) {
        context.reporter.failures(failures.map(\.description), before: before.map(\.description))
        let failure = OutputFailure(failures)
        updateState { $0.outputFailure = failure }
        if let failure { context.retries.yield(failure.delay(afterRetries: fruitlessRetries)) }
    }

    /// Tries again after the delay of the last failures.
    mutating func retryInTime() {
        retry()
        if !hold.isActive {
            fruitlessRetries = context.board.current.failures.isEmpty ? 0 : fruitlessRetries + 1
        }
    }

    /// Tries again to write the outputs that failed.
    mutating func retry() {
        batch { $0.apply([]) }
    }
}

/// The reason why mocks cannot be written, in one sentence.
struct OutputFailure: Hashable, Sendable {
    let state: DaemonState
    let reason: Status.Reason

    /// Returns `nil` without failures.
    init?(_ failures: [FileSystemError]) {
        guard let first = failures.first else { return nil }
        let message = "\(failures.count.counted("mock")) cannot be written: \(first.cause)"
        let code: String
        let wayOut: String
        switch first.errno {
        case .noSpace, .diskQuotaExceeded: (code, wayOut) = ("output-enospc", "free some space")
        case .readOnlyFileSystem, .permissionDenied, .notPermitted:
            (code, wayOut) = ("output-read-only", "make the folder of the mocks writable")
        case .tooManyOpenFiles, .tooManyOpenFilesInSystem:
            (code, wayOut) = ("too-many-open-files", "raise the limit of open files with 'ulimit -n'")
        default: (code, wayOut) = ("output-failed", "mend the disk or choose another output")
        }
        state = code == "output-read-only" ? .readOnlyOutput : .degraded
        reason = Status.Reason(code: code, message: message, fix: "\(wayOut); mockd tries again by itself")
    }

    /// Returns the time until the next try: a read-only folder rarely changes, a full disk often does.
    func delay(afterRetries retries: Int) -> Duration {
        state == .readOnlyOutput ? .seconds(60) : .seconds(min(60, 1 << min(retries, 6)))
    }
}

extension StatusBoard.Snapshot {
    /// Unwritten mocks as diagnostics: they are errors like those of the sources.
    var unwritten: [Diagnostic] {
        failures.map { failure in
            Diagnostic(
                path: project?.displayPath(of: failure.path) ?? failure.path.string, position: nil, severity: .error,
                message: "cannot \(failure.operation.rawValue) the mock: \(failure.reason)",
                code: DiagnosticsAnswer.unwrittenCode)
        }
    }

    /// Everything that makes `generate --check` end with another status than 0; empty only if all mocks are current.
    var errors: [Diagnostic] {
        let errors = rejections + unwritten + diagnostics.filter { $0.severity == .error }
        guard errors.isEmpty, driftedMocks > 0 else { return errors }
        let verb = driftedMocks == 1 ? "is" : "are"
        return [
            Diagnostic(
                path: project?.root.string ?? "", position: nil, severity: .error,
                message: "\(driftedMocks.counted("mock")) \(verb) not current; see: mockctl outputs --drifted",
                code: "output-drifted")
        ]
    }

    /// The number of mocks whose files are not as they should be, apart from failed writes.
    private var driftedMocks: Int {
        [OutputState.missing, .stale, .edited, .conflict].reduce(0) { $0 + (mockStates[$1] ?? 0) }
    }
}
