import GRDB
import Mocking
import Testing

@testable import Kitchen

@Test func `DatabaseQueue: a database that cannot be read, and a real one`() async throws {
    let queue = try DatabaseQueue()
    try await queue.write { try $0.execute(sql: "CREATE TABLE recipe (name TEXT)") }
    let database = MockDatabaseReading(forwardingTo: queue)
    let book = Book(database: database)
    try await book.add("ramen")
    #expect(try book.count() == 1)
    given(database).read(.any).returning(Int.self).willThrow(DatabaseError(resultCode: .SQLITE_BUSY))
    #expect(throws: DatabaseError.self) { try book.count() }
    verify(database).read(.any).returning(Int.self).wasCalled(2)
}
