struct Failure: Error, Equatable { var code: Int }
struct Item: Hashable, Codable, Sendable { var id = 0 }
typealias Handler = (Int) -> Void

/// @mockable
protocol Functions {
    func plain(bowls: Int, soup: String) -> Bool
    func save(_ item: Item, at path: String) throws
    func fetch(id: Int) async throws -> Item
    func typed(_ n: Int) throws(Failure) -> Item
    func pair() -> (Int, name: String)
    func maker() -> @Sendable (Int) -> String
    func optional(_ n: Int?) -> Int?
    func unwrapped(_ s: String!) -> Int!
    func variadic(_ n: Int..., scale: Double) -> Int
    func aliased(_ body: Handler)
    func aliasedEscaping(_ body: @escaping Handler)
    func each(_ body: (Int) -> Void)
    func map(_ body: (Int) throws -> String) rethrows -> [String]
    func mapLater(_ body: (Int) async throws -> String) async rethrows -> String
    func lazily(_ message: @autoclosure () -> String)
    func callback(_ done: @escaping (Result<Int, Failure>) -> Void)
    func bump(_ n: inout Int, by k: Int) -> Bool
    func existential(_ value: any Equatable) -> any Equatable
    mutating func change(_ n: Int) -> (Int, Int)
    @discardableResult func discard() -> Int
    func compare(_ other: Self) -> Bool
    func copy() -> Self
}

/// @mockable
protocol Overloads {
    func load(id: Int) -> String
    func load(id: String) -> String
    func load(id: Int) -> Int
    func load(name: String) -> String
    func save() -> Int
    func save() async -> Int
    func put<T: Hashable>(_ value: T)
    func put<T: Sequence>(_ value: T)
    static func load(id: Int) -> Bool
}

/// @mockable
protocol Archive: Sendable {
    func read<T>(_ query: (Int) throws -> T) throws -> T
    func read<T: Sendable>(_ query: @escaping @Sendable (Int) throws -> T) async throws -> T
    func load<T>(_ value: T) -> T
    func load<T: Sendable>(_ value: T) async -> T
    func run()
    func run(block: () -> Void)
    func log(level: Int, message: String)
    func log(event: Int, message: String)
    func save(_ table: Int, to path: String)
    @available(*, deprecated) func save(_ table: Int, as path: String)
}
