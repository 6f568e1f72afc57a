internal import ControlChannel
internal import NIOCore
internal import NIOHTTP1

/// One complete HTTP request, within the limits.
struct ControlRequest: Sendable {
    let method: HTTPMethod
    let version: HTTPVersion
    let keepsAlive: Bool
    let content: RequestContent
    /// The connection that it came over.
    let channel: any Channel

    init(head: HTTPRequestHead, body: [UInt8], channel: any Channel) {
        self.channel = channel
        method = head.method
        version = head.version
        keepsAlive = head.isKeepAlive
        let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.first.map { Self.decodePercents($0, plusIsSpace: false) } ?? ""
        var query: [String: String] = [:]
        for pair in parts.dropFirst().first?.split(separator: "&") ?? [] {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = Self.decodePercents(halves[0], plusIsSpace: true)
            let value = halves.count > 1 ? Self.decodePercents(halves[1], plusIsSpace: true) : ""
            if query[name] == nil { query[name] = value }
        }
        content = RequestContent(path: path, query: query, body: body)
    }

    /// A `%` without two hexadecimal digits stays as it is, as in browsers.
    private static func decodePercents(_ text: Substring, plusIsSpace: Bool) -> String {
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = hexadecimal(bytes[index + 1]), let low = hexadecimal(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                let isSpace = plusIsSpace && bytes[index] == UInt8(ascii: "+")
                decoded.append(isSpace ? UInt8(ascii: " ") : bytes[index])
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
