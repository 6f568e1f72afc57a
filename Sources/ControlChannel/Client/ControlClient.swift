/// Sends requests to one daemon over its control socket, one at a time, and waits for each answer.
///
///     let client = try DaemonFinder(environment: environment).connect(from: directory)
///     print(try client.status().state)
///
/// The control server's table of routes lists the requests; the answers are the documents in `Messages`. Only this
/// target knows the wire format of either. It links nothing heavy, so `mockctl` starts in a few milliseconds.
package final class ControlClient {
    /// The time limit for a request that the daemon answers from memory. Generous, because such an answer is late only
    /// if the whole machine is slow.
    package static let ordinaryLimit: Duration = .seconds(10)
    package let socketPath: String
    /// The time from connecting to the end of an answer that the daemon gives from memory.
    package var limit: Duration
    /// The same for requests that do work, whose duration is unknown.
    package var workLimit: Duration = .seconds(600)
    private var stream: SocketStream?
    private var reader: ResponseReader?
    /// True if this connection has already carried an answer.
    private var hasAnswered = false

    /// Connects at once, so that a missing daemon is an error here.
    package init(connectingTo socketPath: String, limit: Duration = ordinaryLimit) throws(ClientFailure) {
        self.socketPath = socketPath
        self.limit = limit
        try connect()
    }

    package func status() throws(ClientFailure) -> Status {
        try decode(get("/v1/status"))
    }

    /// Returns once everything written before the call has been generated.
    package func sync(timeout: Duration) throws(ClientFailure) -> SyncAnswer {
        try decode(syncDocument(timeout: timeout))
    }

    /// Returns the answer of a sync as the daemon wrote it.
    package func syncDocument(timeout: Duration) throws(ClientFailure) -> [UInt8] {
        // The daemon gives up at `timeout`; the two seconds are for a daemon that hangs.
        try post("/v1/sync", SyncRequest(timeoutMs: timeout.milliseconds), limit: timeout + .seconds(2))
    }

    package func version() throws(ClientFailure) -> VersionAnswer {
        try decode(get("/v1/version"))
    }

    /// Returns the bytes of an answer: JSON without a final newline.
    package func get(_ target: String) throws(ClientFailure) -> [UInt8] {
        try exchange("GET", target, body: nil, limit: limit)
    }

    /// - Parameter limit: the time until the end of the answer; by default the client's `limit`.
    package func post(
        _ target: String, _ body: some Encodable, limit: Duration? = nil
    ) throws(ClientFailure) -> [UInt8] {
        guard let bytes = try? WireFormat.encode(body) else {
            throw .malformed("the request cannot be written as JSON")
        }
        return try exchange("POST", target, body: bytes, limit: limit ?? self.limit)
    }

    /// Requests work of unknown duration, after a short request has shown that the daemon answers.
    package func work(_ target: String, _ body: some Encodable) throws(ClientFailure) -> [UInt8] {
        _ = try get("/v1/version")
        return try post(target, body, limit: workLimit)
    }

    package func post(_ target: String) throws(ClientFailure) -> [UInt8] {
        try exchange("POST", target, body: nil, limit: limit)
    }

    package func delete(_ target: String) throws(ClientFailure) -> [UInt8] {
        try exchange("DELETE", target, body: nil, limit: limit)
    }

    package func decode<Answer: Decodable>(_ bytes: [UInt8]) throws(ClientFailure) -> Answer {
        do {
            return try WireFormat.decode(Answer.self, from: bytes)
        } catch {
            throw .malformed("its answer is not the \(Answer.self) that was asked for")
        }
    }

    /// Passes on each line of an endless answer until `line` returns `false` or the daemon ends it.
    ///
    /// - Parameters:
    ///   - limit: the longest silence before the answer and between its lines.
    ///   - line: receives one JSON document without its newline.
    package func stream(
        _ target: String, limit: Duration = .seconds(45), line: ([UInt8]) throws -> Bool
    ) throws {
        // The daemon sends a line at least every 15 seconds, so a longer silence means that it has died.
        let head = try send("GET", target, body: nil, limit: min(limit, self.limit))
        guard head.status == 200, head.isChunked else { throw try refusal(head) }
        var rest: [UInt8] = []
        stream?.begin(limit)
        while let chunk = try readChunk() {
            stream?.begin(limit)
            rest += chunk
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let document = Array(rest[..<end])
                rest.removeSubrange(...end)
                guard try line(document) else { return disconnect() }
            }
        }
    }

    private func exchange(
        _ method: String, _ target: String, body: [UInt8]?, limit: Duration
    ) throws(ClientFailure) -> [UInt8] {
        let head = try send(method, target, body: body, limit: limit)
        guard head.status < 400 else { throw try refusal(head) }
        return try readBody(of: head)
    }

    private func refusal(_ head: ResponseReader.Head) throws(ClientFailure) -> ClientFailure {
        let body = try readBody(of: head)
        guard let envelope = try? WireFormat.decode(ErrorEnvelope.self, from: body) else {
            return .malformed("it answered with status \(head.status)")
        }
        return .refused(envelope.controlError(status: head.status))
    }

    private func send(
        _ method: String, _ target: String, body: [UInt8]?, limit: Duration
    ) throws(ClientFailure) -> ResponseReader.Head {
        // A server may close an idle connection just as the next request is sent. Sending that again is safe if the
        // request changes nothing.
        let mayAskAgain = hasAnswered && method == "GET"
        do throws(ClientFailure) {
            return try sendOnce(method, target, body: body, limit: limit)
        } catch ClientFailure.closed where mayAskAgain {
            disconnect()
            return try sendOnce(method, target, body: body, limit: limit)
        }
    }

    private func sendOnce(
        _ method: String, _ target: String, body: [UInt8]?, limit: Duration
    ) throws(ClientFailure) -> ResponseReader.Head {
        if stream == nil { try connect() }
        guard let stream else { throw .closed }
        stream.begin(limit)
        var request = "\(method) \(target) HTTP/1.1\r\nHost: mockd\r\n"
        if let body { request += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n" }
        do throws(ClientFailure) {
            try stream.write(Array((request + "\r\n").utf8) + (body ?? []))
        } catch ClientFailure.closed {
            // A daemon that refuses the connection may have answered without reading; its answer says more than the
            // broken pipe.
        }
        guard let reader else { throw .closed }
        let head = try reader.readHead()
        hasAnswered = true
        return head
    }

    private func readBody(of head: ResponseReader.Head) throws(ClientFailure) -> [UInt8] {
        guard let reader else { throw .closed }
        let body = try reader.readBody(of: head)
        if !head.keepsAlive { disconnect() }
        return body
    }

    private func readChunk() throws(ClientFailure) -> [UInt8]? {
        guard let reader else { throw .closed }
        return try reader.readChunk()
    }

    private func connect() throws(ClientFailure) {
        let stream = try SocketStream(connectingTo: socketPath, limit: limit)
        self.stream = stream
        self.reader = ResponseReader(stream)
    }

    private func disconnect() {
        stream = nil
        reader = nil
        hasAnswered = false
    }
}
