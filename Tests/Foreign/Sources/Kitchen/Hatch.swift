import NIOCore

/// @mockable
extension Channel {}

/// @mockable(seam: Writing, members: write(_:), finish())
extension NIOAsyncChannelOutboundWriter {}

struct Waiter<Output: Writing> where Output.OutboundOut == String {
    let output: Output

    func serve(_ dishes: [String]) async throws {
        for dish in dishes { try await output.write(dish) }
        output.finish()
    }
}

func guest(at channel: any Channel) -> SocketAddress? { channel.isActive ? channel.remoteAddress : nil }
