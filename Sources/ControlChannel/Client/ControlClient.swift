/// Sends requests to one daemon over its control socket, one at a time, and waits for each answer.
///
///     let client = try DaemonFinder(environment: environment).connect(from: directory)
///     print(try client.status().state)
///
/// The endpoints are members of their answers, in `Messages`. Only this target knows the wire format of either. It links nothing heavy, so `mockctl` starts in a few milliseconds.
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

    /// Sends a question and returns the answer.
    ///
    ///     let outputs = try client.ask(OutputsAnswer.endpoint, true).answer.outputs
    ///
    /// - Parameter limit: the time until the end of the answer; by default the client's `limit`.
    package func ask<Question, Answer>(
        _ endpoint: Endpoint<Question, Answer>, _ question: Question, limit: Duration? = nil
    ) throws(ClientFailure) -> Reply<Answer> {
        guard let content = try? endpoint.writeQuestion(question) else {
            throw .malformed("the request cannot be written as JSON")
        }
        let (method, body) = (endpoint.operation.method, content.body.isEmpty ? nil : content.body)
        return Reply(document: try exchange(method, content.target, body: body, limit: limit))
    }

    package func ask<Answer>(_ endpoint: Endpoint<Void, Answer>) throws(ClientFailure) -> Reply<Answer> {
        try ask(endpoint, ())
    }

    /// Requests work of unknown duration, after a short request has shown that the daemon answers.
    package func work<Question, Answer>(
        _ endpoint: Endpoint<Question, Answer>, _ question: Question
    ) throws(ClientFailure) -> Reply<Answer> {
        _ = try ask(VersionAnswer.endpoint)
        return try ask(endpoint, question, limit: workLimit)
    }

    package func status() throws(ClientFailure) -> Status { try ask(Status.endpoint).answer }

    package func version() throws(ClientFailure) -> VersionAnswer { try ask(VersionAnswer.endpoint).answer }

    /// Returns once everything written before the call has been generated.
    package func sync(timeout: Duration) throws(ClientFailure) -> Reply<SyncAnswer> {
        // The daemon gives up at `timeout`; the two seconds are for a daemon that hangs.
        try ask(
            SyncAnswer.endpoint, SyncRequest(timeoutMs: timeout.milliseconds), limit: timeout + .seconds(2))
    }

    /// Passes on each line of an endless answer until `line` returns `false` or the daemon ends it.
    ///
    /// - Parameters:
    ///   - limit: the longest silence before the answer and between its lines.
    package func stream<Question, Line>(
        _ endpoint: Endpoint<Question, Line>, _ question: Question, limit: Duration = .seconds(45),
        line: (Reply<Line>) throws -> Bool
    ) throws {
        // The daemon sends a line at least every 15 seconds, so a longer silence means that it has died.
        let target = try endpoint.writeQuestion(question).target
        let head = try send(endpoint.operation.method, target, body: nil, limit: min(limit, self.limit))
        guard head.status == 200, head.isChunked else { throw try refusal(head) }
        var rest: [UInt8] = []
        stream?.begin(limit)
        while let chunk = try readChunk() {
            stream?.begin(limit)
            rest += chunk
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let document = Array(rest[..<end])
                rest.removeSubrange(...end)
                guard try line(Reply(document: document)) else { return disconnect() }
            }
        }
    }

    /// Returns the bytes of an answer that is no document.
    package func exchange(_ operation: Operation) throws(ClientFailure) -> [UInt8] {
        try exchange(operation.method, operation.path)
    }

    /// Returns the bytes of an answer.
    ///
    /// - Parameter limit: the time until the end of the answer; by default the client's `limit`.
    package func exchange(
        _ method: Operation.Method, _ target: String, body: [UInt8]? = nil, limit: Duration? = nil
    ) throws(ClientFailure) -> [UInt8] {
        let head = try send(method, target, body: body, limit: limit ?? self.limit)
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
        _ method: Operation.Method, _ target: String, body: [UInt8]?, limit: Duration
    ) throws(ClientFailure) -> ResponseReader.Head {
        // A server may close an idle connection just as the next request is sent. Sending that again is safe if the
        // request changes nothing.
        let mayAskAgain = hasAnswered && method == .get
        do throws(ClientFailure) {
            return try sendOnce(method, target, body: body, limit: limit)
        } catch ClientFailure.closed where mayAskAgain {
            disconnect()
            return try sendOnce(method, target, body: body, limit: limit)
        }
    }

    private func sendOnce(
        _ method: Operation.Method, _ target: String, body: [UInt8]?, limit: Duration
    ) throws(ClientFailure) -> ResponseReader.Head {
        if stream == nil { try connect() }
        guard let stream else { throw .closed }
        stream.begin(limit)
        var request = "\(method.rawValue) \(target) HTTP/1.1\r\nHost: mockd\r\n"
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
