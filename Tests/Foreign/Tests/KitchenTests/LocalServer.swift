import NIOCore
import NIOHTTP1
import NIOPosix

/// A web server on this machine that says the same to everybody.
func withServer(saying text: String, _ body: (_ url: String) async throws -> Void) async throws {
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                try channel.pipeline.syncOperations.addHandler(Answer(text: text))
            }
        }
        .bind(host: "127.0.0.1", port: 0).get()
    try await body("http://127.0.0.1:\(server.localAddress?.port ?? 0)/")
    try await server.close()
}

private final class Answer: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    let text: String

    init(text: String) { self.text = text }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else { return }
        let headers = HTTPHeaders([("Content-Length", "\(text.utf8.count)")])
        context.write(wrapOutboundOut(.head(.init(version: .http1_1, status: .ok, headers: headers))), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
