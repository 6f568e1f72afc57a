/// Decides when to ask systemd for more time to start: only while the start makes progress. A start that hangs must not
/// be prolonged for ever.
struct StartTimeExtension {
    /// The number of checks in one interval. systemd is asked for three times as long.
    static let checksPerInterval = 100

    private var ticks = 0
    private var lastSteps = 0

    /// Counts one check.
    ///
    /// - Parameters:
    ///   - steps: A number that grows while the start makes progress.
    ///   - isHeldBack: True while a client holds back the first scan.
    /// - Returns: True if this check ends an interval in which the number grew, or the start is held back.
    mutating func isDeserved(by steps: Int, isHeldBack: Bool = false) -> Bool {
        ticks += 1
        guard ticks.isMultiple(of: Self.checksPerInterval) else { return false }
        defer { lastSteps = steps }
        return isHeldBack || steps != lastSteps
    }
}
