import ControlChannel
import Foundation
import Testing

@testable import ControlServer

@Suite("Events", .ownThread)
struct EventTests {
    @Test("A stream begins with how things stand and goes on as they happen")
    func hello() async throws {
        try await TestServer.run { server in
            server.events.publish(.settled)
            let stream = try Listener(server, EventFilter())
            let hello = try await stream.next()
            #expect(hello.content == .hello(server.identity, state: .ready))
            #expect(hello.clock == EventClock(epoch: server.lock.epoch, seq: 1))

            server.events.publish(.outputWritten(path: "Mocks/A.mocks.swift", sha256: "00ff", reason: "A changed"))
            let written = try await stream.next()
            #expect(written.content == .outputWritten(path: "Mocks/A.mocks.swift", sha256: "00ff", reason: "A changed"))
            #expect(written.clock == EventClock(epoch: server.lock.epoch, seq: 2))
        }
    }

    @Test("The lines, word for word")
    func lines() async throws {
        var limits = ControlServer.Limits()
        limits.grace = .seconds(60)
        let server = try TestServer(limits: limits)
        server.events.publish(.inputChanged(path: "Sources/A.swift"))
        server.events.publish(.batchFinished(BatchReport(files: 1, reparsed: 1, written: 1, unchanged: 0, ms: 4)))
        async let end: Void = server.server.run()
        let epoch = server.lock.epoch
        async let answer = server.exchange("GET /v1/events?since=\(epoch):0 HTTP/1.0\r\n\r\n")
        try await until(server) { $0.subscribers == 1 }
        server.server.stop()
        let lines = try await answer.split(separator: "\r\n\r\n").last?.split(separator: "\n").map(String.init)
        try await end
        let time = #""time":"2025-11-20T23:42:19.000Z""#
        #expect(
            lines == [
                #"{"clock":"\#(epoch):0","pid":\#(getpid()),"root":"\#(server.root)","seq":0,"#
                    + #""startedAt":"2025-11-20T23:42:18.123Z","state":"ready",\#(time),"type":"hello","version":"0.1.0"}"#,
                #"{"clock":"\#(epoch):1","path":"Sources/A.swift","seq":1,\#(time),"type":"input-changed"}"#,
                #"{"batch":{"files":1,"ms":4,"reparsed":1,"unchanged":0,"written":1},"clock":"\#(epoch):2","seq":2,\#(time),"#
                    + #""type":"batch-finished"}"#,
            ])
    }

    @Test("Events since a clock are sent again")
    func replay() async throws {
        try await TestServer.run { server in
            for number in 1...1000 { server.events.publish(.inputChanged(path: "\(number)")) }
            let stream = try Listener(server, EventFilter(since: "\(server.lock.epoch):990"))
            do {
                let event = try await stream.next()
                #expect(event.clock.seq == 990)
            }
            for number in 991...1000 {
                let event = try await stream.next()
                #expect(event.content == .inputChanged(path: "\(number)"))
            }
        }
    }

    @Test(
        "A clock of another daemon, of the future or of too long ago gets the whole status",
        arguments: ["1:5", "@:9999", "@:3"])
    func resync(since: String) async throws {
        try await TestServer.run(capacity: 10) { server in
            for number in 1...20 { server.events.publish(.inputChanged(path: "\(number)")) }
            let clock = since.replacing("@", with: "\(server.lock.epoch)")
            let stream = try Listener(server, EventFilter(since: "\(clock)"))
            do {
                let event = try await stream.next()
                #expect(event.content.type == "hello")
            }
            guard case .resync(let status) = try await stream.next().content else {
                Issue.record("no resync")
                return
            }
            #expect(status.clock.seq == 20)
            server.events.publish(.settled)
            do {
                let event = try await stream.next()
                #expect(event.content == .settled)
            }
        }
    }

    @Test("Only the types that were asked for come")
    func types() async throws {
        try await TestServer.run { server in
            let stream = try Listener(server, EventFilter(types: "settled,overflow"))
            _ = try await stream.next()
            for content: Event.Content in [.batchStarted(files: 1), .overflow, .inputChanged(path: "a"), .settled] {
                server.events.publish(content)
            }
            do {
                let event = try await stream.next()
                #expect(event.content == .overflow)
            }
            do {
                let event = try await stream.next()
                #expect(event.content == .settled)
            }
        }
    }

    @Test("Types and clocks that do not exist are refused by name")
    func mistakes() async throws {
        try await TestServer.run { server in
            for (query, message) in [
                ("?types=settled,saved", "there are no events of type saved"),
                ("?since=yesterday", "since=yesterday is not a clock"),
            ] {
                let answer = try await server.exchange(
                    "GET /v1/events\(query) HTTP/1.1\r\nConnection: close\r\n\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 400 "))
                #expect(answer.contains(#""message":"\#(message)""#))
            }
        }
    }

    @Test("A quiet stream shows that it lives")
    func ping() async throws {
        var limits = ControlServer.Limits()
        limits.pingInterval = .milliseconds(5)
        try await TestServer.run(limits: limits) { server in
            let stream = try Listener(server, EventFilter())
            _ = try await stream.next()
            do {
                let event = try await stream.next()
                #expect(event.content == .ping)
            }
            do {
                let event = try await stream.next()
                #expect(event.content == .ping)
            }
        }
    }

    @Test("A subscriber that does not read delays no other, and learns how much it has missed")
    func lagged() async throws {
        var limits = ControlServer.Limits()
        limits.grace = .seconds(60)
        try await TestServer.run(limits: limits, capacity: 1000) { server in
            let slow = try await onThread { [path = server.socketPath] in
                let connection = try RawConnection(path)
                connection.send("GET /v1/events HTTP/1.0\r\n\r\n")
                return connection
            }
            try await until(server) { $0.subscribers == 1 }
            // Far more than the buffers of both sockets hold.
            let path = String(repeating: "x", count: 1000)
            for _ in 0..<20 {
                for _ in 0..<500 { server.events.publish(.inputChanged(path: path)) }
                let status = try await server.ask { try $0.status() }
                #expect(status.clients?.subscribers == 1)
            }
            async let everything = onThread { try slow.receive() }
            try await until(server) { $0.dropped > 0 }
            server.server.stop()
            let lines = try await everything.split(separator: "\r\n\r\n").last?.split(separator: "\n") ?? []
            let events = try lines.map { try WireFormat.decode(Event.self, from: Array($0.utf8)) }
            var expected = 0
            var dropped = 0
            for event in events.dropFirst() {
                if case .lagged(let count, let resume) = event.content {
                    dropped += count
                    expected += count
                    #expect(resume.seq == expected)
                } else {
                    expected += 1
                    #expect(event.clock.seq == expected)
                }
            }
            #expect(expected == 10_000)
            #expect(dropped == server.events.droppedCount)
            #expect(dropped > 5000)
        }
    }

    @Test("A subscriber that leaves is forgotten at once")
    func leaving() async throws {
        try await TestServer.run { server in
            try await onThread { [path = server.socketPath] in
                let connection = try RawConnection(path)
                connection.send("GET /v1/events HTTP/1.1\r\n\r\n")
                _ = try connection.receive(until: "\n\r\n")
            }
            try await until(server) { $0.subscribers == 0 && $0.connected == 1 }
        }
    }

    @Test("A client that leaves everything unread is closed after a while")
    func stalled() async throws {
        var limits = ControlServer.Limits()
        limits.stallTimeout = .milliseconds(50)
        try await TestServer.run(limits: limits) { server in
            let connection = try await onThread { [path = server.socketPath] in
                let connection = try RawConnection(path)
                connection.send("GET /v1/events HTTP/1.1\r\n\r\n")
                return connection
            }
            try await until(server) { $0.subscribers == 1 }
            for _ in 0..<1000 { server.events.publish(.inputChanged(path: String(repeating: "x", count: 1000))) }
            try await until(server) { $0.subscribers == 0 }
            withExtendedLifetime(connection) {}
        }
    }

    @Test("64 subscribers all get everything, in order")
    func many() async throws {
        var limits = ControlServer.Limits()
        limits.grace = .seconds(60)
        let server = try TestServer(limits: limits)
        async let end: Void = server.server.run()
        try await withThrowingTaskGroup { group in
            for _ in 0..<64 {
                group.addTask { try await server.exchange("GET /v1/events HTTP/1.0\r\n\r\n") }
            }
            try await until(server) { $0.subscribers == 64 }
            for number in 1...500 { server.events.publish(.batchStarted(files: number)) }
            server.server.stop()
            for try await answer in group {
                let files = answer.matches(of: /"files":([0-9]+)/).compactMap { Int($0.1) }
                let isComplete = files == Array(1...500)
                #expect(isComplete)
            }
        }
        try await end
    }

    /// Asks again until the condition holds; each request is a whole exchange with the server.
    private func until(_ server: TestServer, _ condition: @Sendable (Status.Clients) -> Bool) async throws {
        while true {
            let status = try await server.ask { try $0.status() }
            if let clients = status.clients, condition(clients) { return }
        }
    }
}

/// Reads a stream on its own thread, one event at a time.
private final class Listener: Sendable {
    private let events: AsyncThrowingStream<Event, any Error>

    init(_ server: TestServer, _ filter: EventFilter) {
        let (events, continuation) = AsyncThrowingStream.makeStream(of: Event.self)
        let path = server.socketPath
        Thread.detachNewThread {
            do {
                let client = try ControlClient(connectingTo: path)
                try client.stream(EventFilter.endpoint, filter) { line in
                    continuation.yield(try line.answer)
                    return true
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        self.events = events
    }

    func next() async throws -> Event {
        for try await event in events { return event }
        throw ClientFailure.closed
    }
}
