internal import ControlServer
internal import Synchronization

/// Measures for how long a daemon has not been used: nothing was generated or held back, no client was connected and no
/// command of `--exec` ran.
final class IdleClock: Sendable {
    private let context: DaemonContext
    private let server: ControlServer
    private let lastWork: Mutex<(generation: Int, at: SuspendingClock.Instant)>

    init(_ context: DaemonContext, _ server: ControlServer) {
        (self.context, self.server) = (context, server)
        lastWork = Mutex((context.board.current.generation, .now))
    }

    /// The time since the daemon was last seen in use: by this question or an earlier one, or by the end of a connection.
    var idle: Duration {
        let board = context.board.current
        guard let unusedSince = server.unusedSince else { return .zero }
        let now = SuspendingClock.now
        let lastWork = lastWork.withLock { last in
            let isWorking = board.generation != last.generation || board.pending > 0 || !board.leases.isEmpty
            if isWorking || context.command?.isRunning == true { last = (board.generation, now) }
            return last.at
        }
        return now - max(lastWork, unusedSince)
    }
}
