import GRPCCore
import GRPCInProcessTransport
import Mocking
import Testing

@testable import Kitchen

@Test func `a stub of gRPC: an answer, a failure, and a real server`() async throws {
    let (coder, handler) = (Matcher<JSONCoder>.any, Matcher<ResponseHandler>.any)
    let greeter = Greeter.MockClientProtocol()
    given(greeter).greet(serializer: coder, deserializer: coder, onResponse: handler)
        .willReturn(Greeting(text: "hello"))
    #expect(await Door(greeter: greeter).open(to: "Ada") == "hello")

    let transport = InProcessTransport()
    try await withGRPCServer(transport: transport.server, services: [GreetingService()]) { _ in
        try await withGRPCClient(transport: transport.client) { client in
            let real = Greeter.MockClientProtocol(forwardingTo: Greeter.Client(wrapping: client))
            #expect(await Door(greeter: real).open(to: "Ada") == "welcome, Ada")
            verify(real).greet(serializer: coder, deserializer: coder, onResponse: handler).wasCalled()
        }
    }
}

private typealias ResponseHandler = @Sendable (ClientResponse<Greeting>) async throws -> Greeting

private struct GreetingService: RegistrableRPCService {
    func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
        router.registerHandler(forMethod: Greeter.greet, deserializer: JSONCoder(), serializer: JSONCoder()) {
            request, _ in
            let guest = try await ServerRequest(stream: request).message.text
            return StreamingServerResponse(single: ServerResponse(message: Greeting(text: "welcome, \(guest)")))
        }
    }
}
