import Foundation
import FoundationNetworking

/// @mockable(seam: HTTPSession, members: data(for:))
extension URLSession {}

struct Weather {
    let session: any HTTPSession

    func forecast(_ url: URL) async throws -> String {
        let (data, _) = try await session.data(for: URLRequest(url: url))
        return String(decoding: data, as: UTF8.self)
    }
}
