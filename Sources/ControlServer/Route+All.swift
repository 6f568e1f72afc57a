internal import ControlChannel
internal import NIOHTTP1

extension Route {
    /// All endpoints.
    static let all: [Route] = [
        Route(
            method: .GET, path: "/v1/status", about: "The state of the daemon, and its last work.",
            shape: .document(Status.self)
        ) { _, server throws(ControlError) in
            .encoded(await server.statusDocument())
        },
        get("/v1/version", "The identity of the daemon, and its endpoints.") { _, server throws(ControlError) in
            VersionAnswer(of: server.identity, capabilities: capabilities)
        },
        post(
            "/v1/sync", "Returns once everything written before the call has been generated.", body: SyncRequest(),
            parameters: [
                Parameter(
                    name: "timeoutMs", about: "The same as in the body.",
                    schema: ["type": "integer", "minimum": 0, "maximum": 600_000])
            ],
            errors: [409: "Generation is paused.", 503: "It took longer than `timeoutMs`."]
        ) { body, request, server throws(ControlError) in
            try await server.sync(body, request)
        },
        post(
            "/v1/generate", "Brings mocks up to date now.", body: GenerateRequest(),
            errors: [404: "A path is neither a source nor an output.", 409: "The daemon is stopping."]
        ) { body, _, server throws(ControlError) in
            try await server.requests.generate(body)
        },
        post(
            "/v1/rescan", "Compares everything with the disk and generates what differs.", body: RescanRequest(),
            errors: [409: "The daemon is stopping."]
        ) { body, _, server throws(ControlError) in
            try await server.requests.rescan(reason: body.reason ?? "request")
        },
        get(
            "/v1/outputs", "The files of mocks, their state and where they come from.",
            parameters: [
                Parameter(
                    name: "sha256", about: "Read the files and return their hashes.",
                    schema: ["type": "string", "enum": ["true", "false"]])
            ]
        ) { request, server throws(ControlError) in
            try await server.requests.outputs(hashed: request.flag("sha256"))
        },
        get("/v1/inputs", "The sources that are read, with their errors.") { _, server throws(ControlError) in
            try await server.requests.inputs()
        },
        get("/v1/diagnostics", "The current diagnostics.") { _, server throws(ControlError) in
            try await server.requests.diagnostics()
        },
        get(
            "/v1/explain", "The reason why a type or file is, or is not, watched or generated.",
            parameters: [
                Parameter(
                    name: "q", about: "A type, a mock or a path.", schema: ["type": "string", "minLength": 1],
                    isRequired: true),
                Parameter(name: "path", about: "The same.", isAlias: true),
            ],
            errors: [404: "Nothing has that name."]
        ) { request, server throws(ControlError) in
            guard let question = request.query["q"] ?? request.query["path"], !question.isEmpty else {
                throw .badRequest("explain needs a question", hint: "ask with ?q=NAME_OR_PATH")
            }
            return try await server.requests.explain(question)
        },
        get(
            "/v1/show", "What tests can write with a mock, from its file.",
            parameters: [
                Parameter(
                    name: "q", about: "A mock or its type.", schema: ["type": "string", "minLength": 1],
                    isRequired: true)
            ],
            errors: [404: "There is no such mock."]
        ) { request, server throws(ControlError) in
            guard let mock = request.query["q"], !mock.isEmpty else {
                throw .badRequest("show needs a mock", hint: "ask with ?q=NAME")
            }
            return try await server.requests.show(mock)
        },
        get("/v1/config", "The configuration in force, with the origin of each value.") {
            _, server throws(ControlError) in
            try await server.requests.config()
        },
        post(
            "/v1/config", "Reads the configuration again and returns what would change; changes nothing.",
            errors: [422: "The configuration is wrong."]
        ) { _, server throws(ControlError) in
            try await server.requests.checkConfig()
        },
        post(
            "/v1/reload", "Reads the configuration again and applies it.",
            errors: [409: "The daemon is stopping.", 422: "The configuration is wrong; the one before stays in force."]
        ) { _, server throws(ControlError) in
            try await server.requests.reload()
        },
        get("/v1/leases", "Who holds back generation.") { _, server throws(ControlError) in
            LeasesAnswer(leases: server.leases.current)
        },
        post(
            "/v1/leases", "Holds back generation, until the time is over or the connection ends.", status: .created
        ) { (body: LeaseRequest, request, server) throws(ControlError) in
            try server.addLease(body, request)
        },
        delete(
            "/v1/leases", "Ends leases, generates what was held back, and returns the ended leases.",
            parameters: [
                Parameter(
                    name: "id", about: "Only this one.",
                    schema: ["type": "integer", "minimum": 1, "maximum": 1_000_000_000])
            ],
            errors: [404: "There is no such lease."]
        ) { request, server throws(ControlError) in
            try server.endLeases(request)
        },
        Route(
            method: .GET, path: "/v1/events", about: "The events as they happen, one JSON document a line.",
            parameters: [
                Parameter(
                    name: "since", about: "Begin after this clock of an earlier event.",
                    schema: ["type": "string", "pattern": .string(EventClock.pattern)]),
                Parameter(name: "types", about: "Only these types, separated by commas."),
            ],
            shape: .lines
        ) { request, _ throws(ControlError) in
            try eventStream(request)
        },
        Route(
            method: .GET, path: "/v1/log",
            about: "The kept lines of the daemon's log, one JSON document a line.",
            parameters: [
                Parameter(
                    name: "level", about: "Only lines that are at least as important.",
                    schema: ["type": "string", "enum": .array(LogRecord.levels.map { .string($0) })]),
                Parameter(
                    name: "follow", about: "Go on with new lines as they come.",
                    schema: ["type": "string", "enum": ["true", "false"]]),
            ],
            shape: .lines
        ) { request, _ throws(ControlError) in
            try logStream(request)
        },
        get("/v1/doctor", "Checks the daemon's environment.") { _, server throws(ControlError) in
            try await server.requests.doctor()
        },
        Route(
            method: .GET, path: "/v1/metrics", about: "Figures for Prometheus.", shape: .text(Metrics.contentType)
        ) { _, server throws(ControlError) in
            .text(Metrics(status: await server.completeStatus()).text, contentType: Metrics.contentType)
        },
        Route(method: .GET, path: "/v1/openapi.json", about: "This description.", shape: .openAPI) {
            _, _ throws(ControlError) in .encoded(OpenAPIDocument.bytes)
        },
        get("/v1/debug/events", "The last thousand events of the kernel, unprocessed.") {
            _, server throws(ControlError) in
            await server.requests.seenEvents()
        },
        post("/v1/shutdown", "Stops the daemon in order.", status: .accepted) { _, server throws(ControlError) in
            await server.requests.shutdown()
            return ShutdownAnswer(of: server.identity)
        },
    ]

    /// The endpoints by name, for `GET /v1/version`.
    static let capabilities = all.map(\.name).reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
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
        return .events(.events(since: since, types: types))
    }

    private static func logStream(_ request: ControlRequest) throws(ControlError) -> Answer {
        let level = request.query["level"] ?? LogRecord.levels[0]
        guard LogRecord.levels.contains(level) else {
            throw .badRequest(
                "there is no level '\(level)'", hint: "the levels are \(LogRecord.levels.joined(separator: ", "))")
        }
        return .events(.log(level: level, follows: try request.flag("follow")))
    }
}
