/// When to ask systemd for more time to start: as long as the start gets on, and no longer. One that hangs must not be
/// prolonged for ever.
struct StartPatience {
    /// So many looks are one interval. systemd is asked for three times as long.
    static let looks = 100

    private var ticks = 0
    private var lastSteps = 0

    /// Takes note of one look.
    ///
    /// - Parameter steps: a number that grows while the start gets on.
    /// - Returns: whether this look ends an interval in which it grew.
    mutating func isDeserved(by steps: Int) -> Bool {
        ticks += 1
        guard ticks.isMultiple(of: Self.looks) else { return false }
        defer { lastSteps = steps }
        return steps != lastSteps
    }
}
