internal import ControlChannel

/// The answer to a request: `WorkResponse` in Bazel's `worker_protocol.proto`.
struct WorkResponse: Hashable, Sendable {
    var exitCode: Int32 = 0
    /// The lines that the build system shows to the user.
    var output = ""
    var id = 0
    /// True if nothing was written because the request was cancelled.
    var wasCancelled = false

    init(exitCode: Int32 = 0, output: String = "", id: Int = 0, wasCancelled: Bool = false) {
        self.exitCode = exitCode
        self.output = output
        self.id = id
        self.wasCancelled = wasCancelled
    }

    /// Answers a message that is no request.
    init(_ error: MalformedRequest) {
        self.init(
            exitCode: ExitStatus.failed, output: "error: this request cannot be read: \(error.reason)\n", id: error.id)
    }

    /// Returns the bytes of the answer, with the mark of its end that the protocol has.
    func bytes(for format: WorkerFormat) -> [UInt8] {
        switch format {
        case .proto: protocolBuffer
        case .json: json
        }
    }

    private var protocolBuffer: [UInt8] {
        var message = ProtocolBufferWriter()
        message.add(1, number: Int(exitCode))
        message.add(2, text: output)
        message.add(3, number: id)
        message.add(4, number: wasCancelled ? 1 : 0)
        return ProtocolBufferWriter.delimited(message.bytes)
    }

    /// Reads an answer; parts that it lacks have their ordinary values.
    init(protocolBuffer message: UnsafeRawBufferPointer) {
        var reader = ProtocolBufferReader(message)
        while let (field, value) = try? reader.next() {
            switch (field, value) {
            case (1, .number(let number)): exitCode = Int32(truncatingIfNeeded: number)
            case (2, .bytes(let bytes)): output = String(decoding: bytes, as: UTF8.self)
            case (3, .number(let number)): id = Int(Int32(truncatingIfNeeded: number))
            case (4, .number(let number)): wasCancelled = number != 0
            default: break
            }
        }
    }

    private struct Fields: Codable {
        var exitCode: Int32?
        var output: String?
        var requestId: Int?
        /// Left out if it is false: versions of Bazel that cancel nothing refuse an unknown field.
        var wasCancelled: Bool?
    }

    private var json: [UInt8] {
        let fields = Fields(
            exitCode: exitCode, output: output, requestId: id, wasCancelled: wasCancelled ? true : nil)
        // Numbers, a text and a Boolean can always be encoded.
        return ((try? WireFormat.encode(fields)) ?? []) + [UInt8(ascii: "\n")]
    }
}
