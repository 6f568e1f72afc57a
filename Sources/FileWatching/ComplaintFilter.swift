/// Makes of what the watcher's process prints the lines that are worth a person's attention, at a pace that a log can
/// take: a library that complains about every event of a storm must not fill somebody's journal.
struct ComplaintFilter {
    typealias Instant = SuspendingClock.Instant

    private let limit = 10
    private let window = Duration.seconds(60)
    private let longestLine = 500

    private var partial: [UInt8] = []
    private var windowBegan: Instant?
    private var passed = 0
    private var dropped = 0

    /// The complete lines of what was read, as far as they may pass.
    mutating func take(_ bytes: some Sequence<UInt8>, at now: Instant) -> [String] {
        partial += bytes
        var lines: [String] = []
        while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
            lines += admit(partial[..<end], at: now)
            partial.removeSubrange(...end)
        }
        // What never ends is cut; the rest of it counts as the next line.
        if partial.count > longestLine {
            lines += admit(partial[...], at: now)
            partial.removeAll()
        }
        return lines
    }

    /// What was printed last, without a newline, by a process that has ended.
    mutating func takeRest(at now: Instant) -> [String] {
        defer { partial.removeAll() }
        return partial.isEmpty ? [] : admit(partial[...], at: now)
    }

    /// One line of our own; the same limit applies.
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
        // The library says so about every watch that a deletion took from it: no news.
        guard !line.hasPrefix("Failed to remove watch"), line.contains(where: { !$0.isWhitespace }) else { return [] }
        return admit("mockd-watcher: " + line, at: now)
    }
}
