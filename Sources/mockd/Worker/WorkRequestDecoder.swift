/// Cuts the bytes that a build system sends into requests, in whatever pieces they arrive.
///
/// A message that is no request costs its sender one answer, and the stream goes on behind it. Only bytes that leave no
/// way to tell where the next message begins end the stream.
struct WorkRequestDecoder: Sendable {
    enum Message: Hashable, Sendable {
        case request(WorkRequest)
        case malformed(MalformedRequest)
    }

    /// The place of the next message cannot be told.
    struct Broken: Error, Hashable, Sendable {
        var reason: String
    }

    /// The largest message in bytes; that of a module of a hundred thousand files is a fourth as large. The bytes of a
    /// larger one are dropped as they arrive.
    static let largest = 64 << 20

    private let format: WorkerFormat
    private var framing: any MessageFraming

    init(_ format: WorkerFormat, largest: Int = Self.largest) {
        self.format = format
        framing = format == .proto ? DelimitedFraming(largest: largest) : JSONFraming(largest: largest)
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) { framing.append(bytes) }

    /// Returns the next message; `nil` if more bytes are necessary.
    mutating func next() throws(Broken) -> Message? {
        switch try framing.next() {
        case nil: return nil
        case .malformed(let reason): return .malformed(MalformedRequest(reason: reason))
        case .message(let bytes):
            do throws(MalformedRequest) {
                return .request(try request(bytes))
            } catch {
                return .malformed(error)
            }
        }
    }

    /// Checks that no message is incomplete at the end of the stream.
    func finish() throws(Broken) {
        if framing.isIncomplete { throw Broken(reason: "the last request is cut off") }
    }

    private func request(_ bytes: ArraySlice<UInt8>) throws(MalformedRequest) -> WorkRequest {
        guard format == .proto else { return try WorkRequest(json: bytes) }
        return try bytes.withUnsafeBytes { bytes in
            Result { () throws(MalformedRequest) in try WorkRequest(protocolBuffer: bytes) }
        }.get()
    }
}
