internal import ControlChannel
internal import MockEngine
internal import MockModel
internal import SystemPackage

// Outputs that cannot be written: no space, a read-only file system, no permission.
extension EngineLoop {
    /// Says what is wrong, once, and sees to it that it is tried again.
    func tell(_ failures: [FileSystemError], before: [FileSystemError]) {
        context.reporter.failures(failures.map(\.description), before: before.map(\.description))
        let trouble = OutputTrouble(failures)
        updateState { $0.outputTrouble = trouble }
        if let trouble { context.retries.yield(trouble.delay(afterRetries: fruitlessRetries)) }
    }

    /// Tries again what could not be written.
    mutating func retry() {
        batch { $0.apply([]) }
    }
}

/// What keeps mocks from being written, in one sentence.
struct OutputTrouble: Hashable, Sendable {
    let state: DaemonState
    let reason: Status.Reason

    /// `nil` without failures.
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

    /// How long to wait before the next try: what is read-only rarely changes, a full disk often does.
    func delay(afterRetries retries: Int) -> Duration {
        state == .readOnlyOutput ? .seconds(60) : .seconds(min(60, 1 << min(retries, 6)))
    }
}

extension StatusBoard.Snapshot {
    /// What cannot be written is as wrong as what cannot be read.
    var unwritten: [Diagnostic] {
        failures.map { failure in
            Diagnostic(
                path: project?.displayPath(of: failure.path) ?? failure.path.string, position: nil, severity: .error,
                message: "cannot \(failure.operation.rawValue) the mock: \(failure.reason)",
                code: DiagnosticsAnswer.unwrittenCode)
        }
    }

    /// Mocks that are not written because somebody else's file is in their place, or their own with edits, or because
    /// mockd cannot make them, which no compiler would tell.
    var leftAlone: [Diagnostic] {
        let codes = ["output-conflict", "output-edited", "quarantined", "too-complex"]
        return errorCount == 0 ? [] : diagnostics.filter { codes.contains($0.code) }
    }
}
