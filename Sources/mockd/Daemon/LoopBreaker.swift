internal import SystemPackage

/// Notices that another program undoes our writes again and again, and leaves those outputs alone from then on.
///
/// Otherwise a hook that deletes generated files, or a tool that restores an older version, would keep both sides busy
/// for ever: each of our writes is the change that wakes the other side. Only writes count that no edit of a source
/// asked for; such an edit, or a `generate` request, resets the count.
struct LoopBreaker {
    typealias Instant = ContinuousClock.Instant

    private let limit = 5
    private let window = Duration.seconds(10)
    private var writes: [FilePath: [Instant]] = [:]
    /// Outputs that are compared and not written any more.
    private(set) var tripped: Set<FilePath> = []

    /// - Parameter isAsked: True if a source changed, or a request asked for the writes.
    /// - Returns: True if the set of outputs that are left alone changed.
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

    /// Resets the counts of all outputs.
    mutating func reset() {
        writes.removeAll()
        tripped.removeAll()
    }
}
