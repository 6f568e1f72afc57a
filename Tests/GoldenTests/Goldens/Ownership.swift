struct File: ~Copyable { var descriptor: Int }
final class Box { var n = 0 }

/// @mockable
protocol Ownership {
    func open(_ file: consuming File) -> Int
    func look(_ file: borrowing File, times: Int) throws -> Int
    func make() -> File
    func makeLater() async throws -> File
    func give(_ box: sending Box, n: Int) -> Int
    func back() -> sending Box
    func borrow(_ text: borrowing String) -> Int
    func consume(_ text: consuming String) -> Int
    func generic<T: ~Copyable>(_ value: borrowing T) -> Int
    func sum(_ values: Span<Int>) -> Int
    var file: File { get set }
}

/// @mockable
protocol Unique: ~Copyable {
    func count() -> Int
    consuming func finish()
}
