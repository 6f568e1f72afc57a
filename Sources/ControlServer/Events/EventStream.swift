internal import ControlChannel
internal import NIOCore
internal import NIOHTTP1

/// Sends the history to one client, a JSON document a line, until either side ends it.
struct EventStream: Sendable {
    let connection: Connection
    let server: ControlServer
    let since: EventClock?
    /// `nil` for all.
    let types: Set<String>?

    private var events: EventLog { server.events }

    func send(to request: ControlRequest) async throws {
        if request.method == .HEAD { return try await connection.write([.head(head(for: request)), .end(nil)]) }
        let replay = events.subscribe(since: since)
        guard let subscription = replay ?? events.subscribe() else { return }
        let channel = connection.channel
        // A client that leaves is noticed at once, not at the next event.
        channel.closeFuture.whenComplete { _ in subscription.cancel() }
        let interval = TimeAmount(server.limits.pingInterval)
        let pings = channel.eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
            subscription.wake()
        }
        defer {
            pings.cancel()
            subscription.cancel()
        }
        let status = await server.completeStatus()
        try await connection.write([.head(head(for: request))])
        var opening = [own(.hello(server.identity, state: status.state), subscription.start)]
        if replay == nil { opening.append(own(.resync(status), subscription.start)) }
        try await write(opening)
        try await forward(subscription)
        try await connection.write([.end(nil)])
    }

    private func forward(_ subscription: EventSubscription) async throws {
        while true {
            switch await subscription.next() {
            case .events(let batch):
                let wanted = types.map { types in batch.filter { types.contains($0.content.type) } } ?? batch
                if !wanted.isEmpty { try await write(wanted) }
            case .lagged(let dropped, let resume):
                try await write([own(.lagged(dropped: dropped, resume: resume), resume)])
            case .nothing:
                try await write([own(.ping, events.clock)])
            case .end:
                return
            }
        }
    }

    private func head(for request: ControlRequest) -> HTTPResponseHead {
        var head = HTTPResponseHead(version: request.version, status: .ok)
        head.headers.add(name: "Content-Type", value: "application/x-ndjson")
        head.headers.add(name: "Cache-Control", value: "no-store")
        head.headers.add(name: "Connection", value: "close")
        return head
    }

    private func own(_ content: Event.Content, _ clock: EventClock) -> Event {
        Event(clock: clock, time: events.currentTime, content: content)
    }

    private func write(_ events: [Event]) async throws {
        var lines = ByteBuffer()
        for event in events {
            lines.writeBytes(try WireFormat.encode(event))
            lines.writeInteger(UInt8(ascii: "\n"))
        }
        try await connection.write([.body(.byteBuffer(lines))])
    }
}
