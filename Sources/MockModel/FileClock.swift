/// The clock that a file system uses for timestamps. It ticks every few milliseconds, or every two seconds on a file
/// system that stores no fractions.
package enum FileClock {
    /// True if a write after a `stat` could leave the timestamps unchanged. Git uses the same rule.
    ///
    /// - Parameters:
    ///   - changed: the time of the file's last change, in nanoseconds since 1970.
    ///   - now: the time before the `stat`, by the real-time clock, in nanoseconds since 1970.
    package static func mayHideWrites(changed: Int, statAt now: Int) -> Bool {
        let tick = changed % 1_000_000_000 == 0 ? 2_000_000_000 : 10_000_000
        return changed >= now - tick
    }
}
