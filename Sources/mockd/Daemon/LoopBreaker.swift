internal import SystemPackage

/// Notices that somebody undoes our writes again and again, and says from then on to leave those outputs alone.
///
/// A hook that deletes generated files, or a tool that puts back an older version, would otherwise keep both sides
/// busy for ever: each of our writes is the change that wakes the other one. What it counts are writes that no edit of
/// a source asked for; such an edit, or somebody's `generate`, starts the count anew.
struct LoopBreaker {
    typealias Instant = ContinuousClock.Instant

    private let limit = 5
    private let window = Duration.seconds(10)
    private var writes: [FilePath: [Instant]] = [:]
    /// Outputs that are not brought up to date any more.
    private(set) var tripped: Set<FilePath> = []

    /// - Parameter isAsked: whether a source changed, or somebody asked for it.
    /// - Returns: whether another output is to be left alone from now on, or one not any more.
    mutating func note(written: [FilePath], isAsked: Bool, at now: Instant) -> Bool {
        let before = tripped
        for path in written {
            guard !isAsked else {
                writes[path] = nil
                tripped.remove(path)
                continue
            }
            let recent = (writes[path] ?? []).filter { now - $0 < window } + [now]
            writes[path] = recent
            if recent.count > limit { tripped.insert(path) }
        }
        return tripped != before
    }

    /// Starts anew with every output.
    mutating func reset() {
        writes.removeAll()
        tripped.removeAll()
    }
}
