/// A request that is answered with one document, or with one document a line. The server reads it, and the client writes
/// it.
///
///     static let endpoint = Endpoint<Void, Self>(.get, "/v1/inputs", "The sources that are read, with their errors.")
///
/// `Question` is what a request tells the daemon; `Void` if its path tells all.
package struct Endpoint<Question: Sendable, Answer: Documented>: Sendable {
    package let operation: Operation
    package let readQuestion: @Sendable (RequestContent) throws(ControlError) -> Question
    package let writeQuestion: @Sendable (Question) throws -> RequestContent
}

extension Endpoint {
    /// An endpoint whose question is in the query.
    ///
    /// - Parameter query: Returns the parameters of a question by name.
    package init(
        _ operation: Operation, query: @escaping @Sendable (Question) -> [String: String],
        question: @escaping @Sendable (RequestContent) throws(ControlError) -> Question
    ) {
        self.operation = operation
        readQuestion = question
        writeQuestion = { RequestContent(path: operation.path, query: query($0)) }
    }
}

extension Endpoint where Question == Void {
    package init(
        _ method: Operation.Method, _ path: String, _ about: String, status: Int = 200, errors: [Int: String] = [:]
    ) {
        let operation = Operation(method, path, about, status: status, errors: errors)
        self.init(operation, query: { [:] }) { _ throws(ControlError) in }
    }
}

extension Endpoint where Question: Documented {
    /// An endpoint whose question is the body of the request.
    ///
    /// - Parameter fallback: Replaces an absent body; without it the request requires one.
    package init(
        post path: String, _ about: String, body fallback: Question? = nil, parameters: [Operation.Parameter] = [],
        status: Int = 200, errors: [Int: String] = [:]
    ) {
        var operation = Operation(.post, path, about, parameters: parameters, status: status, errors: errors)
        (operation.body, operation.needsBody) = (Question.self, fallback == nil)
        self.operation = operation
        readQuestion = { request throws(ControlError) in
            guard let body = try request.decodeBody(Question.self) ?? fallback else {
                throw .badRequest("\(path) needs a body", hint: "GET /v1/openapi.json describes it")
            }
            return body
        }
        writeQuestion = { RequestContent(path: path, body: try WireFormat.encode($0)) }
    }
}

/// A method of a path of the interface, and its description.
package struct Operation: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case delete = "DELETE"
    }

    /// A query parameter.
    package struct Parameter: Sendable {
        package var name: String
        package var about: String
        package var schema: JSONValue
        package var isRequired: Bool
        /// True for an undocumented alias of another parameter.
        package var isAlias: Bool

        package init(
            _ name: String, _ about: String, schema: JSONValue = ["type": "string"], isRequired: Bool = false,
            isAlias: Bool = false
        ) {
            self.name = name
            self.about = about
            self.schema = schema
            self.isRequired = isRequired
            self.isAlias = isAlias
        }
    }

    package let method: Method
    package let path: String
    /// The summary, one sentence.
    package let about: String
    package let parameters: [Parameter]
    package var body: (any Documented.Type)?
    /// True if the request requires a body.
    package var needsBody = false
    /// The HTTP status of the answer.
    package let status: Int
    /// The errors besides those of every endpoint, by HTTP status.
    package let errors: [Int: String]

    package init(
        _ method: Method, _ path: String, _ about: String, parameters: [Parameter] = [], status: Int = 200,
        errors: [Int: String] = [:]
    ) {
        self.method = method
        self.path = path
        self.about = about
        self.parameters = parameters
        self.status = status
        self.errors = errors
    }

    package static let metrics = Self(.get, "/v1/metrics", "Figures for Prometheus.")
    package static let openAPI = Self(.get, "/v1/openapi.json", "This description.")

    /// The name in `GET /v1/version`: `debug-events` for `/v1/debug/events`.
    package var name: String { String(path.dropFirst("/v1/".count)).replacing("/", with: "-") }
}

/// The parts of a request that hold its question.
package struct RequestContent: Sendable {
    package let path: String
    /// The first value of each name, percent-decoded.
    package let query: [String: String]
    package let body: [UInt8]

    package init(path: String, query: [String: String] = [:], body: [UInt8] = []) {
        self.path = path
        self.query = query
        self.body = body
    }

    /// The path and the query as they stand in a request: `/v1/explain?q=Sources/K%C3%BCche.swift`.
    var target: String {
        let pairs = query.sorted { $0.key < $1.key }.map { "\($0)=\(Self.encoded($1))" }
        return pairs.isEmpty ? path : "\(path)?\(pairs.joined(separator: "&"))"
    }

    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { encoded, byte in
            let character = Character(Unicode.Scalar(byte))
            if character.isASCII, character.isLetter || character.isNumber || "-._~:,/".contains(character) {
                encoded.append(character)
            } else {
                encoded += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }

    /// Returns the value of a Boolean parameter; `false` if it is absent.
    package func flag(_ name: String) throws(ControlError) -> Bool {
        switch query[name] ?? "false" {
        case "true": return true
        case "false": return false
        case let text: throw .badRequest("\(name)=\(text) is neither true nor false")
        }
    }

    /// Decodes the body; `nil` if there is none.
    func decodeBody<Body: Decodable>(_ type: Body.Type) throws(ControlError) -> Body? {
        guard !body.isEmpty else { return nil }
        do {
            return try WireFormat.decode(type, from: body)
        } catch {
            throw .badRequest("the body is not the JSON that \(path) takes", hint: "leave it out for the defaults")
        }
    }
}
