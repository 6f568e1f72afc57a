package import ControlChannel

/// What the daemon does for those who ask over the control socket.
///
/// The server calls these from many connections at once. All that only tells how things are should answer from
/// memory without waiting for a batch: they are asked just when somebody wonders what the daemon is busy with.
///
/// The task of a call is cancelled when its client has gone or the server has to end. A call must then return soon,
/// whatever it returns: the server waits for it.
package protocol ControlRequests: Sendable {
    /// How things are; the server adds clock, uptime, clients and resources.
    func status() async -> Status

    /// Returns when everything written before the call has been generated.
    ///
    /// - Throws: ``ControlError/timeout(after:_:)`` when that takes longer than `timeout`.
    func sync(timeout: Duration) async throws(ControlError) -> SyncAnswer

    func generate(_ request: GenerateRequest) async throws(ControlError) -> GenerateAnswer

    /// Compares everything with the disk and returns when what differed has been generated.
    func rescan(reason: String) async throws(ControlError) -> RescanAnswer

    /// - Parameter hashed: Whether to read the files and tell their hashes.
    func outputs(hashed: Bool) async throws(ControlError) -> OutputsAnswer

    func inputs() async throws(ControlError) -> InputsAnswer

    func diagnostics() async throws(ControlError) -> DiagnosticsAnswer

    /// - Parameter question: The name of a type or a mock, or a path, absolute or relative to the root.
    /// - Throws: ``ControlError/notFound(_:hint:)`` when it is none of these.
    func explain(_ question: String) async throws(ControlError) -> Explanation

    func config() async throws(ControlError) -> ConfigAnswer

    /// Tells what a reload would change.
    ///
    /// - Throws: ``ControlError/invalidConfiguration(_:)`` when the configuration is wrong.
    func checkConfig() async throws(ControlError) -> ReloadAnswer

    /// - Throws: ``ControlError/invalidConfiguration(_:)``; the configuration from before stays in force.
    func reload() async throws(ControlError) -> ReloadAnswer

    func doctor() async throws(ControlError) -> DoctorAnswer

    /// What the kernel said last.
    func seenEvents() async -> SeenEventsAnswer

    /// From now on these are all who want nothing generated; nobody does if there are none.
    func hold(for leases: [Lease])

    /// Begins an orderly end and returns at once; the answer still goes out.
    func shutdown() async
}
