/// The answer to `POST /v1/sync`: mocks are generated for all changes that were written before the request.
package struct SyncAnswer: Documented, Hashable {
    package static let endpoint = Endpoint<SyncRequest, Self>(
        post: "/v1/sync", "Returns once everything written before the call has been generated.", body: SyncRequest(),
        parameters: [
            .init(
                "timeoutMs", "The same as in the body.", schema: ["type": "integer", "minimum": 0, "maximum": 600_000])
        ],
        errors: [409: "Generation is paused.", 503: "It took longer than `timeoutMs`."])

    package var clock: EventClock
    package var waitedMs: Int
    package var generation: Int
    package var errors: Int?
    package var warnings: Int?
    package var unwritten: Int?
    package var rejected: Int?
    /// First those configuration errors, then mocks that could not be written, then errors in sources.
    package var notCurrent: [ReportedDiagnostic]?

    package static let documentation = Documentation(
        "Everything written before the request has been generated.",
        [
            "clock": "The clock of the last event.",
            "waitedMs": "The duration in milliseconds.",
            "generation": "Batches since the start of the daemon.",
            "errors": "Errors in the sources, if any; the last good mocks of these sources are kept.",
            "warnings": "Warnings, if any; a misspelled annotation is one, and its type has no mock.",
            "unwritten": "Mocks that could not be written, if any.",
            "rejected": "Errors in .mockd.yml and Package.swift, if any; the versions before them stay in force.",
            "notCurrent": "The first ten of these errors, if any; without one `mockd generate --check` ends with 0.",
        ])

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
