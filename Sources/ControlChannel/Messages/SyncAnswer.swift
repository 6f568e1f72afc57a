/// The answer to `POST /v1/sync`: all that was written before the request has been generated.
package struct SyncAnswer: Codable, Hashable, Sendable {
    package var clock: EventClock
    package var waitedMs: Int
    /// Batches since the start of the daemon.
    package var generation: Int
    /// What is wrong in the sources, if anything is: mocks may be the last good ones.
    package var errors: Int?
    /// Mocks that could not be written, if there are any.
    package var unwritten: Int?
    /// Mistakes in the description of the project, if there are any: the one from before is in force.
    package var rejected: Int?
    /// What keeps mocks from being current, if anything does: the first of the mistakes in the description, then of the
    /// mocks that could not be written and of those that are left alone.
    package var notCurrent: [ReportedDiagnostic]?
    /// So many are told at most.
    package static let mostCauses = 10

    /// - Note: The control server fills in `clock` and `waitedMs` of what it sends.
    package init(generation: Int, errors: Int = 0, unwritten: Int = 0) {
        self.clock = EventClock(epoch: 0, seq: 0)
        self.waitedMs = 0
        self.generation = generation
        self.errors = errors > 0 ? errors : nil
        self.unwritten = unwritten > 0 ? unwritten : nil
    }
}
