internal import MockModel

/// The report of an input that is left out because processes died of it.
enum Quarantine {
    static let code = "quarantined"

    /// - Parameter path: The display path.
    static func diagnostic(_ path: String, _ stage: WorkJournal.Stage) -> Diagnostic {
        Diagnostic(path: path, position: nil, severity: .error, message: message(stage), code: code)
    }

    static func message(_ stage: WorkJournal.Stage) -> String {
        let work =
            switch stage {
            case .reading: "read this file, so it is left out and"
            case .making: "made the mocks of this file, so"
            }
        return
            "mockd crashed or was killed twice while it \(work) its mocks stay as they are; change it, or have it tried again with: mockctl generate --force (without a daemon: mockd generate --force)"
    }
}

extension WorkJournal? {
    /// Works on an input, with or without a journal.
    func working<Result>(on hash: ContentHash, _ stage: WorkJournal.Stage, _ work: () -> Result) -> Result {
        guard let self else { return work() }
        return self.working(on: hash, stage, work)
    }
}
