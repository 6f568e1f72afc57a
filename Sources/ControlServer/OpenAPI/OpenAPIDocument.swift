internal import ControlChannel
internal import NIOHTTP1

/// The interface as an OpenAPI 3.1 document, made from the routes and the message types.
enum OpenAPIDocument {
    static func bytes(of routes: [Route]) -> [UInt8] {
        // The first test that reads the document catches a message type without a schema.
        let document = (try? make(of: routes)) ?? ["error": "the interface cannot be described"]
        return (try? WireFormat.encode(document)) ?? []
    }

    static func make(of routes: [Route], in catalog: SchemaCatalog = SchemaCatalog()) throws -> JSONValue {
        let error = try catalog.reference(to: ErrorEnvelope.self)
        var paths: [String: [String: JSONValue]] = [:]
        for route in routes {
            paths[route.operation.path, default: [:]][route.operation.method.rawValue.lowercased()] =
                try describe(route, catalog, error: error)
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "mockd", "version": .string(DaemonIdentity.productVersion),
                "description": """
                Over the Unix socket that `mockctl list --json` names, as HTTP/1.1. Fields that cannot be told are \
                absent; new ones may come, and so may new values of texts.
                """,
            ],
            "servers": [["url": "http://mockd"]],
            "paths": .object(paths.mapValues { .object($0) }),
            "components": ["schemas": .object(catalog.components)],
        ]
    }

    private static func describe(_ route: Route, _ catalog: SchemaCatalog, error: JSONValue) throws -> JSONValue {
        let operation = route.operation
        var description: [String: JSONValue] = [
            "operationId": .string(operation.method.rawValue.lowercased() + "-" + operation.name),
            "summary": .string(operation.about),
        ]
        if !operation.parameters.isEmpty {
            description["parameters"] = .array(
                operation.parameters.filter { !$0.isAlias }.map {
                    [
                        "name": .string($0.name), "in": "query", "required": .bool($0.isRequired),
                        "description": .string($0.about), "schema": $0.schema,
                    ]
                })
        }
        if let body = operation.body {
            description["requestBody"] = [
                "required": .bool(operation.needsBody),
                "content": ["application/json": ["schema": try catalog.reference(toBody: body)]],
            ]
        }
        var responses: [String: JSONValue] = [
            String(operation.status): [
                "description": .string(HTTPResponseStatus(statusCode: operation.status).reasonPhrase),
                "content": try content(route.shape, catalog),
            ],
            "default": failure("Refused, in the form that every refusal has.", error),
        ]
        for (status, reason) in operation.errors { responses[String(status)] = failure(reason, error) }
        description["responses"] = .object(responses)
        return .object(description)
    }

    private static func content(_ shape: Route.Shape, _ catalog: SchemaCatalog) throws -> JSONValue {
        switch shape {
        case .document(let type): ["application/json": ["schema": try catalog.reference(to: type)]]
        case .lines: ["application/x-ndjson": ["schema": try catalog.reference(to: Event.self)]]
        case .text(let type): .object([type: ["schema": ["type": "string"]]])
        case .openAPI: ["application/json": ["schema": ["type": "object"]]]
        }
    }

    private static func failure(_ reason: String, _ error: JSONValue) -> JSONValue {
        ["description": .string(reason), "content": ["application/json": ["schema": error]]]
    }
}
