package import ControlChannel

/// The operations that the daemon offers over the control socket.
///
/// The server calls these from many connections at once. All that only report state should answer from memory without
/// waiting for a batch: users call them exactly when the daemon is busy.
///
/// The task of a call is cancelled when its client disconnects or the server must end. A call must then return soon,
/// with any result: the server waits for it.
package protocol ControlRequests: Sendable {
    /// Returns the daemon's state; the server adds clock, uptime, clients and resources.
    func status() async -> Status

    /// Returns once everything written before the call has been generated.
    ///
    /// - Throws: ``ControlError/timeout(after:_:)`` if that takes longer than `timeout`.
    func sync(timeout: Duration) async throws(ControlError) -> SyncAnswer

    func generate(_ request: GenerateRequest) async throws(ControlError) -> GenerateAnswer

    /// Compares everything with the disk; returns when mocks have been generated for all differences.
    func rescan(reason: String) async throws(ControlError) -> RescanAnswer

    /// - Parameter hashed: True to read the files and return their hashes.
    func outputs(hashed: Bool) async throws(ControlError) -> OutputsAnswer

    func inputs() async throws(ControlError) -> InputsAnswer

    func diagnostics() async throws(ControlError) -> DiagnosticsAnswer

    /// - Parameter question: The name of a type or a mock, or a path, absolute or relative to the root.
    /// - Throws: ``ControlError/notFound(_:hint:)`` if it is none of these.
    func explain(_ question: String) async throws(ControlError) -> Explanation

    /// Returns the interface of the mock with that name, or of the type's mock.
    ///
    /// - Throws: ``ControlError/notFound(_:hint:)`` if there is none.
    func show(_ mock: String) async throws(ControlError) -> MockInterface

    func config() async throws(ControlError) -> ConfigAnswer

    /// Returns what a reload would change.
    ///
    /// - Throws: ``ControlError/invalidConfiguration(_:)`` if the configuration is invalid.
    func checkConfig() async throws(ControlError) -> ReloadAnswer

    /// - Throws: ``ControlError/invalidConfiguration(_:)``; the previous configuration then stays in force.
    func reload() async throws(ControlError) -> ReloadAnswer

    func doctor() async throws(ControlError) -> DoctorAnswer

    /// Returns the latest kernel events.
    func seenEvents() async -> SeenEventsAnswer

    /// Replaces the leases that hold back generation; an empty array resumes it.
    func hold(for leases: [Lease])

    /// Begins an orderly end and returns at once; the answer is still sent.
    func shutdown() async
}
