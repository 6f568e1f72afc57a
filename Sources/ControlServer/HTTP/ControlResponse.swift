internal import ControlChannel
internal import NIOCore
internal import NIOHTTP1

/// A complete response, as the parts that NIO sends.
struct ControlResponse {
    private(set) var head: HTTPResponseHead
    private var body: ByteBuffer

    init(_ document: some Encodable, status: HTTPResponseStatus = .ok, version: HTTPVersion) {
        var status = status
        let bytes: [UInt8]
        do {
            bytes = try WireFormat.encode(document)
        } catch {
            // This happens only for a number that JSON cannot represent.
            status = .internalServerError
            bytes = Array(#"{"error":{"code":"unwritable","message":"the answer cannot be written as JSON"}}"#.utf8)
        }
        self.init(encoded: bytes, status: status, version: version)
    }

    /// - Parameter encoded: JSON without a final newline.
    init(encoded bytes: [UInt8], status: HTTPResponseStatus = .ok, version: HTTPVersion) {
        var body = ByteBuffer(bytes: bytes)
        body.writeInteger(UInt8(ascii: "\n"))
        self.init(body, contentType: "application/json", status: status, version: version)
    }

    init(_ body: ByteBuffer, contentType: String, status: HTTPResponseStatus = .ok, version: HTTPVersion) {
        self.body = body
        head = HTTPResponseHead(version: version, status: status)
        head.headers.add(name: "Content-Type", value: contentType)
        head.headers.add(name: "Content-Length", value: String(body.readableBytes))
    }

    init(_ error: ControlError, version: HTTPVersion = .http1_1) {
        self.init(ErrorEnvelope(error), status: HTTPResponseStatus(statusCode: error.status), version: version)
        if error.status == 503 { head.headers.add(name: "Retry-After", value: "1") }
        if let allowed = error.details["allow"] { head.headers.add(name: "Allow", value: allowed) }
    }

    mutating func closeAfterwards() {
        head.headers.replaceOrAdd(name: "Connection", value: "close")
    }

    func parts(withBody: Bool = true) -> [HTTPServerResponsePart] {
        withBody ? [.head(head), .body(.byteBuffer(body)), .end(nil)] : [.head(head), .end(nil)]
    }
}
