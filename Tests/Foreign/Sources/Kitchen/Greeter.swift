import Foundation
import GRPCCore

// A service as the generator of grpc-swift declares it, by hand and with JSON in the place of protobuf.
struct Greeting: Codable, Sendable, Equatable { var text: String }

enum Greeter {
    static let greet = MethodDescriptor(fullyQualifiedService: "kitchen.Greeter", method: "Greet")
}

extension Greeter {
    protocol ClientProtocol: Sendable {
        func greet<Result>(
            request: GRPCCore.ClientRequest<Greeting>,
            serializer: some GRPCCore.MessageSerializer<Greeting>,
            deserializer: some GRPCCore.MessageDeserializer<Greeting>,
            options: GRPCCore.CallOptions,
            onResponse handleResponse:
                @Sendable @escaping (GRPCCore.ClientResponse<Greeting>) async throws -> Result
        ) async throws -> Result where Result: Sendable
    }

    struct Client<Transport>: ClientProtocol where Transport: GRPCCore.ClientTransport {
        private let client: GRPCCore.GRPCClient<Transport>

        init(wrapping client: GRPCCore.GRPCClient<Transport>) { self.client = client }

        func greet<Result>(
            request: GRPCCore.ClientRequest<Greeting>,
            serializer: some GRPCCore.MessageSerializer<Greeting>,
            deserializer: some GRPCCore.MessageDeserializer<Greeting>,
            options: GRPCCore.CallOptions = .defaults,
            onResponse handleResponse:
                @Sendable @escaping (GRPCCore.ClientResponse<Greeting>) async throws -> Result
        ) async throws -> Result where Result: Sendable {
            try await client.unary(
                request: request, descriptor: Greeter.greet, serializer: serializer, deserializer: deserializer,
                options: options, onResponse: handleResponse)
        }
    }
}

extension Greeter.ClientProtocol {
    func greet(_ greeting: Greeting) async throws -> Greeting {
        try await greet(
            request: ClientRequest(message: greeting), serializer: JSONCoder(), deserializer: JSONCoder(),
            options: .defaults
        ) { try $0.message }
    }
}

struct JSONCoder: MessageSerializer, MessageDeserializer {
    func serialize<Bytes: GRPCContiguousBytes>(_ message: Greeting) throws -> Bytes {
        Bytes(try JSONEncoder().encode(message))
    }

    func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> Greeting {
        try bytes.withUnsafeBytes { try JSONDecoder().decode(Greeting.self, from: Data($0)) }
    }
}
