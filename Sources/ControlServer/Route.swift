internal import ControlChannel
internal import NIOHTTP1

/// One endpoint: which request it takes, what it answers, and what people should know about it.
///
/// The OpenAPI document is made from these, so what it says of an endpoint is what the endpoint does.
struct Route: Sendable {
    enum Answer: Sendable {
        case document(any Encodable & Sendable, HTTPResponseStatus = .ok)
        case text(String, contentType: String)
        /// JSON that is encoded already.
        case encoded([UInt8])
        case events(EventStream.Selection)
    }

    /// What stands in the query of a request.
    struct Parameter: Sendable {
        var name: String
        var about: String
        var schema: JSONValue = ["type": "string"]
        var isRequired = false
        /// Another word for one that is described.
        var isAlias = false
    }

    /// What a body or an answer consists of.
    enum Shape: Sendable {
        case document(any (Codable & Sendable).Type)
        /// A document a line.
        case lines
        case text(String)
        /// JSON that describes itself.
        case openAPI
    }

    let method: HTTPMethod
    let path: String
    /// One sentence.
    let about: String
    var parameters: [Parameter] = []
    var body: (any (Codable & Sendable).Type)?
    /// A body that may not be left out.
    var needsBody = false
    let shape: Shape
    var status: HTTPResponseStatus = .ok
    /// What it refuses besides what every endpoint refuses, by HTTP status.
    var errors: [Int: String] = [:]
    let answer: @Sendable (ControlRequest, ControlServer) async throws(ControlError) -> Answer

    /// For `GET /v1/version`: `debug-events` for `/v1/debug/events`.
    var name: String { String(path.dropFirst("/v1/".count)).replacing("/", with: "-") }

    /// The route of `request`; `HEAD` is answered like `GET`.
    static func find(_ request: ControlRequest) throws(ControlError) -> Route {
        let candidates = all.filter { $0.path == request.path }
        guard !candidates.isEmpty else {
            throw .notFound("there is nothing at \(request.path)", hint: "GET /v1/version lists what there is")
        }
        let method = request.method == .HEAD ? .GET : request.method
        if let route = candidates.first(where: { $0.method == method }) {
            try route.check(request)
            return route
        }
        let allowed = candidates.map(\.method.rawValue).joined(separator: ", ")
        throw ControlError(
            status: 405, code: "method-not-allowed",
            message: "\(request.path) does not take \(request.method.rawValue)",
            hint: "use \(allowed)", details: ["allow": allowed])
    }

    /// A parameter that nobody reads is a mistake of whoever wrote it.
    private func check(_ request: ControlRequest) throws(ControlError) {
        let known = parameters.map(\.name)
        guard let stranger = request.query.keys.sorted().first(where: { !known.contains($0) }) else { return }
        throw .badRequest(
            "\(path) has no parameter '\(stranger)'",
            hint: known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))")
    }
}

// What kinds of endpoints there are. The types of their handlers are what the OpenAPI document shows.
extension Route {
    typealias Handler<Document> =
        @Sendable (ControlRequest, ControlServer) async throws(ControlError) -> Document
    typealias BodyHandler<Body, Document> =
        @Sendable (Body, ControlRequest, ControlServer) async throws(ControlError) -> Document

    static func get<Document: Codable & Sendable>(
        _ path: String, _ about: String, parameters: [Parameter] = [], errors: [Int: String] = [:],
        _ handler: @escaping Handler<Document>
    ) -> Route {
        bodiless(.GET, path, about, parameters, errors, .ok, handler)
    }

    static func delete<Document: Codable & Sendable>(
        _ path: String, _ about: String, parameters: [Parameter] = [], errors: [Int: String] = [:],
        _ handler: @escaping Handler<Document>
    ) -> Route {
        bodiless(.DELETE, path, about, parameters, errors, .ok, handler)
    }

    static func post<Document: Codable & Sendable>(
        _ path: String, _ about: String, status: HTTPResponseStatus = .ok, errors: [Int: String] = [:],
        _ handler: @escaping Handler<Document>
    ) -> Route {
        bodiless(.POST, path, about, [], errors, status, handler)
    }

    /// - Parameter fallback: Stands for a body that was left out; without it there must be one.
    static func post<Body: Codable & Sendable, Document: Codable & Sendable>(
        _ path: String, _ about: String, body fallback: Body? = nil, parameters: [Parameter] = [],
        status: HTTPResponseStatus = .ok, errors: [Int: String] = [:], _ handler: @escaping BodyHandler<Body, Document>
    ) -> Route {
        Route(
            method: .POST, path: path, about: about, parameters: parameters, body: Body.self,
            needsBody: fallback == nil, shape: .document(Document.self), status: status, errors: errors
        ) { request, server throws(ControlError) in
            guard let body = try request.decodeBody(Body.self) ?? fallback else {
                throw .badRequest("\(path) needs a body", hint: "GET /v1/openapi.json describes it")
            }
            return .document(try await handler(body, request, server), status)
        }
    }

    private static func bodiless<Document: Codable & Sendable>(
        _ method: HTTPMethod, _ path: String, _ about: String, _ parameters: [Parameter], _ errors: [Int: String],
        _ status: HTTPResponseStatus, _ handler: @escaping Handler<Document>
    ) -> Route {
        Route(
            method: method, path: path, about: about, parameters: parameters, shape: .document(Document.self),
            status: status, errors: errors
        ) { request, server throws(ControlError) in
            .document(try await handler(request, server), status)
        }
    }
}
