import ControlChannel
import Testing

@testable import ControlServer

@Suite("The description of the interface", .ownThread)
struct OpenAPITests {
    @Test("It is served, and names every endpoint, method and parameter")
    func endpoints() async throws {
        try await TestServer.run { server in
            let bytes = try await server.ask { try $0.get("/v1/openapi.json") }
            let document = try JSONValue(parsing: bytes)
            #expect(document.openapi.string == "3.1.0")
            let described = document.paths.object.flatMap { path, methods in
                methods.object.map { method, operation in
                    let parameters = operation.parameters.array.compactMap(\.name.string).sorted()
                    return "\(method) \(path) \(parameters.joined(separator: " "))"
                }
            }
            #expect(
                described.sorted() == [
                    "delete /v1/leases id", "get /v1/config ", "get /v1/debug/events ", "get /v1/diagnostics ",
                    "get /v1/doctor ",
                    "get /v1/events since types", "get /v1/explain q", "get /v1/inputs ", "get /v1/leases ",
                    "get /v1/log follow level", "get /v1/metrics ", "get /v1/openapi.json ", "get /v1/outputs sha256",
                    "get /v1/show q", "get /v1/status ", "get /v1/version ", "post /v1/config ", "post /v1/generate ",
                    "post /v1/leases ",
                    "post /v1/reload ", "post /v1/rescan ", "post /v1/shutdown ", "post /v1/sync timeoutMs",
                ])
        }
    }

    @Test("A status is described with what must be there and what may")
    func status() throws {
        let document = try OpenAPIDocument.make()
        let status = document.components.schemas.Status
        #expect(status.description == "The state of the daemon, and its last work.")
        #expect(status.properties.pid == ["type": "integer", "description": "The process ID of the daemon."])
        #expect(
            status.properties.clock == [
                "type": "string", "pattern": .string(EventClock.pattern),
                "description": "The clock of the last event; /v1/events?since= continues from it.",
            ])
        #expect(
            status.properties.watch == [
                "$ref": "#/components/schemas/Status.Watch",
                "description": "The watched files, and the state of watching.",
            ])
        #expect(
            status.properties.reasons == [
                "type": "array", "items": ["$ref": "#/components/schemas/Status.Reason"],
                "description": "The reasons for a state other than ready.",
            ])
        #expect(
            status.required == [
                "api", "clock", "idle", "pid", "ready", "reasons", "root", "startedAt", "state", "uptimeMs", "version",
            ])
    }

    @Test("Every endpoint, parameter, answer, document and field has a description, and no description is of nothing")
    func descriptions() throws {
        let catalog = SchemaCatalog()
        let document = try OpenAPIDocument.make(in: catalog)
        var lacking: [String] = []
        func check(_ value: JSONValue, _ place: String, _ member: String = "description") {
            if value.object[member]?.string?.hasSuffix(".") != true { lacking.append(place) }
        }
        for (path, methods) in document.paths.object {
            for (method, operation) in methods.object {
                check(operation, "\(method) \(path)", "summary")
                for parameter in operation.parameters.array { check(parameter, "\(method) \(path) \(parameter.name)") }
                for (status, response) in operation.responses.object where !status.hasPrefix("2") {
                    check(response, "\(method) \(path) \(status)")
                }
            }
        }
        var known: [String: Set<String>] = [:]
        for (name, schema) in document.components.schemas.object {
            check(schema, name)
            known[name] = Set(schema.properties.object.keys)
            for (field, schema) in schema.properties.object { check(schema, "\(name).\(field)") }
        }
        #expect(lacking.sorted() == [])
        #expect(known.values.map(\.count).reduce(0, +) > 150)
        let eventFields = known.filter { $0.key.hasPrefix("Event.") }.values.reduce(into: Set()) { $0.formUnion($1) }
        known["Event"] = eventFields
        let ofEvents = Event.documentationByType.map { ("Event.\($0)", $1) } + [("Event", Event.documentation)]
        let strangers = (Array(catalog.documentations) + ofEvents).flatMap { name, documentation in
            let fields = Set(documentation.fields.keys).union(documentation.bounds.keys)
            return (known[name] == nil ? [name] : []) + fields.subtracting(known[name] ?? [])
        }
        #expect(strangers.sorted() == [])
    }

    @Test("Every reference leads somewhere")
    func references() throws {
        let document = try OpenAPIDocument.make()
        let names = Set(document.components.schemas.object.keys)
        var found = 0
        func walk(_ value: JSONValue) {
            for element in value.array { walk(element) }
            for (name, member) in value.object {
                if name == "$ref" {
                    found += 1
                    #expect(names.contains(member.string?.replacing("#/components/schemas/", with: "") ?? ""))
                }
                walk(member)
            }
        }
        walk(document)
        #expect(found > 30)
    }

    @Test("The answers of the endpoints match the description, field by field")
    func answers() async throws {
        let document = try OpenAPIDocument.make()
        try await TestServer.run { server in
            server.fill()
            for (method, path, body) in [
                ("get", "/v1/status", nil), ("get", "/v1/version", nil), ("post", "/v1/sync", nil),
                ("post", "/v1/generate", nil), ("post", "/v1/rescan", nil), ("get", "/v1/outputs", nil),
                ("get", "/v1/inputs", nil), ("get", "/v1/diagnostics", nil), ("get", "/v1/explain", nil),
                ("get", "/v1/show", nil),
                ("get", "/v1/config", nil), ("post", "/v1/config", nil), ("post", "/v1/reload", nil),
                ("post", "/v1/leases", LeaseRequest(name: "git", ttlMs: 60_000)), ("get", "/v1/leases", nil),
                ("delete", "/v1/leases", nil), ("get", "/v1/doctor", nil), ("post", "/v1/shutdown", nil),
            ] as [(String, String, LeaseRequest?)] {
                let target = ["/v1/explain", "/v1/show"].contains(path) ? path + "?q=MockA" : path
                let bytes = try await server.ask { client in
                    switch (method, body) {
                    case ("get", _): try client.get(target)
                    case ("delete", _): try client.delete(target)
                    case (_, let body?): try client.post(target, body)
                    default: try client.post(target)
                    }
                }
                let responses = document.paths.object[path]?.object[method]?.responses.object ?? [:]
                let response = responses.first { $0.key.hasPrefix("2") }?.value
                let schema = try #require(response?.content.object["application/json"]?.schema)
                let problems = SchemaCheck(document).problems(of: try JSONValue(parsing: bytes), schema, path)
                #expect(problems == [])
            }
        }
    }

    @Test("Every kind of event matches the description, field by field")
    func events() throws {
        let document = try OpenAPIDocument.make()
        let identity = DaemonIdentity(root: "/app", swiftSyntax: "603")
        let status = Status(of: identity, state: .ready, ready: true, idle: true)
        let diagnostic = ReportedDiagnostic(
            file: "A", line: 1, column: 2, severity: "error", code: "x", message: "m", since: .example)
        let clock = EventClock(epoch: 1, seq: 2)
        let contents: [Event.Content] = [
            .stateChanged(to: .ready, reasons: [.init(code: "a", message: "b", fix: "c")]), .batchStarted(files: 1),
            .inputChanged(path: "A"), .inputFailed(path: "A", diagnostics: [diagnostic]),
            .outputWritten(path: "A", sha256: "00", reason: "b"), .outputUnchanged(path: "A"),
            .outputRemoved(path: "A", reason: "b"), .outputConflict(path: "A", message: "b"),
            .batchFinished(
                BatchReport(
                    files: 1, scan: .start, reparsed: 1, written: 1, unchanged: 1, removed: 1, failed: 1, ms: 1,
                    latencyMs: 1)),
            .settled, .rescan(reason: "a", files: 1, changed: 1, ms: 1), .overflow, .configReloaded(changed: ["name"]),
            .lease(Lease(id: 1, name: "git", since: .example, until: .example), change: .held),
            .log(LogRecord(level: "info", message: "m")), .hello(identity, state: .ready),
            .lagged(dropped: 1, resume: clock), .resync(status), .ping,
        ]
        let described = document.components.schemas.object.keys.filter { $0.hasPrefix("Event.") }
        #expect(described.sorted() == contents.map { "Event.\($0.type)" }.sorted())
        for content in contents {
            let bytes = try WireFormat.encode(Event(clock: clock, time: .example, content: content))
            let line = try JSONValue(parsing: bytes)
            let schema = SchemaCatalog.reference("Event.\(content.type)")
            #expect(SchemaCheck(document).problems(of: line, schema, content.type) == [])
            let read = try WireFormat.decode(Event.self, from: bytes)
            #expect(read.content == content)
        }
    }
}

/// Implements the part of JSON Schema that the description uses; in addition it rejects undescribed members.
private struct SchemaCheck {
    let document: JSONValue

    init(_ document: JSONValue) {
        self.document = document
    }

    func problems(of value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
        if let name = schema.object["$ref"]?.string?.replacing("#/components/schemas/", with: "") {
            guard let target = document.components.schemas.object[name] else { return ["\(place): no schema \(name)"] }
            return problems(of: value, target, place)
        }
        if let constant = schema.object["const"], constant != value { return ["\(place): is not \(constant)"] }
        switch (schema.type.string, value) {
        case ("object", .object(let members)):
            let missing = schema.required.array.compactMap(\.string).filter { members[$0] == nil }
            return missing.map { "\(place).\($0): missing" }
                + members.sorted { $0.key < $1.key }.flatMap { name, member in
                    let described = schema.properties.object[name] ?? schema.object["additionalProperties"]
                    guard let described else { return ["\(place).\(name): not described"] }
                    return problems(of: member, described, "\(place).\(name)")
                }
        case ("array", .array(let elements)): return elements.flatMap { problems(of: $0, schema.items, place + "[]") }
        case ("string", .string), ("integer", .number), ("boolean", .bool): return []
        default: return ["\(place): \(value) is not of type \(schema.type)"]
        }
    }
}

extension TestServer {
    /// Gives every field of every answer a value.
    func fill() {
        let diagnostic = ReportedDiagnostic(
            file: "A.swift", line: 1, column: 2, severity: "error", code: "x", message: "m", since: .example)
        daemon.set {
            $0.status = Status(
                of: identity, state: .degraded, ready: true, idle: true,
                reasons: [.init(code: "a", message: "b", fix: "c")],
                watch: .init(
                    backend: "inotify", directories: 1, files: 1, kernelWatches: 1, deadEntries: 1, events: 1,
                    overflows: 1, rescans: .init(count: 1, last: .init(reason: "a", ms: 1, changed: 1)),
                    limits: .init(maxUserWatches: 1, maxQueuedEvents: 1), uncovered: 1,
                    audit: .init(lastMs: 1, driftFound: 1)),
                pipeline: .init(
                    pending: 1, inFlight: 1, deferredBy: "git",
                    lastBatch: BatchReport(
                        files: 1, scan: .rescan, reparsed: 1, written: 1, unchanged: 1, removed: 1, failed: 1, ms: 1,
                        latencyMs: 1)),
                cache: .init(entries: 1, hits: 1, misses: 1, bytes: 1, path: "a", recovered: "b"),
                outputs: .init(current: 1), errors: .init(count: 1, first: diagnostic))
            $0.rescan = RescanAnswer(rescanId: 1, files: 1, changed: 1, ms: 1)
            $0.generate = GenerateAnswer(outputs: [.init(path: "a", result: "written")], ms: 1)
            $0.outputs = OutputsAnswer(outputs: [
                .init(path: "a", source: "b", types: ["A"], sha256: "00", state: "current")
            ])
            $0.inputs = InputsAnswer(inputs: [
                .init(path: "a", module: "b", state: "failed", types: ["A"], diagnostics: [diagnostic], lastParseMs: 1)
            ])
            $0.diagnostics = DiagnosticsAnswer(diagnostics: [diagnostic])
            $0.explanations = [
                "MockA": Explanation(
                    subject: "MockA", kind: "mock", summary: "a", source: "b", output: "c", details: ["d"],
                    dependsOn: [.init(name: "e", path: "f")])
            ]
            $0.interfaces = [
                "MockA": MockInterface(
                    mock: "MockA", summary: "a", source: "b", output: "c",
                    sections: [.init(title: "class MockA", declarations: ["func a()"])])
            ]
            $0.config = ConfigAnswer(files: [".mockd.yml"], settings: [.init(key: "name", value: "a", origin: "b")])
            $0.reload = .success(ReloadAnswer(changed: ["name"]))
            $0.doctor = DoctorAnswer(checks: [.init(id: "a", ok: false, detail: "b", fix: "c")])
        }
    }
}
