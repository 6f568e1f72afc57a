internal import ControlChannel
internal import MockEngine

extension WorkRequest {
    /// Decodes a message of protocol buffers.
    init(protocolBuffer message: UnsafeRawBufferPointer) throws(MalformedRequest) {
        self.init()
        var reader = ProtocolBufferReader(message)
        var areTextsValid = true
        func text(_ bytes: UnsafeRawBufferPointer) -> String {
            if let text = String(validating: bytes, as: UTF8.self) { return text }
            areTextsValid = false
            return ""
        }
        do throws(ProtocolBufferReader.Damaged) {
            while let (field, value) = try reader.next() {
                switch (field, value) {
                case (1, .bytes(let bytes)): arguments.append(text(bytes))
                case (2, .bytes(let bytes)): inputs.append(try Self.input(bytes, text))
                case (3, .number(let number)): id = Int(Int32(truncatingIfNeeded: number))
                case (4, .number(let number)): isCancellation = number != 0
                case (5, .number(let number)): verbosity = Int(Int32(truncatingIfNeeded: number))
                case (6, .bytes(let bytes)): sandbox = text(bytes)
                default: break
                }
            }
        } catch {
            throw MalformedRequest(id: id, reason: "it is no message of protocol buffers")
        }
        // Read to its end first, because the number of the request stands behind its texts.
        guard areTextsValid else { throw MalformedRequest(id: id, reason: "it has a text that is not UTF-8") }
    }

    private static func input(
        _ message: UnsafeRawBufferPointer, _ text: (UnsafeRawBufferPointer) -> String
    ) throws(ProtocolBufferReader.Damaged) -> RequestInput {
        var input = RequestInput(path: "", digest: [])
        var reader = ProtocolBufferReader(message)
        while let (field, value) = try reader.next() {
            switch (field, value) {
            case (1, .bytes(let bytes)): input.path = text(bytes)
            case (2, .bytes(let bytes)): input.digest = Array(bytes)
            default: break
            }
        }
        return input
    }
}

extension WorkRequest {
    /// The request as a message of protocol buffers, behind its length.
    var protocolBuffer: [UInt8] {
        var message = ProtocolBufferWriter()
        for argument in arguments { message.add(1, bytes: Array(argument.utf8), isElement: true) }
        for input in inputs {
            var element = ProtocolBufferWriter()
            element.add(1, bytes: Array(input.path.utf8))
            element.add(2, bytes: input.digest)
            message.add(2, bytes: element.bytes, isElement: true)
        }
        message.add(3, number: id)
        message.add(4, number: isCancellation ? 1 : 0)
        message.add(5, number: verbosity)
        message.add(6, bytes: Array(sandbox.utf8))
        return ProtocolBufferWriter.delimited(message.bytes)
    }
}

extension WorkRequest {
    private struct Fields: Decodable {
        struct Input: Decodable {
            var path: String?
            var digest: String?
        }

        var arguments: [String]?
        var inputs: [Input]?
        var requestId: Int?
        var cancel: Bool?
        var verbosity: Int?
        var sandboxDir: String?
    }

    private struct Number: Decodable {
        var requestId: Int?
    }

    /// Decodes an object of JSON.
    init(json message: some Collection<UInt8>) throws(MalformedRequest) {
        self.init()
        do {
            let fields = try WireFormat.decode(Fields.self, from: message)
            arguments = fields.arguments ?? []
            inputs = (fields.inputs ?? []).map {
                RequestInput(path: $0.path ?? "", digest: Array(($0.digest ?? "").utf8))
            }
            id = fields.requestId ?? 0
            isCancellation = fields.cancel ?? false
            verbosity = fields.verbosity ?? 0
            sandbox = fields.sandboxDir ?? ""
        } catch {
            let number = try? WireFormat.decode(Number.self, from: message)
            throw MalformedRequest(id: number?.requestId ?? 0, reason: "it is no request in JSON")
        }
    }
}
