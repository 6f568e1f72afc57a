internal import ControlChannel
internal import NIOHTTP1

/// The interface as an OpenAPI 3.1 document, made from `Route.all` and the message types.
enum OpenAPIDocument {
    static let bytes: [UInt8] = {
        // The first test that reads the document catches a message type without a schema.
        let document = (try? make()) ?? ["error": "the interface cannot be described"]
        return (try? WireFormat.encode(document)) ?? []
    }()

    static func make() throws -> JSONValue {
        let catalog = SchemaCatalog()
        let error = try catalog.reference(to: ErrorEnvelope.self)
        var paths: [String: [String: JSONValue]] = [:]
        for route in Route.all {
            paths[route.path, default: [:]][route.method.rawValue.lowercased()] =
                try operation(route, catalog, error: error)
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

    private static func operation(_ route: Route, _ catalog: SchemaCatalog, error: JSONValue) throws -> JSONValue {
        var operation: [String: JSONValue] = [
            "operationId": .string(route.method.rawValue.lowercased() + "-" + route.name),
            "summary": .string(route.about),
        ]
        if !route.parameters.isEmpty {
            operation["parameters"] = .array(
                route.parameters.filter { !$0.isAlias }.map {
                    [
                        "name": .string($0.name), "in": "query", "required": .bool($0.isRequired),
                        "description": .string($0.about), "schema": $0.schema,
                    ]
                })
        }
        if let body = route.body {
            operation["requestBody"] = [
                "required": .bool(route.needsBody),
                "content": ["application/json": ["schema": try catalog.reference(toBody: body)]],
            ]
        }
        var responses: [String: JSONValue] = [
            String(route.status.code): [
                "description": .string(route.status.reasonPhrase), "content": try content(route.shape, catalog),
            ],
            "default": failure("Refused, in the form that every refusal has.", error),
        ]
        for (status, reason) in route.errors { responses[String(status)] = failure(reason, error) }
        operation["responses"] = .object(responses)
        return .object(operation)
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
