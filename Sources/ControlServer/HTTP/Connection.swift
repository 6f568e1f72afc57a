internal import ControlChannel
internal import Glibc
internal import NIOCore
internal import NIOHTTP1

/// One client, from its first request to its last answer.
struct Connection: Sendable {
    enum Admission: Sendable {
        case accepted
        /// There are many connections: this one gets a short idle timeout.
        case acceptedBriefly
        case refused(ControlError)
        case dropped
    }

    let channel: any Channel
    private let admission: Admission
    private let stallTimeout: TimeAmount
    /// At most one at a time: the pipelining handler holds back the next until the answer has been sent.
    private let requests: AsyncStream<ControlRequest>

    /// Installs the handlers. Call it in the channel's initializer, before the channel can read anything.
    init(handling channel: any Channel, admitted admission: Admission, limits: ControlServer.Limits) throws {
        var limits = limits
        if case .acceptedBriefly = admission { limits.idleTimeout = min(limits.idleTimeout, limits.headerTimeout) }
        let (requests, received) = AsyncStream.makeStream(of: ControlRequest.self)
        try channel.pipeline.syncOperations.addHandlers(Self.handlers(limits, received))
        self.channel = channel
        self.admission = admission
        self.stallTimeout = TimeAmount(limits.stallTimeout)
        self.requests = requests
    }

    /// Returns the handlers that turn the client's bytes into requests, and responses into bytes.
    static func handlers(
        _ limits: ControlServer.Limits, _ requests: AsyncStream<ControlRequest>.Continuation
    ) -> [any ChannelHandler] {
        var decoderLimits = NIOHTTPDecoderLimitConfiguration()
        decoderLimits.maxHeaderFieldSize = limits.headerBytes
        decoderLimits.maxHeaderListSize = limits.headerBytes
        decoderLimits.maxHeaderFieldCount = limits.headerFields
        let decoder = HTTPRequestDecoder(
            leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .drop, limitConfiguration: decoderLimits)
        return [
            HTTPResponseEncoder(), ByteToMessageHandler(decoder), HTTPServerPipelineHandler(),
            RequestAssembler(limits: limits, requests: requests),
        ]
    }

    /// Answers requests until either side ends the connection; a request whose client has disconnected is cancelled.
    func serve(for server: ControlServer) async {
        let (untilClosed, closing) = AsyncStream.makeStream(of: Never.self)
        channel.closeFuture.whenComplete { _ in closing.finish() }
        await withDiscardingTaskGroup { group in
            group.addTask {
                // An error means that the client has disconnected, so it cannot be reported.
                try? await answerAll(server)
                channel.close(promise: nil)
            }
            for await _ in untilClosed {}
            group.cancelAll()
        }
    }

    private func answerAll(_ server: ControlServer) async throws {
        let refusal = try await refusal()
        for await request in requests {
            if let refusal {
                try await send(refusal, to: request, closing: true)
            } else {
                try await answer(request, server)
            }
        }
    }

    /// Returns when the kernel has accepted the parts, so that a slow reader slows down only itself. A reader that
    /// accepts nothing for `Limits.stallTimeout` is disconnected, even if so little is pending that the channel counts
    /// as writable.
    func write(_ parts: [HTTPServerResponsePart]) async throws {
        let (channel, written) = (channel, channel.eventLoop.makePromise(of: Void.self))
        let stallTimeout = stallTimeout
        // One call for all parts: each call from here would wake the event loop.
        channel.eventLoop.execute {
            let stall = channel.eventLoop.scheduleTask(in: stallTimeout) { channel.close(promise: nil) }
            written.futureResult.whenComplete { _ in stall.cancel() }
            for part in parts.dropLast() { channel.write(part, promise: nil) }
            if let last = parts.last { channel.writeAndFlush(last, promise: written) }
        }
        try await written.futureResult.get()
    }

    private func refusal() async throws -> ControlError? {
        switch admission {
        case .refused(let error): return error
        case .dropped: channel.close(promise: nil)
        case .accepted, .acceptedBriefly: break
        }
        let peer = try await peerUser()
        guard peer == geteuid() || peer == 0 else {
            return ControlError(
                status: 403, code: "foreign-user",
                message: "this mockd belongs to uid \(geteuid()) and does not answer uid \(peer)")
        }
        return nil
    }

    /// Returns the user of the peer process, which the kernel knows for every open Unix socket.
    private func peerUser() async throws -> uid_t {
        guard let provider = channel as? any SocketOptionProvider else { throw ChannelError.operationUnsupported }
        let credentials: EventLoopFuture<PeerCredentials> = provider.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
        return try await credentials.get().user
    }

    /// `struct ucred` of unix(7), which the C library declares for `_GNU_SOURCE` only.
    private struct PeerCredentials: Sendable {
        var process: Int32
        var user: UInt32
        var group: UInt32
    }

    private func answer(_ request: ControlRequest, _ server: ControlServer) async throws {
        let route: Route
        let answer: Route.Answer
        do throws(ControlError) {
            route = try Route.find(request, in: server.routes)
            answer = try await route.answer(request, server)
        } catch {
            // The bytes after a malformed request may not be a request either, so the connection closes.
            return try await send(error, to: request, closing: error.status == 400)
        }
        switch answer {
        case .document(let document):
            let status = HTTPResponseStatus(statusCode: route.operation.status)
            let response = ControlResponse(document, status: status, version: request.version)
            try await send(response, to: request)
        case .encoded(let bytes):
            try await send(ControlResponse(encoded: bytes, version: request.version), to: request)
        case .text(let text, let contentType):
            let body = ByteBuffer(string: text)
            try await send(ControlResponse(body, contentType: contentType, version: request.version), to: request)
        case .events(let selection):
            try await EventStream(connection: self, server: server, selection: selection).send(to: request)
        }
    }

    private func send(_ error: ControlError, to request: ControlRequest, closing: Bool = false) async throws {
        try await send(ControlResponse(error, version: request.version), to: request, closing: closing)
    }

    private func send(_ response: ControlResponse, to request: ControlRequest, closing: Bool = false) async throws {
        var response = response
        if closing || !request.keepsAlive { response.closeAfterwards() }
        try await write(response.parts(withBody: request.method != .HEAD))
    }
}
