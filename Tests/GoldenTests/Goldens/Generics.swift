/// @mockable
protocol Generics: Sendable {
    func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T
    func convert<A, B>(_ a: A, to b: B.Type) -> B? where A: Hashable, B: Collection, B.Element == A
    func take(some values: some Sequence<Int>) -> Int
    func all<each T>(_ values: repeat each T) -> (repeat each T)
    func mixed<each T>(n: Int, _ values: repeat each T)
    func rethrow<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T
}

/// @mockable
protocol Store<Key, Value> {
    associatedtype Key: Hashable
    associatedtype Value
    func value(for key: Key) -> Value?
    mutating func set(_ value: Value, for key: Key)
    var all: [Value] { get }
}

/// @mockable
protocol IntStore: Store where Key == String, Value == Int {
    func clear()
}

/// @mockable
protocol Queue {
    associatedtype Element
    associatedtype Slice: Sequence where Slice.Element == Element
    func push(_ element: Element)
    func slice(_ count: Int) -> Slice
}

/// @mockable
protocol Numbers: Sequence where Element == Int { func total() -> Int }

/// @mockable
protocol Tag: RawRepresentable, ExpressibleByStringLiteral where RawValue == String {}

/// @mockable
protocol Record: Identifiable where ID == String { var title: String { get } }
