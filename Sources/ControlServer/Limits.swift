extension ControlServer {
    /// How much of the daemon one client, or all of them, can claim.
    package struct Limits: Sendable {
        /// Of the request line and all headers together.
        package var headerBytes = 16 * 1024
        package var headerFields = 64
        package var bodyBytes = 64 * 1024
        /// Beyond these a connection may be without a question no longer than `headerTimeout`.
        package var softConnections = 64
        /// Beyond these a connection gets 503.
        package var connections = 256
        /// From the connection to its first complete request, and from a head to the end of its body.
        package var headerTimeout: Duration = .seconds(5)
        /// Between two requests.
        package var idleTimeout: Duration = .seconds(60)
        /// How long a client may leave what we send unread.
        package var stallTimeout: Duration = .seconds(30)
        package var pingInterval: Duration = .seconds(15)
        /// What a sync may ask for at most.
        package var longestSync: Duration = .seconds(600)
        package var leases = 64
        /// What a lease may ask for at most.
        package var longestLease: Duration = .seconds(3600)
        /// From ``ControlServer/stop()`` to the closing of what is still open.
        package var grace: Duration = .seconds(1)

        package init() {}
    }
}
