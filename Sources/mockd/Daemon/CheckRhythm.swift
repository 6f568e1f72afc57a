internal import Synchronization

/// The times of the checks of what no event tells.
final class CheckRhythm: Sendable {
    /// As often as the watcher compares folders without a kernel watch.
    private static let interval = Duration.seconds(2)
    private static let longestPause = Duration.seconds(10)
    /// The time without work and clients after which the checks become rare, because each one wakes the processor.
    private static let quietAfter = Duration.seconds(60)

    private let lastUse: @Sendable () -> SuspendingClock.Instant
    private let generation: @Sendable () -> Int
    private let lastWork: Mutex<(generation: Int, at: SuspendingClock.Instant)>

    /// - Parameters:
    ///   - lastUse: The time at which the last client went; now while there are any.
    ///   - generation: A number that grows with all work.
    init(lastUse: @escaping @Sendable () -> SuspendingClock.Instant, generation: @escaping @Sendable () -> Int) {
        self.lastUse = lastUse
        self.generation = generation
        lastWork = Mutex((generation(), .now))
    }

    /// Returns the time until the next check, at the end of one that began at `start`.
    func pause(since start: SuspendingClock.Instant) -> Duration {
        let now = SuspendingClock.now
        let lastWork = lastWork.withLock { last in
            let generation = generation()
            if generation != last.generation { last = (generation, now) }
            return last.at
        }
        return Self.pause(after: now - start, quiet: now - max(lastWork, lastUse()))
    }

    /// Returns the same. Comparing a tree of many files may use a hundredth of the time; a comparison that found work, or
    /// waited for some, takes longer and must not make the daemon blind for minutes.
    ///
    /// - Parameters:
    ///   - duration: The time that the last check took.
    ///   - quiet: The time since the daemon last had work or a client.
    static func pause(after duration: Duration, quiet: Duration = .zero) -> Duration {
        quiet >= quietAfter ? longestPause : min(max(interval, duration * 100), longestPause)
    }
}
