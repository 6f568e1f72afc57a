/// @mockable
class Tree: Plant {
    var leaves = 3
    private(set) var rings: [Int] = [1]
    let age = 7
    convenience init() { self.init(height: 1) }
    override func name() -> String { "tree" }
    func paint(_ n: inout Int) { n += 1 }
    func label<T>(_ value: T) -> String { "\(value)" }
    func wait(_ n: Int) async throws -> (Int, Int) { (n, n) }
    subscript(index: Int) -> Int {
        get { index }
        set { leaves = newValue }
    }
    final func untouched() {}
    class func species() -> String { "oak" }
}

/// @mockable
class Bookshelf<Book>: Shelf<Book> {
    func count(_ books: [Book]) -> Int { books.count }
}

/// @mockable
protocol Styled: Plant { func style(_ n: Int) -> Int }

/// @mockable
class Service: @unchecked Sendable {
    required init() {}
    func go(_ n: Int) async -> Int { n }
}
