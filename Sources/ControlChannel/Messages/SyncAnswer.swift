/// The answer to `POST /v1/sync`: mocks are generated for all changes that were written before the request.
package struct SyncAnswer: Codable, Hashable, Sendable {
    package var clock: EventClock
    package var waitedMs: Int
    /// Batches since the start of the daemon.
    package var generation: Int
    /// The number of errors in the sources, if any: their mocks may be the last valid ones.
    package var errors: Int?
    /// The number of warnings, if any: a misspelled annotation is one, and its type has no mock.
    package var warnings: Int?
    /// The number of mocks that could not be written, if any.
    package var unwritten: Int?
    /// The number of errors in `.mockd.yml` and `Package.swift`, if any: their previous contents are in force.
    package var rejected: Int?
    /// The reasons why mocks are not current, if any: first those configuration errors, then mocks that could not be
    /// written and mocks that are left alone.
    package var notCurrent: [ReportedDiagnostic]?
    /// The maximum number of elements in `notCurrent`.
    package static let mostCauses = 10

    /// - Note: The control server fills in `clock` and `waitedMs` before it sends the answer.
    package init(generation: Int, errors: Int = 0, warnings: Int = 0, unwritten: Int = 0) {
        self.clock = EventClock(epoch: 0, seq: 0)
        self.waitedMs = 0
        self.generation = generation
        self.errors = errors > 0 ? errors : nil
        self.warnings = warnings > 0 ? warnings : nil
        self.unwritten = unwritten > 0 ? unwritten : nil
    }
}
