/// The answer to `POST /v1/sync`: all that was written before the request has been generated.
package struct SyncAnswer: Codable, Hashable, Sendable {
    package var clock: EventClock
    package var waitedMs: Int
    /// Batches since the start of the daemon.
    package var generation: Int

    /// - Note: The control server fills in `clock` and `waitedMs` of what it sends.
    package init(generation: Int) {
        self.clock = EventClock(epoch: 0, seq: 0)
        self.waitedMs = 0
        self.generation = generation
    }
}
