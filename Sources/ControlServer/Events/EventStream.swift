internal import ControlChannel
internal import NIOCore
internal import NIOHTTP1

/// Sends events or log lines to one client, one JSON document per line, until either side ends the stream.
struct EventStream: Sendable {
    /// The history to send, and the filter for it.
    enum Selection: Sendable {
        case events(EventFilter)
        /// Log lines, from the oldest one kept.
        case log(LogFilter)
    }

    let connection: Connection
    let server: ControlServer
    let selection: Selection

    private var history: EventLog {
        switch selection {
        case .events: server.events
        case .log: server.log
        }
    }

    func send(to request: ControlRequest) async throws {
        if request.method == .HEAD { return try await connection.write([.head(head(for: request)), .end(nil)]) }
        let (replay, subscription) = subscribe()
        let channel = connection.channel
        // A disconnect of the client is noticed at once, not at the next event.
        channel.closeFuture.whenComplete { _ in subscription.cancel() }
        let interval = TimeAmount(server.limits.pingInterval)
        let pings = channel.eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
            subscription.wake()
        }
        defer {
            pings.cancel()
            subscription.cancel()
        }
        var opening: [Event] = []
        if case .events = selection {
            let status = await server.completeStatus()
            opening.append(connectionEvent(.hello(server.identity, state: status.state), subscription.start))
            if !replay { opening.append(connectionEvent(.resync(status), subscription.start)) }
        }
        try await connection.write([.head(head(for: request))])
        try await write(opening)
        try await forward(subscription)
        try await connection.write([.end(nil)])
    }

    /// Subscribes. `replay` is `false` if the requested events are not in the history, so that the stream begins with
    /// the next event.
    private func subscribe() -> (replay: Bool, EventSubscription) {
        switch selection {
        case .events(let filter):
            guard let since = filter.since else { return (true, history.subscribe(.next)) }
            if let replay = history.subscribe(since: since) { return (true, replay) }
            return (false, history.subscribe(.next))
        case .log(let filter): return (true, history.subscribe(filter.follows ? .oldest : .oldestToNow))
        }
    }

    private func forward(_ subscription: EventSubscription) async throws {
        while true {
            switch await subscription.next() {
            case .events(let batch):
                let wanted = batch.filter { isWanted($0.content) }
                if !wanted.isEmpty { try await write(wanted) }
            case .lagged(let dropped, let resume):
                try await write([connectionEvent(.lagged(dropped: dropped, resume: resume), resume)])
            case .nothing:
                try await write([connectionEvent(.ping, history.clock)])
            case .end:
                return
            }
        }
    }

    private func isWanted(_ content: Event.Content) -> Bool {
        switch (selection, content) {
        case (.events(let filter), _): filter.types?.contains(content.type) ?? true
        case (.log(let filter), .log(let record)): record.isAtLeast(filter.level)
        case (.log, _): true
        }
    }

    private func head(for request: ControlRequest) -> HTTPResponseHead {
        var head = HTTPResponseHead(version: request.version, status: .ok)
        head.headers.add(name: "Content-Type", value: "application/x-ndjson")
        head.headers.add(name: "Cache-Control", value: "no-store")
        head.headers.add(name: "Connection", value: "close")
        return head
    }

    private func connectionEvent(_ content: Event.Content, _ clock: EventClock) -> Event {
        Event(clock: clock, time: history.currentTime, content: content)
    }

    private func write(_ events: [Event]) async throws {
        guard !events.isEmpty else { return }
        var lines = ByteBuffer()
        for event in events {
            lines.writeBytes(try WireFormat.encode(event))
            lines.writeInteger(UInt8(ascii: "\n"))
        }
        try await connection.write([.body(.byteBuffer(lines))])
    }
}
