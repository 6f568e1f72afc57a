/// The question of `GET /v1/events`: which events are sent.
package struct EventFilter: Hashable, Sendable {
    package static let endpoint = Endpoint<Self, Event>(
        Operation(
            .get, "/v1/events", "The events as they happen, one JSON document a line.",
            parameters: [
                .init(
                    "since", "Begin after this clock of an earlier event.",
                    schema: ["type": "string", "pattern": .string(EventClock.pattern)]),
                .init("types", "Only these types, separated by commas."),
            ]),
        query: { filter in
            var query: [String: String] = [:]
            query["since"] = filter.since?.description
            query["types"] = filter.types?.sorted().joined(separator: ",")
            return query
        }
    ) { request throws(ControlError) in
        try Self(since: request.query["since"], types: request.query["types"])
    }

    /// The clock of the last event that is not sent; `nil` to begin with the next event.
    package let since: EventClock?
    /// `nil` for all types.
    package let types: Set<String>?

    /// - Parameters:
    ///   - since: A clock, such as `3:18462`.
    ///   - types: Types of events, separated by commas.
    package init(since: String? = nil, types: String? = nil) throws(ControlError) {
        self.since = since.flatMap { EventClock($0) }
        if let since, self.since == nil {
            throw .badRequest(
                "since=\(since) is not a clock", hint: "use the clock of an earlier event, such as 3:18462")
        }
        let wanted = types?.split(separator: ",").map(String.init) ?? []
        if let stranger = wanted.first(where: { !Event.Content.publishedTypes.contains($0) }) {
            throw .badRequest(
                "there are no events of type \(stranger)",
                hint: "the types are \(Event.Content.publishedTypes.joined(separator: ", "))")
        }
        self.types = wanted.isEmpty ? nil : Set(wanted)
    }
}

/// The question of `GET /v1/log`: which lines of the daemon's log are sent.
package struct LogFilter: Hashable, Sendable {
    package static let endpoint = Endpoint<Self, Event>(
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
        query: { ["level": $0.level, "follow": "\($0.follows)"] }
    ) { request throws(ControlError) in
        try Self(level: request.query["level"] ?? LogRecord.levels[0], follows: try request.flag("follow"))
    }

    /// The least important level that is sent.
    package let level: String
    /// True to go on with new lines after the kept ones.
    package let follows: Bool

    package init(level: String, follows: Bool) throws(ControlError) {
        guard LogRecord.levels.contains(level) else {
            throw .badRequest(
                "there is no level '\(level)'", hint: "the levels are \(LogRecord.levels.joined(separator: ", "))")
        }
        (self.level, self.follows) = (level, follows)
    }
}
