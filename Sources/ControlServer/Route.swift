internal import ControlChannel
internal import NIOHTTP1

/// One endpoint: which request it takes and what it answers.
struct Route: Sendable {
    enum Answer: Sendable {
        case document(any Encodable & Sendable, HTTPResponseStatus = .ok)
        case events(since: EventClock?, types: Set<String>?)
    }

    let method: HTTPMethod
    let path: String
    let answer: @Sendable (ControlRequest, ControlServer) async throws(ControlError) -> Answer

    /// Everything that can be asked.
    static let all: [Route] = [
        Route(method: .GET, path: "/v1/status") { _, server throws(ControlError) in
            .document(await server.completeStatus())
        },
        Route(method: .GET, path: "/v1/version") { _, server throws(ControlError) in
            .document(VersionAnswer(of: server.identity, capabilities: capabilities))
        },
        Route(method: .POST, path: "/v1/sync") { request, server throws(ControlError) in
            .document(try await server.sync(request))
        },
        Route(method: .POST, path: "/v1/generate") { request, server throws(ControlError) in
            let wanted = try request.decodeBody(GenerateRequest.self) ?? GenerateRequest()
            return .document(try await server.requests.generate(wanted))
        },
        Route(method: .GET, path: "/v1/outputs") { _, server throws(ControlError) in
            .document(try await server.requests.outputs())
        },
        Route(method: .GET, path: "/v1/diagnostics") { _, server throws(ControlError) in
            .document(try await server.requests.diagnostics())
        },
        Route(method: .GET, path: "/v1/explain") { request, server throws(ControlError) in
            guard let question = request.query["q"] ?? request.query["path"], !question.isEmpty else {
                throw .badRequest("explain needs a question", hint: "ask with ?q=NAME_OR_PATH")
            }
            return .document(try await server.requests.explain(question))
        },
        Route(method: .GET, path: "/v1/events") { request, server throws(ControlError) in
            try eventStream(request)
        },
        Route(method: .GET, path: "/v1/debug/events") { _, server throws(ControlError) in
            .document(await server.requests.seenEvents())
        },
        Route(method: .POST, path: "/v1/shutdown") { _, server throws(ControlError) in
            await server.requests.shutdown()
            return .document(ShutdownAnswer(pid: server.identity.pid), .accepted)
        },
    ]

    /// The endpoints by name, for `GET /v1/version`.
    static let capabilities = [
        "status", "version", "sync", "generate", "outputs", "diagnostics", "explain", "events", "shutdown",
        "debug-events",
    ]

    /// The route of `request`; `HEAD` is answered like `GET`.
    static func find(_ request: ControlRequest) throws(ControlError) -> Route {
        let candidates = all.filter { $0.path == request.path }
        guard !candidates.isEmpty else {
            throw .notFound("there is nothing at \(request.path)", hint: "GET /v1/version lists what there is")
        }
        let method = request.method == .HEAD ? .GET : request.method
        if let route = candidates.first(where: { $0.method == method }) { return route }
        let allowed = candidates.map(\.method.rawValue).joined(separator: ", ")
        throw ControlError(
            status: 405, code: "method-not-allowed",
            message: "\(request.path) does not take \(request.method.rawValue)",
            hint: "use \(allowed)", details: ["allow": allowed])
    }

    private static func eventStream(_ request: ControlRequest) throws(ControlError) -> Answer {
        var since: EventClock?
        if let text = request.query["since"] {
            since = EventClock(text)
            guard since != nil else {
                throw .badRequest(
                    "since=\(text) is not a clock", hint: "use the clock of an earlier event, such as 3:18462")
            }
        }
        var types: Set<String>?
        if let text = request.query["types"], !text.isEmpty {
            let wanted = text.split(separator: ",").map(String.init)
            if let stranger = wanted.first(where: { !Event.Content.publishedTypes.contains($0) }) {
                throw .badRequest(
                    "there are no events of type \(stranger)",
                    hint: "the types are \(Event.Content.publishedTypes.joined(separator: ", "))")
            }
            types = Set(wanted)
        }
        return .events(since: since, types: types)
    }
}

extension ControlServer {
    /// The daemon's status with the parts that only the server knows.
    func completeStatus() async -> Status {
        var status = await requests.status()
        status.clock = events.clock
        status.uptimeMs = Int(Timestamp.now().millisecondsSince1970 - identity.startedAt.millisecondsSince1970)
        status.clients = Status.Clients(
            connected: connectionCount, subscribers: events.subscriberCount, dropped: events.droppedCount)
        status.resources = .ofThisProcess()
        return status
    }

    fileprivate func sync(_ request: ControlRequest) async throws(ControlError) -> SyncAnswer {
        var milliseconds = try request.decodeBody(SyncRequest.self)?.timeoutMs ?? 10_000
        if let text = request.query["timeoutMs"] {
            guard let given = Int(text) else { throw .badRequest("timeoutMs=\(text) is not a number of milliseconds") }
            milliseconds = given
        }
        guard (0...limits.longestSync.milliseconds).contains(milliseconds) else {
            throw .badRequest("timeoutMs must lie between 0 and \(limits.longestSync.milliseconds)")
        }
        let start = ContinuousClock.now
        var answer = try await requests.sync(timeout: .milliseconds(milliseconds))
        answer.waitedMs = start.duration(to: .now).milliseconds
        answer.clock = events.clock
        return answer
    }
}
