extension FuzzTarget {
    /// Requests to a worker are the same in pieces of any size, and each is read as the same again when it is written.
    /// The first byte chooses the form of the messages.
    static let worker = FuzzTarget(name: "worker") { bytes in
        guard let first = bytes.first else { return nil }
        let format = WorkerFormat.allCases[Int(first) % WorkerFormat.allCases.count]
        let stream = Array(bytes.dropFirst())
        let whole = Requests(stream, format, pieces: stream.count)
        for size in [1, 3, 7] where Requests(stream, format, pieces: size) != whole {
            return "others in pieces of \(size)"
        }
        for case .request(let request) in whole.messages {
            let again = Requests(request.protocolBuffer, .proto, pieces: .max)
            if again.messages != [.request(request.withNumbersOfProtocolBuffers)] { return "read again as \(again)" }
        }
        return nil
    }
}

extension WorkRequest {
    /// The request with numbers as large as protocol buffers have them; JSON has larger ones.
    fileprivate var withNumbersOfProtocolBuffers: WorkRequest {
        var request = self
        request.id = Int(Int32(truncatingIfNeeded: id))
        request.verbosity = Int(Int32(truncatingIfNeeded: verbosity))
        return request
    }
}

/// The messages in a stream, and the error at its end.
private struct Requests: Equatable {
    var messages: [WorkRequestDecoder.Message] = []
    var reason: String?

    init(_ bytes: [UInt8], _ format: WorkerFormat, pieces size: Int) {
        var decoder = WorkRequestDecoder(format, largest: 4096)
        do throws(WorkRequestDecoder.Broken) {
            for start in stride(from: 0, to: bytes.count, by: max(1, min(size, bytes.count))) {
                bytes[start..<min(start + max(1, min(size, bytes.count)), bytes.count)].withUnsafeBytes {
                    decoder.append($0)
                }
                while let message = try decoder.next() { messages.append(message) }
            }
            try decoder.finish()
        } catch {
            reason = error.reason
        }
    }
}
