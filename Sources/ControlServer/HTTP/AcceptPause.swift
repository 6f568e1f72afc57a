internal import Glibc
internal import NIOCore

/// Pauses accepting connections when the process has no descriptor left.
///
/// The kernel keeps the connections in the socket's queue and keeps reporting the socket as readable. Without a pause,
/// a daemon out of descriptors would spin on those reports.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private static let pause: TimeAmount = .milliseconds(200)

    private var isPaused = false

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let code = (error as? IOError)?.errnoCode, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) else {
            return context.fireErrorCaught(error)
        }
        guard !isPaused else { return }
        setPaused(true, context)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { self.setPaused(false, context) }
    }

    private func setPaused(_ isPaused: Bool, _ context: ChannelHandlerContext) {
        self.isPaused = isPaused
        // This fails only if the channel is closed by now, which does not matter.
        try? context.channel.syncOptions?.setOption(.autoRead, value: !isPaused)
    }
}
