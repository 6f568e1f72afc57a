/// Debounces hints: decides when the pending ones are resolved.
///
/// A save is a burst of events, a checkout a storm of saves, and a state half way through is of no use. So hints wait
/// until none came for `quiet`, but the oldest never longer than `latency`. While git holds its lock, they wait for its
/// release, at most for `hold`. A single complete save in a quiet project does not wait.
struct ChangeDebouncer<Key: Hashable & Sendable>: Sendable {
    typealias Instant = SuspendingClock.Instant

    enum Verdict: Hashable, Sendable {
        /// Nothing is pending.
        case idle
        case deliver
        case wait(until: Instant)
        /// Git holds its lock. Ask again when it is released, at the latest at the instant.
        case held(until: Instant)
    }

    let quiet: Duration
    let latency: Duration
    /// The longest time that hints wait for git's lock.
    let hold: Duration

    /// The pending hints; true if the last event of the name ended a save.
    private(set) var pending: [Key: Bool] = [:]
    private var oldest: Instant?
    /// When the first pending hint came, including the time spent waiting for git.
    private(set) var began: Instant?
    /// When the newest hint came, delivered or not.
    private var newest: Instant?
    private var beganIdle = false
    /// When the pending hints began to wait for git; a release and a new lock do not reset it.
    private var heldSince: Instant?
    /// When git last released its lock; nil while it holds the lock again.
    private var releasedAt: Instant?
    /// True if the lock outlived `hold`; it is ignored until git releases it.
    private(set) var hasHoldExpired = false

    init(quiet: Duration, latency: Duration, hold: Duration) {
        self.quiet = quiet
        self.latency = latency
        self.hold = hold
    }

    /// - Parameter completesSave: true for the last step of every way to save (a close after writing, a move to the
    ///   name), false for steps in between, nil for an event that is neither, such as a `chmod`.
    mutating func note(_ key: Key, completesSave: Bool?, at now: Instant) {
        if pending.isEmpty {
            oldest = now
            began = now
            beganIdle = newest.map { now - $0 >= quiet } ?? true
        }
        newest = now
        pending[key] = completesSave ?? pending[key] ?? false
    }

    /// - Parameter isLocked: called only if the hints would be delivered otherwise.
    mutating func verdict(at now: Instant, isLocked: () -> Bool) -> Verdict {
        guard let oldest, let newest else { return .idle }
        let end = heldSince.map { $0 + hold }
        var due = isSingleSave ? oldest : min(newest + quiet, oldest + latency)
        // Git often locks again at once: a rebase becomes one batch instead of one per commit.
        if let releasedAt { due = min(newest + quiet, releasedAt + latency) }
        if let end { due = min(due, end) }
        guard now >= due else { return .wait(until: due) }
        guard isLocked() else {
            hasHoldExpired = false
            guard let end, now < end, releasedAt == nil else { return .deliver }
            releasedAt = now
            beganIdle = false
            self.newest = max(newest, now)
            return .wait(until: min(now + min(quiet, latency), end))
        }
        releasedAt = nil
        // A stale lock delays one batch, not every later one.
        guard !hasHoldExpired else { return .deliver }
        let since = heldSince ?? now
        heldSince = since
        guard now >= since + hold else { return .held(until: since + hold) }
        hasHoldExpired = true
        return .deliver
    }

    /// Returns all pending hints and clears them.
    mutating func drain() -> [Key] {
        let keys = Array(pending.keys)
        pending.removeAll()
        oldest = nil
        began = nil
        heldSince = nil
        releasedAt = nil
        return keys
    }

    private var isSingleSave: Bool {
        beganIdle && pending.count == 1 && pending.first?.value == true
    }
}
