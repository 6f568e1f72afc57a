/// The clock by which a file system dates its files. It ticks every few milliseconds, or every other second where it
/// keeps no fractions.
package enum FileClock {
    /// Whether a write after a look at a file could leave the times that were seen as they are. The same rule as git's.
    ///
    /// - Parameters:
    ///   - changed: the time of the file's last change, in nanoseconds since 1970.
    ///   - now: the moment before the look, by the real-time clock, in nanoseconds since 1970.
    package static func mayHideWrites(changed: Int, lookedAt now: Int) -> Bool {
        let tick = changed % 1_000_000_000 == 0 ? 2_000_000_000 : 10_000_000
        return changed >= now - tick
    }
}
