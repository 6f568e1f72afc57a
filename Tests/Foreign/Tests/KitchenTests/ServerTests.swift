import AsyncHTTPClient
import Logging
import Mocking
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import Kitchen

@Test func `LogHandler: a mocked handler sees what a real logger says`() {
    let handler = MockLogHandler()
    given(handler).logLevel.willReturn(.info)
    let logger = Logger(label: "kitchen") { _ in handler }
    Bell(logger: logger).ring()
    verify(handler).log(event: .any).wasCalled()
}

@Test func `Logger: a seam of the structure itself`() {
    let logger = MockLogWriting()
    given(logger).logLevel.willReturn(.info)
    Bell(logger: logger).ring()
    verify(logger).info().wasCalled()
}

@Test func `HTTPClient: a refusal, and a real answer`() async throws {
    try await withServer(saying: "soup") { url in
        let client = MockHTTPClientSending(forwardingTo: HTTPClient.shared)
        let delivery = Delivery(client: client)
        let served = try await delivery.order(url)
        #expect(served == "soup")
        given(client).execute(.any, timeout: .equal(.seconds(5))).willReturn(HTTPClientResponse(status: .forbidden))
        await #expect(throws: DeliveryError.refused) { try await delivery.order(url) }
        verify(client).execute(.any, timeout: .any).wasCalled(2)
    }
}

@Test func `Channel: a guest who has left, and a real channel`() throws {
    let channel = MockChannel()
    given(channel).isActive.willReturn(false)
    #expect(guest(at: channel) == nil)
    verify(channel).remoteAddress.wasNeverCalled()
    let real = EmbeddedChannel()
    let address = try SocketAddress(ipAddress: "127.0.0.1", port: 1)
    try real.connect(to: address).wait()
    let forwarding = MockChannel(forwardingTo: real)
    #expect(guest(at: forwarding) == address)
    verify(forwarding).isActive.wasCalled()
}

@Test func `NIOAsyncChannelOutboundWriter: what is written, and to a real one`() async throws {
    let (writer, sink) = NIOAsyncChannelOutboundWriter<String>.makeTestingWriter()
    let output = MockWriting<String>(forwardingTo: writer)
    try await Waiter(output: output).serve(["soup", "bread"])
    var served: [String] = []
    for await dish in sink { served.append(dish) }
    #expect(served == ["soup", "bread"])
    #expect(calls(output).write().arguments == ["soup", "bread"])
    given(output).write("fish").willThrow(ChannelError.ioOnClosedChannel)
    await #expect(throws: ChannelError.self) { try await Waiter(output: output).serve(["fish"]) }
    verify(output).finish().wasCalled()
}
