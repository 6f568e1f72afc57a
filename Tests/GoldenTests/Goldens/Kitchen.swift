// swift-format-ignore-file
// The types of the examples in the manual of the library.

/// @mockable
protocol Cook: Sendable {
    func ramen(bowls: Int, soup: String) -> Bool
    func fetch(id: Int) async throws -> String
    func save(_ text: String) throws
    var name: String { get set }
}

/// @mockable
protocol Till: Sendable { func pay() }

/// @mockable
protocol Stock: Sendable { subscript(item: String) -> Int { get } }

/// @mockable
protocol Menu { static func dish(_ number: Int) -> String }

struct Refused: Error {}
struct NotFound: Error {}
struct RealCook: Cook {
    var name = "Ann"
    func ramen(bowls: Int, soup: String) -> Bool { bowls < 5 }
    func fetch(id: Int) async throws -> String { "real dish \(id)" }
    func save(_ text: String) throws {}
}
