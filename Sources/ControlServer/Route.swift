internal import ControlChannel
internal import NIOHTTP1

/// One endpoint: its request, its answer and its description.
///
/// The OpenAPI document is made from these, so it describes what the endpoints do.
struct Route: Sendable {
    enum Answer: Sendable {
        case document(any Encodable & Sendable, HTTPResponseStatus = .ok)
        case text(String, contentType: String)
        /// Encoded JSON.
        case encoded([UInt8])
        case events(EventStream.Selection)
    }

    /// A query parameter.
    struct Parameter: Sendable {
        var name: String
        var about: String
        var schema: JSONValue = ["type": "string"]
        var isRequired = false
        /// True for an undocumented alias of another parameter.
        var isAlias = false
    }

    /// The format of an answer.
    enum Shape: Sendable {
        case document(any (Codable & Sendable).Type)
        /// One document per line.
        case lines
        case text(String)
        /// The OpenAPI document.
        case openAPI
    }

    let method: HTTPMethod
    let path: String
    /// The summary, one sentence.
    let about: String
    var parameters: [Parameter] = []
    var body: (any (Codable & Sendable).Type)?
    /// True if the request requires a body.
    var needsBody = false
    let shape: Shape
    var status: HTTPResponseStatus = .ok
    /// The errors besides those of every endpoint, by HTTP status.
    var errors: [Int: String] = [:]
    let answer: @Sendable (ControlRequest, ControlServer) async throws(ControlError) -> Answer

    /// The name in `GET /v1/version`: `debug-events` for `/v1/debug/events`.
    var name: String { String(path.dropFirst("/v1/".count)).replacing("/", with: "-") }

    /// Returns the route of `request`; `HEAD` is answered like `GET`.
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

    /// Rejects unknown parameters, which are mistakes of the client.
    private func check(_ request: ControlRequest) throws(ControlError) {
        let known = parameters.map(\.name)
        guard let stranger = request.query.keys.sorted().first(where: { !known.contains($0) }) else { return }
        throw .badRequest(
            "\(path) has no parameter '\(stranger)'",
            hint: known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))")
    }
}

// Makes the kinds of endpoints. The OpenAPI document derives their schemas from the types of their handlers.
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

    /// - Parameter fallback: Replaces an absent body; without it the request requires one.
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
