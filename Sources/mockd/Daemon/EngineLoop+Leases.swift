internal import ControlChannel
internal import FileWatching
internal import MockEngine
internal import MockModel
internal import SystemPackage

// Generation that clients hold back for a while.
extension EngineLoop {
    /// Keeps an event that would lead to a batch for later, while a lease is in force.
    mutating func holdBack(_ event: FileWatcher.Event) -> Bool {
        guard !context.board.current.leases.isEmpty else { return false }
        switch event {
        case .changes, .synced: heldEvents.append(event)
        default: return false
        }
        let files = Self.changes(in: heldEvents).count
        context.board.update { $0.heldFiles = files }
        return true
    }

    /// Sets the leases that are in force from now on. Without one, handles the held events in one batch.
    mutating func hold(_ leases: [Lease]) {
        updateState { $0.concerns[.leases] = leases.isEmpty ? nil : leases.map(\.reason) }
        guard leases.isEmpty else { return }
        let events = heldEvents
        heldEvents = []
        let changes = Self.changes(in: events)
        if case .changes(_, let since)? = events.first(where: \.holdsChanges) {
            handle(.changes(changes, since: since))
        }
        for case .synced(let id) in events { handle(.synced(id: id)) }
        context.board.update { $0.heldFiles = 0 }
    }

    /// Returns each path once, with its latest change.
    private static func changes(in events: [FileWatcher.Event]) -> [FileChange] {
        var latest: [FileChange] = []
        var indices: [FilePath: Int] = [:]
        for case .changes(let changes, _) in events {
            for change in changes {
                if let index = indices[change.path] {
                    latest[index] = change
                } else {
                    indices[change.path] = latest.count
                    latest.append(change)
                }
            }
        }
        return latest
    }
}

extension FileWatcher.Event {
    fileprivate var holdsChanges: Bool { if case .changes = self { true } else { false } }
}

extension Lease {
    var reason: Status.Reason {
        let end = until.map { "until \($0.localText)" } ?? "as long as it is connected"
        return Status.Reason(
            code: "paused", message: "generation is held back by '\(name)' \(end)", fix: "go on with: mockctl resume")
    }
}
