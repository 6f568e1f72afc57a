package import ControlChannel
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// Answers HTTP/1.1 requests and streams events over the control socket of one daemon.
///
///     let socket = try ControlSocket(bindingIn: directory)      // under the InstanceLock
///     let server = ControlServer(socket: socket, identity: identity, daemon: daemon, events: events, log: log)
///     try await server.run()                                    // until stop() or cancellation
///
/// ``routes`` lists the requests; only processes of this user or root are answered; `Limits` bounds the load. The server
/// knows nothing of mocks: a ``ControlledDaemon`` answers the questions about them, and all events come from an
/// ``EventLog``.
package final class ControlServer: Sendable {
    let identity: DaemonIdentity
    let daemon: any ControlledDaemon
    let routes: [Route]
    let events: EventLog
    let log: EventLog
    let leases = LeaseBook()
    let statusCache = StatusCache()
    let limits: Limits
    private let socket: ControlSocket
    private let connections = Mutex(Connections())

    private struct Connections {
        var listening: (any Channel)?
        var open: [ObjectIdentifier: any Channel] = [:]
        var isStopping = false
        /// The end of the last connection.
        var lastEnd = SuspendingClock.now
    }

    /// - Parameters:
    ///   - socket: A listening socket; the server closes it and removes its file at the end.
    ///   - log: The daemon's log, as events of the type `log`.
    ///   - limits: Tests pass small ones, which they can reach.
    package init(
        socket: ControlSocket, identity: DaemonIdentity, daemon: any ControlledDaemon, events: EventLog,
        log: EventLog, limits: Limits = Limits()
    ) {
        self.socket = socket
        self.identity = identity
        self.daemon = daemon
        routes = Route.ofServer + daemon.routes
        self.events = events
        self.log = log
        self.limits = limits
    }

    /// The endpoints by name, for `GET /v1/version`.
    var capabilities: [String] {
        routes.map(\.operation.name).reduce(into: []) { names, name in
            if !names.contains(name) { names.append(name) }
        }
    }

    /// The number of open connections.
    var connectionCount: Int { connections.withLock { $0.open.count } }

    /// The time at which the last connection ended, or of the start; `nil` while there are connections.
    package var unusedSince: SuspendingClock.Instant? {
        connections.withLock { $0.open.isEmpty ? $0.lastEnd : nil }
    }

    /// Serves until ``stop()``, which completes requests under way, or until its task is cancelled, which does not.
    package func run() async throws {
        // One thread is enough: answers come from memory, and a second one would not make a local socket faster.
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let outcome: Result<Void, any Error>
        do {
            try await withTaskExecutorPreference(EventLoopExecutor(group.next())) { try await serve(on: group) }
            outcome = .success(())
        } catch is CancellationError {
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        connections.withLock { state in
            state.isStopping = true
            state.listening = nil
            state.open = [:]
        }
        socket.unlinkIfOurs()
        try? await group.shutdownGracefully()
        try outcome.get()
    }

    /// Accepts no more connections; open ones are served until ``stop()``, for `Limits.grace` at most.
    package func stopAccepting() {
        connections.withLock { $0.listening?.close(promise: nil) }
    }

    /// Begins an orderly end: no new connections, idle ones close, answers under way are sent, event streams end after
    /// their last event. ``run()`` returns when that is done. After `Limits.grace` the open connections are closed and
    /// the pending requests cancelled.
    package func stop() {
        connections.withLock { state in
            guard !state.isStopping else { return }
            state.isStopping = true
            // Under the lock: `run()` clears the channel under it before it ends the event loop.
            state.listening?.close(promise: nil)
            for channel in state.open.values {
                channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            }
        }
        events.finish()
        log.finish()
    }

    /// Returns `true` once the event loop has run a task, `false` if the server is not running.
    package func heartbeat() async -> Bool {
        guard let loop = connections.withLock({ $0.listening?.eventLoop }) else { return false }
        return (try? await loop.submit { true }.get()) ?? false
    }

    private func serve(on group: MultiThreadedEventLoopGroup) async throws {
        let server = try await ServerBootstrap(group: group)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(AcceptPause()) }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .bind(self.socket.descriptor) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try Connection(handling: channel, admitted: self.admit(channel), limits: self.limits)
                }
            }
        socket.restoreQueue()
        let isStopping = connections.withLock { state in
            state.listening = server.channel
            return state.isStopping
        }
        if isStopping { server.channel.close(promise: nil) }
        try await withTaskCancellationHandler {
            try await server.executeThenClose { accepted in
                try await withThrowingDiscardingTaskGroup { group in
                    for try await connection in accepted {
                        group.addTask { await connection.serve(for: self) }
                    }
                    server.channel.eventLoop.scheduleTask(in: TimeAmount(self.limits.grace)) { self.closeAll() }
                }
            }
        } onCancel: {
            closeAll()
        }
    }

    private func admit(_ channel: any Channel) -> Connection.Admission {
        let (count, isStopping) = connections.withLock { state in
            state.open[ObjectIdentifier(channel)] = channel
            return (state.open.count, state.isStopping)
        }
        channel.closeFuture.whenComplete { _ in
            self.connections.withLock { state in
                state.open[ObjectIdentifier(channel)] = nil
                state.lastEnd = .now
            }
        }
        // Connections beyond the limit are refused with an answer, unless there are too many of those as well.
        if isStopping || count > limits.connections + limits.softConnections { return .dropped }
        if count > limits.connections { return .refused(.tooManyConnections(limits.connections)) }
        return count > limits.softConnections ? .acceptedBriefly : .accepted
    }

    private func closeAll() {
        for channel in connections.withLock({ Array($0.open.values) }) { channel.close(promise: nil) }
    }
}

extension ControlError {
    static func tooManyConnections(_ limit: Int) -> ControlError {
        ControlError(
            status: 503, code: "too-many-connections", message: "mockd already has \(limit) connections",
            hint: "close some, or ask again in a second")
    }
}
