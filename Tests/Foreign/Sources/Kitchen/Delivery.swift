import AsyncHTTPClient
import Logging
import NIOCore
import NIOHTTP1

/// @mockable(seam: HTTPClientSending, members: execute(_: HTTPClientRequest, timeout: TimeAmount))
extension HTTPClient {}

struct Delivery {
    let client: any HTTPClientSending

    func order(_ url: String) async throws -> String {
        let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(5))
        guard response.status == .ok else { throw DeliveryError.refused }
        return String(buffer: try await response.body.collect(upTo: 1024))
    }
}

enum DeliveryError: Error { case refused }
