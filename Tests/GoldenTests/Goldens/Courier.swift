protocol Parcel: AnyObject { var weight: Int { get } }

/// @mockable
protocol Courier: Actor {
    func carry(_ box: Box, with other: Box) async -> Box?
    func weigh(_ box: Box, times: Int) async throws(Failure) -> Int
    func wrap<Content: Hashable>(_ content: Content, in box: Box) async throws -> [Content: Box]
    func hand(over box: Box, _ done: @escaping @Sendable (Int) -> Void) async -> any Parcel
    func pick(_ boxes: [Box], by name: String) async -> AnyObject
    func next() async -> Box
    @concurrent func plan(_ count: Int, name: String) async -> [String]
    nonisolated func label(_ box: Box, number: Int) -> String
}

/// @mockable
protocol Packs {
    func count<each Item>(_ items: repeat each Item) -> Int
    func pass<each Item>(_ items: repeat each Item) async throws -> (repeat each Item)
    func sort<each Key: Hashable, Value>(_ value: Value, by keys: repeat each Key) throws(Failure) -> [Value]
}

/// @mockable
protocol Catalog<Entry> {
    associatedtype Entry: Hashable
    func find<Entry>(_ entry: Self.Entry, like other: Entry) -> Entry? where Entry == Self.Entry
    func sections<Key: Hashable>(_ key: (Entry) throws -> Key) rethrows -> [Key: [Entry]]
    var later: [Entry] { get async throws }
    static func make(_ entries: Entry...) -> Int
    static subscript(index: Int) -> String { get set }
}
