/// One line of the daemon's log.
package struct LogRecord: Codable, Hashable, Sendable {
    /// The levels, from the least to the most severe.
    package static let levels = ["trace", "debug", "info", "notice", "warning", "error", "critical"]

    package var level: String
    package var message: String

    package init(level: String, message: String) {
        self.level = level
        self.message = message
    }

    /// True if the record is at least as severe as `level`, or if one of the levels is unknown.
    package func isAtLeast(_ level: String) -> Bool {
        guard let own = Self.levels.firstIndex(of: self.level), let wanted = Self.levels.firstIndex(of: level) else {
            return true
        }
        return own >= wanted
    }
}
