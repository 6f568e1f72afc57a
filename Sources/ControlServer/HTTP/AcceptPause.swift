internal import Glibc
internal import NIOCore

/// Leaves those who connect waiting for a moment when there is no descriptor for them.
///
/// The kernel keeps them in the queue of the socket and goes on saying that somebody is there, so that without a pause
/// a daemon that has run out of descriptors would do nothing but hear it.
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
        // A channel that is closed by now needs neither.
        try? context.channel.syncOptions?.setOption(.autoRead, value: !isPaused)
    }
}
