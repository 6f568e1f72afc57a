import GRDB

/// @mockable(seam: DatabaseReading, members: read(_:), write(_:))
extension DatabaseQueue {}

struct Book {
    let database: any DatabaseReading

    func add(_ recipe: String) async throws {
        try await database.write { try $0.execute(sql: "INSERT INTO recipe (name) VALUES (?)", arguments: [recipe]) }
    }

    func count() throws -> Int {
        try database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM recipe") ?? 0 }
    }
}
