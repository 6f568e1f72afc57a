internal import ControlChannel

extension Route {
    /// The routes that the server answers itself, at least in part. Those of the daemon are in
    /// ``ControlledDaemon/routes``.
    static let ofServer: [Route] = [
        Route(
            Operation(.get, "/v1/status", "The state of the daemon, and its last work."), shape: .document(Status.self)
        ) { _, server throws(ControlError) in
            .encoded(await server.statusDocument())
        },
        Route(VersionAnswer.endpoint) { _, _, server throws(ControlError) in
            VersionAnswer(of: server.identity, capabilities: server.capabilities)
        },
        Route(SyncAnswer.endpoint) { body, request, server throws(ControlError) in
            try await server.sync(body, request)
        },
        Route(LeasesAnswer.endpoint) { _, _, server throws(ControlError) in
            LeasesAnswer(leases: server.leases.current)
        },
        Route(Lease.endpoint) { wish, request, server throws(ControlError) in
            try server.addLease(wish, request)
        },
        Route(LeasesAnswer.end) { id, _, server throws(ControlError) in try server.endLeases(id) },
        Route(
            Operation(
                .get, "/v1/events", "The events as they happen, one JSON document a line.",
                parameters: [
                    .init(
                        "since", "Begin after this clock of an earlier event.",
                        schema: ["type": "string", "pattern": .string(EventClock.pattern)]),
                    .init("types", "Only these types, separated by commas."),
                ]),
            shape: .lines
        ) { request, _ throws(ControlError) in
            try eventStream(request)
        },
        Route(
            Operation(
                .get, "/v1/log", "The kept lines of the daemon's log, one JSON document a line.",
                parameters: [
                    .init(
                        "level", "Only lines that are at least as important.",
                        schema: ["type": "string", "enum": .array(LogRecord.levels.map { .string($0) })]),
                    .init(
                        "follow", "Go on with new lines as they come.",
                        schema: ["type": "string", "enum": ["true", "false"]]),
                ]),
            shape: .lines
        ) { request, _ throws(ControlError) in
            try logStream(request)
        },
        Route(Operation(.get, "/v1/metrics", "Figures for Prometheus."), shape: .text(Metrics.contentType)) {
            _, server throws(ControlError) in
            .text(Metrics(status: await server.completeStatus()).text, contentType: Metrics.contentType)
        },
        Route(Operation(.get, "/v1/openapi.json", "This description."), shape: .openAPI) {
            _, server throws(ControlError) in .encoded(OpenAPIDocument.bytes(of: server.routes))
        },
    ]

    private static func eventStream(_ request: ControlRequest) throws(ControlError) -> Answer {
        var since: EventClock?
        if let text = request.content.query["since"] {
            since = EventClock(text)
            guard since != nil else {
                throw .badRequest(
                    "since=\(text) is not a clock", hint: "use the clock of an earlier event, such as 3:18462")
            }
        }
        var types: Set<String>?
        if let text = request.content.query["types"], !text.isEmpty {
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
        let level = request.content.query["level"] ?? LogRecord.levels[0]
        guard LogRecord.levels.contains(level) else {
            throw .badRequest(
                "there is no level '\(level)'", hint: "the levels are \(LogRecord.levels.joined(separator: ", "))")
        }
        return .events(.log(level: level, follows: try request.content.flag("follow")))
    }
}
