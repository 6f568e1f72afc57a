/// One line of the daemon's log.
package struct LogRecord: Codable, Hashable, Sendable {
    /// From the least to the most important.
    package static let levels = ["trace", "debug", "info", "notice", "warning", "error", "critical"]

    package var level: String
    package var message: String

    package init(level: String, message: String) {
        self.level = level
        self.message = message
    }

    /// Whether it is at least as important as `level`; a level that we do not know is.
    package func isAtLeast(_ level: String) -> Bool {
        guard let own = Self.levels.firstIndex(of: self.level), let wanted = Self.levels.firstIndex(of: level) else {
            return true
        }
        return own >= wanted
    }
}
