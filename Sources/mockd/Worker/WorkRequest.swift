internal import MockEngine

/// A request of a build system to a worker: `WorkRequest` in Bazel's `worker_protocol.proto`.
struct WorkRequest: Hashable, Sendable {
    var arguments: [String] = []
    /// The files that the request may read.
    var inputs: [RequestInput] = []
    /// Tells requests apart that are under way at the same time; 0 if there is one at a time.
    var id = 0
    /// True to cancel the earlier request with this `id`; then nothing else counts.
    var isCancellation = false
    /// More than 0 to explain the work on standard error.
    var verbosity = 0
    /// The folder that the paths of the request are in, relative to that of the worker; empty for the latter itself.
    var sandbox = ""
}

/// A message that is no request, in a stream that goes on behind it.
struct MalformedRequest: Error, Hashable, Sendable {
    /// The `id` of the request, as far as it can be told.
    var id = 0
    var reason: String
}
