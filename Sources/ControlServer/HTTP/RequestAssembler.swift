internal import ControlChannel
internal import NIOCore
internal import NIOHTTP1

/// Assembles complete requests from their parts, within limits of size and time, and closes connections that exceed
/// them.
///
/// It comes after the pipelining handler, so there is one request at a time. Every client error below HTTP ends here,
/// in a JSON error and a closed connection; later handlers see complete requests only.
final class RequestAssembler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private enum Phase {
        case waiting
        case reading(HTTPRequestHead, body: [UInt8])
        case answering
        /// The last answer is being sent; further input is dropped.
        case closing
    }

    private let limits: ControlServer.Limits
    private let requests: AsyncStream<ControlRequest>.Continuation
    private var phase = Phase.waiting
    private var closesAfterAnswer = false
    /// True if a lease lasts as long as this connection, which may then be idle.
    private var holdsLease = false
    private var deadline: Scheduled<Void>?

    init(limits: ControlServer.Limits, requests: AsyncStream<ControlRequest>.Continuation) {
        self.limits = limits
        self.requests = requests
    }

    func handlerAdded(context: ChannelHandlerContext) {
        arm(limits.headerTimeout, context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        requests.finish()
        deadline?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (unwrapInboundIn(data), phase) {
        case (.head(let head), .waiting):
            begin(head, context)
        case (.body(let part), .reading(let head, var body)):
            guard body.count + part.readableBytes <= limits.bodyBytes else { return reject(.tooLarge(limits), context) }
            // Moved out of the enumeration first; otherwise each part would copy those before it.
            phase = .waiting
            body.append(contentsOf: part.readableBytesView)
            phase = .reading(head, body: body)
        case (.end, .reading(let head, let body)):
            deadline?.cancel()
            phase = .answering
            requests.yield(ControlRequest(head: head, body: body, channel: context.channel))
        default:
            break
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        // No more requests will come; pending ones are still answered.
        case ChannelEvent.inputClosed: requests.finish()
        case is LeaseHeld: holdsLease = true
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch (error, phase) {
        case (is HTTPParserError, .waiting), (is HTTPParserError, .reading):
            reject(.malformed(error as? HTTPParserError, limits), context)
        default:
            context.close(promise: nil)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            if !head.isKeepAlive { closesAfterAnswer = true }
            context.write(data, promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            finish(data, promise, context)
        }
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let announced = head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
        guard announced <= limits.bodyBytes else { return reject(.tooLarge(limits), context) }
        phase = .reading(head, body: [])
        arm(limits.headerTimeout, context)
        if head.headers.first(name: "expect")?.lowercased() == "100-continue" {
            let proceed = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(proceed)), promise: nil)
        }
    }

    private func finish(_ end: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        if !holdsLease { arm(limits.idleTimeout, context) }
        guard closesAfterAnswer else {
            phase = .waiting
            return context.write(end, promise: promise)
        }
        phase = .closing
        let written = promise ?? context.eventLoop.makePromise()
        let channel = context.channel
        // Closes after the answer has been sent: closing earlier would discard what the kernel has not accepted yet.
        written.futureResult.whenComplete { _ in channel.close(promise: nil) }
        context.write(end, promise: written)
    }

    private func reject(_ error: ControlError, _ context: ChannelHandlerContext) {
        phase = .closing
        var response = ControlResponse(error)
        response.closeAfterwards()
        closesAfterAnswer = true
        for part in response.parts() { write(context: context, data: wrapOutboundOut(part), promise: nil) }
        context.flush()
    }

    private func arm(_ limit: Duration, _ context: ChannelHandlerContext) {
        deadline?.cancel()
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: TimeAmount(limit)) { channel.close(promise: nil) }
    }
}

/// The event of a connection that a lease lasts as long as.
struct LeaseHeld {}

extension ControlError {
    fileprivate static func tooLarge(_ limits: ControlServer.Limits) -> ControlError {
        ControlError(
            status: 413, code: "body-too-large", message: "a body may have at most \(limits.bodyBytes) bytes")
    }

    fileprivate static func malformed(_ error: HTTPParserError?, _ limits: ControlServer.Limits) -> ControlError {
        guard error == .headerOverflow else {
            return badRequest(
                "this is not an HTTP/1.1 request", hint: "try: curl --unix-socket SOCKET http://mockd/v1/status")
        }
        return ControlError(
            status: 431, code: "headers-too-large",
            message: "a request may have at most \(limits.headerBytes) bytes in \(limits.headerFields) headers")
    }
}
