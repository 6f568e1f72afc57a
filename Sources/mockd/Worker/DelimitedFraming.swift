/// Messages that stand behind their lengths, as protocol buffers do in a stream.
struct DelimitedFraming: MessageFraming {
    private let largest: Int
    private var received = ReceivedBytes()
    /// The bytes that are still to come of a message that is too large.
    private var dropped: UInt64 = 0

    init(largest: Int) { self.largest = largest }

    var isIncomplete: Bool { received.count > 0 || dropped > 0 }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        let skipped = Int(min(dropped, UInt64(bytes.count)))
        dropped -= UInt64(skipped)
        received.append(UnsafeRawBufferPointer(rebasing: bytes[skipped...]))
    }

    mutating func next() throws(WorkRequestDecoder.Broken) -> MessageFrame? {
        if dropped > 0 { return nil }
        guard let (length, size) = received.withBytes(ProtocolBufferReader.number) else {
            guard received.count < ProtocolBufferReader.longestNumber else {
                throw WorkRequestDecoder.Broken(reason: "the length of a request has no end")
            }
            return nil
        }
        guard length <= UInt64(largest) else {
            _ = received.removeFirst(size)
            let skipped = Int(min(length, UInt64(received.count)))
            _ = received.removeFirst(skipped)
            dropped = length - UInt64(skipped)
            return .tooLarge(largest)
        }
        guard received.count >= size + Int(length) else { return nil }
        _ = received.removeFirst(size)
        return .message(received.removeFirst(Int(length)))
    }
}
