/// Decides when the hints that have come in are looked at.
///
/// A save is a burst of events, a checkout a storm of saves, and half of either is of no use to anybody. So hints wait
/// until nothing came for `quiet`, but the oldest never longer than `latency`, and while git says that it is in the
/// middle of something, until that is over. One complete save in a quiet project waits for nothing.
struct Settle<Key: Hashable & Sendable>: Sendable {
    typealias Instant = SuspendingClock.Instant

    enum Verdict: Hashable, Sendable {
        /// Nothing is pending.
        case idle
        case deliver
        case wait(until: Instant)
        /// Git holds its lock. Look again when it goes away, at the latest at the instant.
        case held(until: Instant)
    }

    let quiet: Duration
    let latency: Duration
    /// How long git's lock is respected.
    let hold: Duration

    /// The hints, and whether the last thing heard about each was the end of a save.
    private(set) var pending: [Key: Bool] = [:]
    private var oldest: Instant?
    /// When the first of the hints came, however long they have been held since.
    private(set) var began: Instant?
    /// Of the newest hint, delivered or not.
    private var newest: Instant?
    private var beganIdle = false
    /// When the hints that are pending began to wait for git, however often it has let go of its lock since.
    private var heldSince: Instant?
    /// When it let go of it last, if it has not taken it again.
    private var releasedAt: Instant?
    /// The lock outlived the hold and is not respected any more until it has been released.
    private(set) var isHoldOver = false

    init(quiet: Duration, latency: Duration, hold: Duration) {
        self.quiet = quiet
        self.latency = latency
        self.hold = hold
    }

    /// - Parameter completesSave: true for the last step of every way to save (a close after writing, a move to the
    ///   name), false for steps in between, nil for what says nothing about it, such as a `chmod`.
    mutating func note(_ key: Key, completesSave: Bool?, at now: Instant) {
        if pending.isEmpty {
            oldest = now
            began = now
            beganIdle = newest.map { now - $0 >= quiet } ?? true
        }
        newest = now
        pending[key] = completesSave ?? pending[key] ?? false
    }

    /// - Parameter isLocked: asked only if the hints would be delivered otherwise.
    mutating func verdict(at now: Instant, isLocked: () -> Bool) -> Verdict {
        guard let oldest, let newest else { return .idle }
        let end = heldSince.map { $0 + hold }
        var due = isSingleSave ? oldest : min(newest + quiet, oldest + latency)
        // Git often takes the lock again at once: a rebase is one batch, not one for each commit.
        if let releasedAt { due = min(newest + quiet, releasedAt + latency) }
        if let end { due = min(due, end) }
        guard now >= due else { return .wait(until: due) }
        guard isLocked() else {
            isHoldOver = false
            guard let end, now < end, releasedAt == nil else { return .deliver }
            releasedAt = now
            beganIdle = false
            self.newest = max(newest, now)
            return .wait(until: min(now + min(quiet, latency), end))
        }
        releasedAt = nil
        // A lock that somebody left behind holds up one batch, not every batch from now on.
        guard !isHoldOver else { return .deliver }
        let since = heldSince ?? now
        heldSince = since
        guard now >= since + hold else { return .held(until: since + hold) }
        isHoldOver = true
        return .deliver
    }

    /// Hands over everything that is pending.
    mutating func take() -> [Key] {
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
