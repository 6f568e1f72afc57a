internal import ControlChannel
internal import Glibc
internal import NIOCore
internal import NIOHTTP1

/// One client, from its first request to its last answer.
struct Connection: Sendable {
    enum Admission: Sendable {
        case welcome
        /// One answer, then the connection is closed: there are many.
        case once
        case refused(ControlError)
        case dropped
    }

    typealias Parts = NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>

    let server: ControlServer
    let channel: any Channel
    let admission: Admission

    func serve() async throws {
        let connection = try await open()
        let refusal = await refusal()
        try await connection.executeThenClose { inbound, outbound in
            for try await request in inbound {
                if let refusal {
                    try await send(refusal, to: request, outbound)
                } else {
                    try await answer(request, outbound)
                }
            }
        }
    }

    /// Installs the handlers, then lets the channel read.
    private func open() async throws -> NIOAsyncChannel<ControlRequest, HTTPServerResponsePart> {
        let (channel, limits) = (channel, server.limits)
        let connection = try await channel.eventLoop.submit {
            var decoderLimits = NIOHTTPDecoderLimitConfiguration()
            decoderLimits.maxHeaderFieldSize = limits.headerBytes
            decoderLimits.maxHeaderListSize = limits.headerBytes
            decoderLimits.maxHeaderFieldCount = limits.headerFields
            let decoder = HTTPRequestDecoder(
                leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .drop,
                limitConfiguration: decoderLimits)
            try channel.pipeline.syncOperations.addHandlers([
                HTTPResponseEncoder(), ByteToMessageHandler(decoder), HTTPServerPipelineHandler(),
                RequestAssembler(limits: limits),
            ])
            return try NIOAsyncChannel<ControlRequest, HTTPServerResponsePart>(wrappingChannelSynchronously: channel)
        }.get()
        try await channel.setOption(.autoRead, value: true).get()
        return connection
    }

    private func refusal() async -> ControlError? {
        if case .refused(let error) = admission { return error }
        guard let peer = await peerUser() else {
            return ControlError(status: 403, code: "unknown-peer", message: "the kernel does not say who is asking")
        }
        guard peer == geteuid() || peer == 0 else {
            return ControlError(
                status: 403, code: "foreign-user",
                message: "this mockd belongs to uid \(geteuid()) and does not answer uid \(peer)")
        }
        return nil
    }

    private func peerUser() async -> uid_t? {
        guard let provider = channel as? any SocketOptionProvider else { return nil }
        let credentials: EventLoopFuture<PeerCredentials> = provider.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
        return try? await credentials.get().user
    }

    /// `struct ucred` of unix(7), which the C library shows to GNU sources only.
    private struct PeerCredentials: Sendable {
        var process: Int32
        var user: UInt32
        var group: UInt32
    }

    private func answer(_ request: ControlRequest, _ outbound: Parts) async throws {
        let answer: Route.Answer
        do throws(ControlError) {
            answer = try await Route.find(request).answer(request, server)
        } catch {
            return try await send(error, to: request, outbound)
        }
        switch answer {
        case .document(let document, let status):
            try await send(ControlResponse(document, status: status, version: request.version), to: request, outbound)
        case .events(let since, let types):
            try await EventStream(connection: self, since: since, types: types).send(to: request, outbound)
        }
    }

    private func send(_ error: ControlError, to request: ControlRequest, _ outbound: Parts) async throws {
        var response = ControlResponse(error, version: request.version)
        if error.status == 403 || error.status == 503 { response.closeAfterwards() }
        try await send(response, to: request, outbound)
    }

    private func send(_ response: ControlResponse, to request: ControlRequest, _ outbound: Parts) async throws {
        var response = response
        if closesAfter(request) { response.closeAfterwards() }
        try await outbound.write(contentsOf: response.parts(withBody: request.method != .HEAD))
    }

    private func closesAfter(_ request: ControlRequest) -> Bool {
        if case .once = admission { return true }
        return !request.keepsAlive
    }
}
