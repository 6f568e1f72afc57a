internal import ControlChannel

extension Event.Content {
    /// The approximate number of bytes in memory: the texts and a constant for the rest.
    var weight: Int { MemoryLayout<Event>.size + weightOfTexts }

    private var weightOfTexts: Int {
        switch self {
        case .stateChanged(_, let reasons): reasons.reduce(0) { $0 + $1.weight }
        case .inputChanged(let path), .outputUnchanged(let path): path.utf8.count
        case .inputFailed(let path, let diagnostics):
            diagnostics.reduce(path.utf8.count) { $0 + $1.weight }
        case .outputWritten(let path, let sha256, let reason):
            path.utf8.count + (sha256?.utf8.count ?? 0) + reason.utf8.count
        case .outputRemoved(let path, let reason): path.utf8.count + reason.utf8.count
        case .outputConflict(let path, let message): path.utf8.count + message.utf8.count
        case .rescan(let reason, _, _, _): reason.utf8.count
        case .configReloaded(let changed): changed.reduce(0) { $0 + $1.utf8.count + 16 }
        case .log(let record): record.level.utf8.count + record.message.utf8.count
        case .batchStarted, .batchFinished, .settled, .overflow, .lease, .hello, .lagged, .resync, .ping,
            .unknown:
            0
        }
    }
}

extension Status.Reason {
    fileprivate var weight: Int { code.utf8.count + message.utf8.count + (fix?.utf8.count ?? 0) + 64 }
}

extension ReportedDiagnostic {
    fileprivate var weight: Int { file.utf8.count + code.utf8.count + message.utf8.count + 96 }
}
