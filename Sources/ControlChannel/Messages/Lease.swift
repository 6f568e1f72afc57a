/// A client's request to hold back generation for a while.
package struct Lease: Codable, Hashable, Sendable {
    package var id: Int
    /// The holder or the purpose, in words.
    package var name: String
    package var since: Timestamp
    /// When the lease expires; without a time it ends with the connection that requested it.
    package var until: Timestamp?

    package init(id: Int, name: String, since: Timestamp, until: Timestamp?) {
        self.id = id
        self.name = name
        self.since = since
        self.until = until
    }
}

/// The body of `POST /v1/leases`.
package struct LeaseRequest: Codable, Hashable, Sendable {
    package var name: String
    /// The maximum duration in milliseconds; without it, the lease lasts as long as the connection.
    package var ttlMs: Int?

    package init(name: String, ttlMs: Int? = nil) {
        self.name = name
        self.ttlMs = ttlMs
    }
}

/// The answer to `GET /v1/leases` and `DELETE /v1/leases`.
package struct LeasesAnswer: Codable, Hashable, Sendable {
    package var leases: [Lease]

    package init(leases: [Lease]) {
        self.leases = leases
    }
}
