/// A client's request to hold back generation for a while.
package struct Lease: Documented, Hashable {
    package static let endpoint = Endpoint<LeaseRequest, Self>(
        post: "/v1/leases", "Holds back generation, until the time is over or the connection ends.", status: 201)

    package var id: Int
    package var name: String
    package var since: Timestamp
    package var until: Timestamp?

    package static let documentation = Documentation(
        "A hold on generation, by a client.",
        [
            "id": "The value for DELETE /v1/leases?id=.",
            "name": "The holder's name or purpose.",
            "since": "The time of its start.",
            "until": "The time of its end; absent if it ends with its connection.",
        ])

    package init(id: Int, name: String, since: Timestamp, until: Timestamp?) {
        self.id = id
        self.name = name
        self.since = since
        self.until = until
    }
}

/// The body of `POST /v1/leases`.
package struct LeaseRequest: Documented, Hashable {
    package var name: String
    package var ttlMs: Int?

    package static let documentation = Documentation(
        "The holder of a lease.",
        [
            "name": "The holder's name or purpose.",
            "ttlMs": "The longest duration in milliseconds; without it, the lease ends with the connection.",
        ],
        bounds: [
            "name": ["type": "string", "minLength": 1, "maxLength": 100],
            "ttlMs": ["type": "integer", "minimum": 1, "maximum": 3_600_000],
        ])

    package init(name: String, ttlMs: Int? = nil) {
        self.name = name
        self.ttlMs = ttlMs
    }
}

/// The answer to `GET /v1/leases` and `DELETE /v1/leases`.
package struct LeasesAnswer: Documented, Hashable {
    package static let endpoint = Endpoint<Void, Self>(.get, "/v1/leases", "Who holds back generation.")
    /// The question is the number of a lease; `nil` for all.
    package static let end = Endpoint<Int?, Self>(
        Operation(
            .delete, "/v1/leases", "Ends leases, generates what was held back, and returns the ended leases.",
            parameters: [
                .init("id", "Only this one.", schema: ["type": "integer", "minimum": 1, "maximum": 1_000_000_000])
            ],
            errors: [404: "There is no such lease."]),
        query: { id in id.map { ["id": "\($0)"] } ?? [:] }
    ) { request throws(ControlError) in
        guard let text = request.query["id"] else { return nil }
        guard let id = Int(text), id > 0 else { throw .badRequest("id=\(text) is not the number of a lease") }
        return id
    }

    package var leases: [Lease]

    package static let documentation = Documentation("Leases.", ["leases": "Oldest first."])

    package init(leases: [Lease]) {
        self.leases = leases
    }
}
