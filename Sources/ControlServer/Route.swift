package import ControlChannel
internal import NIOHTTP1

/// One operation of the interface with its answer.
///
/// The OpenAPI document is made from these, so it describes what the endpoints do.
package struct Route: Sendable {
    enum Answer: Sendable {
        case document(any Encodable & Sendable)
        case text(String, contentType: String)
        /// Encoded JSON.
        case encoded([UInt8])
        case events(EventStream.Selection)
    }

    /// The format of an answer.
    enum Shape: Sendable {
        case document(any Documented.Type)
        /// One document per line.
        case lines
        case text(String)
        /// The OpenAPI document.
        case openAPI
    }

    let operation: Operation
    let shape: Shape
    let answer: @Sendable (ControlRequest, ControlServer) async throws(ControlError) -> Answer

    /// - Parameter answer: Answers without the server.
    package init<Question, Answer>(
        _ endpoint: Endpoint<Question, Answer>,
        _ answer: @escaping @Sendable (Question) async throws(ControlError) -> Answer
    ) {
        self.init(endpoint) { question, _, _ throws(ControlError) in try await answer(question) }
    }

    package init<Answer>(
        _ endpoint: Endpoint<Void, Answer>, _ answer: @escaping @Sendable () async throws(ControlError) -> Answer
    ) {
        self.init(endpoint) { _, _, _ throws(ControlError) in try await answer() }
    }

    init<Question, Document>(
        _ endpoint: Endpoint<Question, Document>,
        _ answer:
            @escaping @Sendable (Question, ControlRequest, ControlServer) async throws(ControlError) -> Document
    ) {
        self.init(endpoint.operation, shape: .document(Document.self)) { request, server throws(ControlError) in
            .document(try await answer(endpoint.readQuestion(request.content), request, server))
        }
    }

    /// - Parameter selection: Returns the lines that a question asks for.
    init<Question>(
        lines endpoint: Endpoint<Question, Event>, _ selection: @escaping @Sendable (Question) -> EventStream.Selection
    ) {
        self.init(endpoint.operation, shape: .lines) { request, _ throws(ControlError) in
            .events(selection(try endpoint.readQuestion(request.content)))
        }
    }

    init(
        _ operation: Operation, shape: Shape,
        _ answer: @escaping @Sendable (ControlRequest, ControlServer) async throws(ControlError) -> Answer
    ) {
        self.operation = operation
        self.shape = shape
        self.answer = answer
    }

    /// Returns the route of `request`; `HEAD` is answered like `GET`.
    static func find(_ request: ControlRequest, in routes: [Route]) throws(ControlError) -> Route {
        let candidates = routes.filter { $0.operation.path == request.content.path }
        guard !candidates.isEmpty else {
            throw .notFound(
                "there is nothing at \(request.content.path)", hint: "GET /v1/version lists what there is")
        }
        let method = request.method == .HEAD ? HTTPMethod.GET : request.method
        if let route = candidates.first(where: { $0.operation.method.rawValue == method.rawValue }) {
            try route.check(request)
            return route
        }
        let allowed = candidates.map(\.operation.method.rawValue).joined(separator: ", ")
        throw ControlError(
            status: 405, code: "method-not-allowed",
            message: "\(request.content.path) does not take \(request.method.rawValue)",
            hint: "use \(allowed)", details: ["allow": allowed])
    }

    /// Rejects unknown parameters, which are mistakes of the client.
    private func check(_ request: ControlRequest) throws(ControlError) {
        let known = operation.parameters.map(\.name)
        let names = request.content.query.keys.sorted()
        guard let stranger = names.first(where: { !known.contains($0) }) else { return }
        throw .badRequest(
            "\(operation.path) has no parameter '\(stranger)'",
            hint: known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))")
    }
}
