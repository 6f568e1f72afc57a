/// Somebody's wish that nothing be generated for a while.
package struct Lease: Codable, Hashable, Sendable {
    package var id: Int
    /// Who or what it is for, in words.
    package var name: String
    package var since: Timestamp
    /// When it ends by itself; without one it ends with the connection that asked for it.
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
    /// How long it lasts at most; without it, as long as the connection.
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
