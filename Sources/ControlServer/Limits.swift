extension ControlServer {
    /// Limits for one client, or for all together.
    package struct Limits: Sendable {
        /// The size of the request line and all headers together.
        package var headerBytes = 16 * 1024
        package var headerFields = 64
        package var bodyBytes = 64 * 1024
        /// With more connections than this, a new one may be idle no longer than `headerTimeout`.
        package var softConnections = 64
        /// With more connections than this, a new one gets 503.
        package var connections = 256
        /// The time from connecting to the first complete request, and from a head to the end of its body.
        package var headerTimeout: Duration = .seconds(5)
        /// The idle time between two requests.
        package var idleTimeout: Duration = .seconds(60)
        /// The time that a client may leave sent data unread.
        package var stallTimeout: Duration = .seconds(30)
        package var pingInterval: Duration = .seconds(15)
        /// The longest timeout that a sync may request.
        package var longestSync: Duration = .seconds(600)
        package var leases = 64
        /// The longest time that a lease may request.
        package var longestLease: Duration = .seconds(3600)
        /// The time from ``ControlServer/stop()`` to the closing of open connections.
        package var grace: Duration = .seconds(1)

        package init() {}
    }
}
