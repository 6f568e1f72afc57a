/// Asks one daemon questions over its control socket, one at a time, and waits for each answer.
///
///     let client = try DaemonFinder(environment: environment).connect(from: directory)
///     print(try client.status().state)
///
/// What it can ask is the table of routes of the control server; what comes back are the documents in `Messages`.
/// Only this target knows how either looks on the wire, and it links nothing heavy: `mockctl` starts in a few
/// milliseconds because of it.
package final class ControlClient {
    /// How long a daemon may take for a question that it answers from memory.
    /// Generous, because it answers late only while the whole machine does.
    package static let ordinaryLimit: Duration = .seconds(10)
    package let socketPath: String
    /// From the connection to the end of an answer that the daemon gives from memory.
    package var limit: Duration
    /// The same for work, which takes as long as it takes.
    package var workLimit: Duration = .seconds(600)
    private var stream: SocketStream?
    private var reader: ResponseReader?
    /// Whether this connection has carried an answer already.
    private var hasAnswered = false

    /// Connects at once, so that whoever is not there is noticed here.
    package init(connectingTo socketPath: String, limit: Duration = ordinaryLimit) throws(ClientFailure) {
        self.socketPath = socketPath
        self.limit = limit
        try connect()
    }

    package func status() throws(ClientFailure) -> Status {
        try decode(get("/v1/status"))
    }

    /// Returns when everything written before the call has been generated.
    package func sync(timeout: Duration) throws(ClientFailure) -> SyncAnswer {
        try decode(syncDocument(timeout: timeout))
    }

    /// The answer of a sync as the daemon wrote it.
    package func syncDocument(timeout: Duration) throws(ClientFailure) -> [UInt8] {
        // The daemon gives up at `timeout`; the rest is for one that cannot even do that.
        try post("/v1/sync", SyncRequest(timeoutMs: timeout.milliseconds), limit: timeout + .seconds(2))
    }

    package func version() throws(ClientFailure) -> VersionAnswer {
        try decode(get("/v1/version"))
    }

    /// The bytes of an answer, as JSON that ends without a newline.
    package func get(_ target: String) throws(ClientFailure) -> [UInt8] {
        try exchange("GET", target, body: nil, limit: limit)
    }

    package func post(
        _ target: String, _ body: some Encodable, limit: Duration? = nil
    ) throws(ClientFailure) -> [UInt8] {
        guard let bytes = try? WireFormat.encode(body) else {
            throw .malformed("the request cannot be written as JSON")
        }
        return try exchange("POST", target, body: bytes, limit: limit ?? self.limit)
    }

    /// Asks for something that takes as long as it takes, of a daemon that has just shown that it answers at all.
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
    /// - Parameter line: Gets one JSON document without its newline.
    package func stream(
        _ target: String, limit: Duration = .seconds(45), line: ([UInt8]) throws -> Bool
    ) throws {
        // The daemon says something at least every 15 seconds, so a longer silence is its end.
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
        // A server may close a connection that it has not been asked on for a while, just as the next question goes
        // out. Asking that again does no harm where asking changes nothing.
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
            // A daemon that refuses us may have answered without reading; its words say more than the broken pipe.
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
