/// Reads HTTP/1.1 responses from a connection: the part of the protocol that the control server uses.
final class ResponseReader {
    struct Head {
        var status: Int
        var length: Int?
        var isChunked: Bool
        var keepsAlive: Bool
    }

    private let stream: SocketStream
    private var buffer: [UInt8] = []

    init(_ stream: SocketStream) {
        self.stream = stream
    }

    func readHead() throws(ClientFailure) -> Head {
        let line = try readLine().split(separator: " ", maxSplits: 2)
        guard line.count >= 2, line[0].hasPrefix("HTTP/1."), let status = Int(line[1]) else {
            throw .malformed("its answer is not HTTP/1.1")
        }
        var head = Head(status: status, length: nil, isChunked: false, keepsAlive: line[0] == "HTTP/1.1")
        while true {
            let field = try readLine()
            if field.isEmpty { return head }
            guard let colon = field.firstIndex(of: ":") else { throw .malformed("a header without a colon") }
            let value = field[field.index(after: colon)...].drop { $0 == " " }.lowercased()
            switch field[..<colon].lowercased() {
            case "content-length": head.length = Int(value)
            case "transfer-encoding": head.isChunked = value == "chunked"
            case "connection": head.keepsAlive = value != "close"
            default: break
            }
        }
    }

    func readBody(of head: Head) throws(ClientFailure) -> [UInt8] {
        if head.isChunked {
            var body: [UInt8] = []
            while let chunk = try readChunk() { body += chunk }
            return body
        }
        if let length = head.length { return try consume(length) }
        while try stream.read(into: &buffer) > 0 {}
        defer { buffer = [] }
        return buffer
    }

    /// Returns the next chunk; `nil` after the last one.
    func readChunk() throws(ClientFailure) -> [UInt8]? {
        let line = try readLine().prefix { $0 != ";" }
        guard let length = Int(line, radix: 16), length >= 0 else { throw .malformed("a chunk without a length") }
        let chunk = try consume(length)
        guard length > 0 else {
            while try !readLine().isEmpty {}
            return nil
        }
        guard try consume(2) == [13, 10] else { throw .malformed("a chunk of another length than it says") }
        return chunk
    }

    private func consume(_ count: Int) throws(ClientFailure) -> [UInt8] {
        while buffer.count < count { try fill() }
        let consumed = Array(buffer.prefix(count))
        buffer.removeFirst(count)
        return consumed
    }

    private func readLine() throws(ClientFailure) -> String {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                var line = buffer[..<end]
                if line.last == UInt8(ascii: "\r") { line.removeLast() }
                let text = String(decoding: line, as: UTF8.self)
                buffer.removeSubrange(...end)
                return text
            }
            guard buffer.count < 64 * 1024 else { throw .malformed("a line without an end") }
            try fill()
        }
    }

    private func fill() throws(ClientFailure) {
        guard try stream.read(into: &buffer) > 0 else { throw .closed }
    }
}
