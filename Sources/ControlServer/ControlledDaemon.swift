package import ControlChannel

/// The daemon behind a control server.
///
/// The server calls it from many connections at once. All that only report state should answer from memory without
/// waiting for a batch: users call them exactly when the daemon is busy.
///
/// The task of a call is cancelled when its client disconnects or the server must end. A call must then return soon,
/// with any result: the server waits for it.
package protocol ControlledDaemon: Sendable {
    /// The endpoints that the daemon answers by itself.
    var routes: [Route] { get }

    /// Returns the daemon's state; the server adds clock, uptime, clients and resources.
    func status() async -> Status

    /// Returns once everything written before the call has been generated; the server adds clock and duration.
    ///
    /// - Throws: ``ControlError/timeout(after:_:)`` if that takes longer than `timeout`.
    func sync(timeout: Duration) async throws(ControlError) -> SyncAnswer

    /// Replaces the leases that hold back generation; an empty array resumes it.
    func hold(for leases: [Lease])
}
