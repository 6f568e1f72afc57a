import ControlChannel

/// Requests that no endpoint describes: a client sends what it likes.
extension ControlClient {
    func get(_ target: String) throws(ClientFailure) -> [UInt8] { try exchange(.get, target) }

    func post(_ target: String) throws(ClientFailure) -> [UInt8] { try exchange(.post, target) }

    func post(_ target: String, _ body: some Encodable) throws -> [UInt8] {
        try exchange(.post, target, body: WireFormat.encode(body))
    }

    func delete(_ target: String) throws(ClientFailure) -> [UInt8] { try exchange(.delete, target) }
}
