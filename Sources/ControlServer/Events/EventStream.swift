internal import ControlChannel
internal import NIOCore
internal import NIOHTTP1

/// Sends the history to one client, a JSON document a line, until either side ends it.
struct EventStream: Sendable {
    let connection: Connection
    let since: EventClock?
    /// `nil` for all.
    let types: Set<String>?

    private var events: EventLog { connection.server.events }

    func send(to request: ControlRequest, _ outbound: Connection.Parts) async throws {
        let replay = events.subscribe(since: since)
        guard let subscription = replay ?? events.subscribe() else { return }
        let channel = connection.channel
        // A client that leaves is noticed at once, not at the next event.
        channel.closeFuture.whenComplete { _ in subscription.cancel() }
        let interval = TimeAmount(connection.server.limits.pingInterval)
        let pings = channel.eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
            subscription.wake()
        }
        defer {
            pings.cancel()
            subscription.cancel()
        }
        let status = await connection.server.completeStatus()
        try await outbound.write(.head(head(for: request)))
        var opening = [own(.hello(connection.server.identity, state: status.state), subscription.start)]
        if replay == nil { opening.append(own(.resync(status), subscription.start)) }
        try await write(opening, outbound)
        try await forward(subscription, outbound)
        try await outbound.write(.end(nil))
    }

    private func forward(_ subscription: EventSubscription, _ outbound: Connection.Parts) async throws {
        while true {
            switch await subscription.next() {
            case .events(let batch):
                let wanted = types.map { types in batch.filter { types.contains($0.content.type) } } ?? batch
                if !wanted.isEmpty { try await write(wanted, outbound) }
            case .lagged(let dropped, let resume):
                try await write([own(.lagged(dropped: dropped, resume: resume), resume)], outbound)
            case .nothing:
                try await write([own(.ping, events.clock)], outbound)
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

    private func write(_ events: [Event], _ outbound: Connection.Parts) async throws {
        var lines = ByteBuffer()
        for event in events {
            lines.writeBytes(try WireFormat.encode(event))
            lines.writeInteger(UInt8(ascii: "\n"))
        }
        try await outbound.write(.body(.byteBuffer(lines)))
    }
}
