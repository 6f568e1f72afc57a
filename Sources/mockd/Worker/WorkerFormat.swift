/// The two forms of the messages between a build system and a worker.
enum WorkerFormat: String, CaseIterable, Hashable, Sendable {
    /// Protocol buffers, each behind its length.
    case proto
    /// JSON objects, with a new line or nothing between them.
    case json
}
