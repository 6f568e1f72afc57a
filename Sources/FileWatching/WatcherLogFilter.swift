/// Filters the standard error of `mockd-watcher` to the lines worth reading and limits their rate: a library that
/// complains about every event of a storm must not fill the journal.
struct WatcherLogFilter {
    typealias Instant = SuspendingClock.Instant

    private let limit = 10
    private let window = Duration.seconds(60)
    private let longestLine = 500

    private var partial: [UInt8] = []
    private var windowBegan: Instant?
    private var passed = 0
    private var dropped = 0

    /// Returns the complete lines in the bytes read so far, without those over the limit.
    mutating func receive(_ bytes: some Sequence<UInt8>, at now: Instant) -> [String] {
        partial += bytes
        var lines: [String] = []
        while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
            lines += admit(partial[..<end], at: now)
            partial.removeSubrange(...end)
        }
        // An overlong line is cut; the rest of it counts as the next line.
        if partial.count > longestLine {
            lines += admit(partial[...], at: now)
            partial.removeAll()
        }
        return lines
    }

    /// Returns the last, unterminated line of a process that has ended.
    mutating func finish(at now: Instant) -> [String] {
        defer { partial.removeAll() }
        return partial.isEmpty ? [] : admit(partial[...], at: now)
    }

    /// Passes one line of the daemon itself; the same limit applies.
    mutating func admit(_ line: String, at now: Instant) -> [String] {
        if let began = windowBegan, now - began < window {
            guard passed < limit else {
                dropped += 1
                return []
            }
        } else {
            windowBegan = now
            passed = 0
        }
        passed += 1
        defer { dropped = 0 }
        return (dropped > 0 ? ["\(dropped) more warnings of the last minute were left out"] : []) + [line]
    }

    private mutating func admit(_ bytes: ArraySlice<UInt8>, at now: Instant) -> [String] {
        let line = String(decoding: bytes.prefix(longestLine), as: UTF8.self)
        // libinotifytools prints this for every watch that the kernel removed with its directory, which is normal.
        guard !line.hasPrefix("Failed to remove watch"), line.contains(where: { !$0.isWhitespace }) else { return [] }
        return admit("mockd-watcher: " + line, at: now)
    }
}
