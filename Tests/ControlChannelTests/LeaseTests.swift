import ControlChannel
import Synchronization
import Testing

@testable import ControlServer

@Suite("Leases", .ownThread)
struct LeaseTests {
    @Test("A lease holds back generation until it is ended, and everybody hears of both")
    func heldAndReleased() async throws {
        try await TestServer.run { server in
            let events = server.events.subscribe(.next)
            let lease = try await server.ask { client in
                try client.ask(Lease.endpoint, LeaseRequest(name: "git rebase", ttlMs: 60_000)).answer
            }
            #expect(
                lease
                    == Lease(
                        id: 1, name: "git rebase", since: Timestamp(millisecondsSince1970: 1_763_682_139_000),
                        until: Timestamp(millisecondsSince1970: 1_763_682_199_000)))
            let listed = try await server.ask { try $0.ask(LeasesAnswer.endpoint).answer }
            #expect(listed.leases == [lease])
            let ended = try await server.ask { try $0.ask(LeasesAnswer.end, 1).answer }
            #expect(ended.leases == [lease])
            #expect(server.daemon.holders.withLock { $0 } == [["git rebase"], []])
            #expect(await contents(events) == [.lease(lease, change: .held), .lease(lease, change: .released)])
        }
    }

    @Test("A lease ends by itself when its time is over")
    func expired() async throws {
        try await TestServer.run { server in
            let events = server.events.subscribe(.next)
            // The connection stays open: the timeout ends the lease.
            try await onThread { [path = server.socketPath] in
                let client = try ControlClient(connectingTo: path)
                _ = try client.ask(Lease.endpoint, LeaseRequest(name: "formatter", ttlMs: 1))
                while !(try client.ask(LeasesAnswer.endpoint).answer.leases.isEmpty) {}
            }
            #expect(await changes(events, 2) == [.held, .expired])
            #expect(server.daemon.holders.withLock { $0 } == [["formatter"], []])
        }
    }

    @Test("A lease without a time ends with the connection that asked for it")
    func connection() async throws {
        try await TestServer.run { server in
            let events = server.events.subscribe(.next)
            try await server.ask { client in
                _ = try client.ask(Lease.endpoint, LeaseRequest(name: "editor"))
                let listed = try client.ask(LeasesAnswer.endpoint).answer
                #expect(listed.leases.map(\.until) == [nil])
            }
            #expect(await changes(events, 2) == [.held, .released])
        }
    }

    @Test("A connection that a lease lasts as long as may be idle, and others may not")
    func idleConnection() async throws {
        var limits = ControlServer.Limits()
        limits.idleTimeout = .milliseconds(1)
        try await TestServer.run(limits: limits) { server in
            let holder = try await onThread { [path = server.socketPath] in
                let holder = try RawConnection(path)
                let body = #"{"name":"rebase"}"#
                holder.send(
                    "POST /v1/leases HTTP/1.1\r\nHost: mockd\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
                _ = try holder.receive(until: "\n")
                return holder
            }
            // The end of a later connection shows that the time of both is over.
            _ = try await server.exchange("GET /v1/version HTTP/1.1\r\nHost: mockd\r\n\r\n")
            let listed = try await server.ask { try $0.ask(LeasesAnswer.endpoint).answer }
            #expect(listed.leases.map(\.name) == ["rebase"])
            withExtendedLifetime(holder) {}
        }
    }

    @Test("All leases end at once where none is named")
    func all() async throws {
        try await TestServer.run { server in
            try await server.ask { client in
                for name in ["a", "b"] { _ = try client.ask(Lease.endpoint, LeaseRequest(name: name, ttlMs: 60_000)) }
                let ended = try client.ask(LeasesAnswer.end, nil).answer
                #expect(ended.leases.map(\.name) == ["a", "b"])
            }
            #expect(server.daemon.holders.withLock { $0 } == [["a"], ["a", "b"], []])
        }
    }

    @Test("An invalid lease is refused with the reason")
    func mistakes() async throws {
        var limits = ControlServer.Limits()
        limits.leases = 1
        try await TestServer.run(limits: limits) { server in
            func refusal(_ question: @escaping @Sendable (ControlClient) throws -> [UInt8]) async -> String? {
                let failure = await #expect(throws: ClientFailure.self) { _ = try await server.ask(question) }
                guard case .refused(let error)? = failure else { return nil }
                return "\(error.status) \(error.description)"
            }
            #expect(
                await refusal { try $0.post("/v1/leases") }
                    == "400 /v1/leases needs a body; GET /v1/openapi.json describes it")
            #expect(
                await refusal { try $0.post("/v1/leases", LeaseRequest(name: "")) }
                    == "400 a lease needs a name of at most 100 characters; say who holds back generation")
            #expect(
                await refusal { try $0.post("/v1/leases", LeaseRequest(name: "a", ttlMs: 0)) }
                    == "400 ttlMs must lie between 1 and 3600000")
            #expect(
                await refusal { try $0.delete("/v1/leases?id=7") }
                    == "404 there is no lease 7; GET /v1/leases lists them")
            #expect(await refusal { try $0.delete("/v1/leases?id=x") } == "400 id=x is not the number of a lease")
            _ = try await server.ask { try $0.post("/v1/leases", LeaseRequest(name: "a", ttlMs: 60_000)) }
            #expect(
                await refusal { try $0.post("/v1/leases", LeaseRequest(name: "b", ttlMs: 1)) }
                    == "429 there are 1 leases already; end them with: mockctl resume")
        }
    }

    private func contents(_ events: EventSubscription) async -> [Event.Content] {
        guard case .events(let batch) = await events.next() else { return [] }
        return batch.map(\.content)
    }

    private func changes(_ events: EventSubscription, _ count: Int) async -> [Event.LeaseChange] {
        var found: [Event.LeaseChange] = []
        while found.count < count {
            for case .lease(_, let change) in await contents(events) { found.append(change) }
        }
        return found
    }
}
