/// Finds the ends of messages in a stream of bytes.
protocol MessageFraming: Sendable {
    /// True if the stream must not end here.
    var isIncomplete: Bool { get }

    mutating func append(_ bytes: UnsafeRawBufferPointer)

    /// Returns the next message; `nil` if more bytes are necessary.
    mutating func next() throws(WorkRequestDecoder.Broken) -> MessageFrame?
}

/// A part of a stream: a message, or bytes that are none.
enum MessageFrame {
    case message(ArraySlice<UInt8>)
    case malformed(reason: String)

    static func tooLarge(_ limit: Int) -> MessageFrame { .malformed(reason: "it is larger than \(limit >> 20) MiB") }
}

/// The bytes that were received and not used yet.
struct ReceivedBytes: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0

    var count: Int { bytes.count - start }

    subscript(index: Int) -> UInt8 { bytes[start + index] }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    mutating func removeFirst(_ count: Int) -> ArraySlice<UInt8> {
        defer { start += count }
        return bytes[start..<start + count]
    }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    }
}
