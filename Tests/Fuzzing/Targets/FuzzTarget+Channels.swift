@testable import ControlChannel
@testable import ControlServer
@testable import FileWatching
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization

extension FuzzTarget {
    /// Messages are the same in pieces of any size, and so is the error that ends them.
    static let watcherFrames = FuzzTarget(name: "frames") { bytes in
        let whole = Messages(bytes, pieces: bytes.count)
        for size in [1, 3, 7] where Messages(bytes, pieces: size) != whole { return "others in pieces of \(size)" }
        return nil
    }

    /// A request is the same in pieces of any size, and stays within the limits.
    static let http = FuzzTarget(name: "http") { bytes in
        let whole = Request(bytes, pieces: bytes.count)
        for size in [3, 64] {
            let pieces = Request(bytes, pieces: size)
            if pieces != whole { return "in pieces of \(size): \(pieces) instead of \(whole)" }
        }
        return whole.bodySize <= ControlServer.Limits().bodyBytes ? nil : "beyond the limits: \(whole)"
    }

    /// A document that is read and written is read as the same again.
    static let json = FuzzTarget(name: "json") { bytes in
        guard let value = try? JSONValue(parsing: bytes), value.isFinite else { return nil }
        guard let encoded = try? WireFormat.encode(value) else { return "cannot be written: \(value)" }
        guard let again = try? JSONValue(parsing: Array(encoded)) else { return "cannot be read again: \(value)" }
        return again == value ? nil : "\(again) instead of \(value)"
    }
}

extension JSONValue {
    /// JSON has no infinite numbers.
    fileprivate var isFinite: Bool {
        switch self {
        case .number(let number): number.isFinite
        case .array(let elements): elements.allSatisfy(\.isFinite)
        case .object(let members): members.values.allSatisfy(\.isFinite)
        default: true
        }
    }
}

/// The messages that the daemon decodes from a watcher's bytes, and the error at their end.
private struct Messages: Equatable {
    var messages: [WatcherMessage] = []
    var reason: String?

    init(_ bytes: [UInt8], pieces size: Int) {
        var decoder = MessageDecoder()
        do throws(MessageDecoder.Malformed) {
            for start in stride(from: 0, to: bytes.count, by: max(1, size)) {
                bytes[start..<min(start + max(1, size), bytes.count)].withUnsafeBytes { decoder.append($0) }
                while let message = try decoder.next() { messages.append(message) }
            }
        } catch {
            reason = error.reason
        }
    }
}

/// The server's reaction to the bytes of a client that waits for no answer.
private struct Request: Equatable {
    /// The first request's parts on which routes and answers depend; `nil` if there is none.
    private(set) var text: String?
    /// The server's answer if there is no request: a status line and the reason.
    private(set) var refusal = ""

    private(set) var bodySize = 0

    init(_ bytes: [UInt8], pieces size: Int) {
        let channel = EmbeddedChannel()
        let (requests, received) = AsyncStream.makeStream(of: ControlRequest.self)
        let handlers = Connection.handlers(ControlServer.Limits(), received)
        guard (try? channel.pipeline.syncOperations.addHandlers(handlers)) != nil else { return }
        channel.pipeline.fireChannelActive()
        for start in stride(from: 0, to: bytes.count, by: max(1, size)) {
            // Errors end in a refusal and a closed connection.
            _ = try? channel.writeInbound(ByteBuffer(bytes: bytes[start..<min(start + max(1, size), bytes.count)]))
        }
        while let sent = try? channel.readOutbound(as: ByteBuffer.self) { refusal += String(buffer: sent) }
        _ = try? channel.finish(acceptAlreadyClosed: true)
        guard let request = Self.first(of: requests) else { return }
        let content = request.content
        let query = content.query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        text = "\(request.method) \(request.version) \(request.keepsAlive) \(content.path) \(query) \(content.body)"
        bodySize = content.body.count
        _ = try? Route.find(request, in: Route.ofServer)
    }

    /// The stream has ended, so nothing here waits.
    private static func first(of requests: AsyncStream<ControlRequest>) -> ControlRequest? {
        let found = Mutex<ControlRequest?>(nil)
        Task.immediate {
            for await request in requests {
                found.withLock { $0 = request }
                break
            }
        }
        return found.withLock { $0 }
    }
}
