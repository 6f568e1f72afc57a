import Mocking
import Testing

final class Crate: Parcel {
    let weight: Int
    init(weight: Int) { self.weight = weight }
}

actor RealCourier: Courier {
    private var carried = 0
    func carry(_ box: Box, with other: Box) -> Box? {
        carried += box.n + other.n
        let both = Box()
        both.n = carried
        return both
    }
    func weigh(_ box: Box, times: Int) throws(Failure) -> Int {
        guard times > 0 else { throw Failure(code: times) }
        return box.n * times
    }
    func wrap<Content: Hashable>(_ content: Content, in box: Box) -> [Content: Box] { [content: box] }
    func hand(over box: Box, _ done: @escaping @Sendable (Int) -> Void) -> any Parcel {
        done(box.n)
        return Crate(weight: box.n + 1)
    }
    func pick(_ boxes: [Box], by name: String) -> AnyObject { boxes.first { $0.n == name.count } ?? Box() }
    func next() -> Box { Box() }
    @concurrent func plan(_ count: Int, name: String) async -> [String] { Array(repeating: name, count: count) }
    nonisolated func label(_ box: Box, number: Int) -> String { "\(box.n)/\(number)" }
}

struct RealPacks: Packs {
    func count<each Item>(_ items: repeat each Item) -> Int {
        var count = 0
        for _ in repeat each items { count += 1 }
        return count
    }
    func pass<each Item>(_ items: repeat each Item) async throws -> (repeat each Item) { (repeat each items) }
    func sort<each Key: Hashable, Value>(_ value: Value, by keys: repeat each Key) throws(Failure) -> [Value] {
        throw Failure(code: count(repeat each keys))
    }
}

struct RealCatalog: Catalog {
    var entries = ["a", "bb"]
    func find(_ entry: String, like other: String) -> String? { entries.first { $0 == entry } }
    func sections<Key: Hashable>(_ key: (String) throws -> Key) rethrows -> [Key: [String]] {
        try Dictionary(grouping: entries, by: key)
    }
    var later: [String] { get async throws { entries } }
    static func make(_ entries: String...) -> Int { entries.count }
    static subscript(index: Int) -> String {
        get { "\(index)" }
        set {}
    }
}

struct RealGenerics: Generics {
    func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T { throw Failure(code: text.count) }
    func convert<A, B>(_ a: A, to b: B.Type) -> B? where A: Hashable, B: Collection, B.Element == A { nil }
    func take(some values: some Sequence<Int>) -> Int { values.reduce(0, +) }
    func all<each T>(_ values: repeat each T) -> (repeat each T) { (repeat each values) }
    func mixed<each T>(n: Int, _ values: repeat each T) {}
    func rethrow<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T { try body() }
}

struct RealOwnership: Ownership {
    func open(_ file: consuming File) -> Int { file.descriptor }
    func look(_ file: borrowing File, times: Int) throws -> Int {
        guard times > 0 else { throw Failure(code: 1) }
        return file.descriptor * times
    }
    func make() -> File { File(descriptor: 5) }
    func makeLater() async throws -> File { File(descriptor: 6) }
    func give(_ box: sending Box, n: Int) -> Int { box.n + n }
    func back() -> sending Box { Box() }
    func borrow(_ text: borrowing String) -> Int { text.count }
    func consume(_ text: consuming String) -> Int { text.count + 1 }
    func generic<T: ~Copyable>(_ value: borrowing T) -> Int { 8 }
    func sum(_ values: Span<Int>) -> Int {
        var sum = 0
        for index in values.indices { sum += values[index] }
        return sum
    }
    var file: File {
        get { File(descriptor: 9) }
        set {}
    }
}

@MainActor final class RealScreen: Screen {
    var shown: [String] = []
    func show(_ title: String, box: Box) -> Bool {
        shown.append(title)
        return true
    }
    func load(_ box: Box) async throws -> Box { box }
    var title = "real"
    nonisolated func log(_ text: String) {}
}

@Database final class RealTable: Table {
    var name = "real"
    func insert(_ row: String) throws -> Int {
        guard !row.isEmpty else { throw Failure(code: 0) }
        return row.count
    }
}

struct RealSink: Sink {
    func take(_ box: Box) -> Box? { box }
    func run(_ box: Box, isolation: isolated (any Actor)?) async -> Int { box.n + 1 }
    nonisolated(nonsending) func stay(_ box: Box) async -> Int { box.n + 2 }
    @concurrent func go(_ n: Int) async -> Int { n + 3 }
    @MainActor func draw(_ n: Int) -> Int { n + 4 }
}

/// Member shapes whose generated code is only proved correct by a complete forwarded call.
@Suite struct ForwardedShapeTests {
    @Test func `an actor takes several values and returns values that are not sendable`() async throws {
        let mock = MockCourier(forwardingTo: RealCourier())
        let answers = try await answers(of: mock)
        #expect(answers == ["4", "8", "same", "1", "same", "0"])
        await #expect(throws: Failure(code: 0)) { try await mock.weigh(Box(), times: 0) }
        #expect(await mock.plan(2, name: "a") == ["a", "a"])
        #expect(mock.label(Box(), number: 3) == "0/3")
        verify(mock).weigh(times: 2).wasCalled()
        verify(mock).wrap(.equal("a")).wasCalled()
        verify(mock).plan(2, name: "a").wasCalled()
        #expect(calls(mock).carry().last?.other.n == 0)
    }

    /// Only code on the actor may pass it values that are not sendable, and read its results.
    private func answers(of courier: isolated MockCourier) async throws -> [String] {
        let box = Box()
        box.n = 4
        let carried = await courier.carry(box, with: Box())?.n ?? -1
        let weight = try await courier.weigh(box, times: 2)
        let wrapped = try await courier.wrap("a", in: box)["a"]
        let parcel = await courier.hand(over: Box()) { _ in }
        let picked = await courier.pick([box], by: "four")
        let next = await courier.next().n
        return [
            "\(carried)", "\(weight)", wrapped === box ? "same" : "other", "\(parcel.weight)",
            picked === box ? "same" : "other", "\(next)",
        ]
    }

    @Test func `stubs come before the target of forwarded calls`() async throws {
        let mock = MockCourier(forwardingTo: RealCourier())
        given(mock).weigh(times: 1).willReturn(100)
        given(mock).weigh(times: 3).willThrow(Failure(code: 3))
        given(mock).hand().willReturn(Crate(weight: 50))
        given(mock).label(number: 1).will { _, number in "stub \(number)" }
        #expect(try await mock.weigh(Box(), times: 1) == 100)
        await #expect(throws: Failure(code: 3)) { try await mock.weigh(Box(), times: 3) }
        #expect(await weight(of: mock) == 50)
        #expect(mock.label(Box(), number: 1) == "stub 1")
        #expect(mock.label(Box(), number: 2) == "0/2")
    }

    private func weight(of courier: isolated MockCourier) async -> Int {
        await courier.hand(over: Box()) { _ in }.weight
    }

    @Test func `parameter packs`() async throws {
        let mock = MockPacks(forwardingTo: RealPacks())
        #expect(mock.count(1, "a", true) == 3)
        #expect(mock.count() == 0)
        #expect(try await mock.pass(1, "a") == (1, "a"))
        #expect(throws: Failure(code: 2)) { try mock.sort(1, by: "a", 2) }
        given(mock).count(.equal(1), .equal(2)).willReturn(20)
        #expect(mock.count(1, 2) == 20)
        #expect(mock.count(1, 3) == 2)
        verify(mock).count(.equal(1), .equal("a"), .equal(true)).wasCalled()
        verify(mock).pass(.equal(1), .equal("a")).wasCalled()
    }

    @Test func `associated types that generic parameters hide, and closures over them`() async throws {
        let mock = MockCatalog<String>(forwardingTo: RealCatalog())
        #expect(mock.find("bb", like: "") == "bb")
        #expect(mock.sections(\.count) == [1: ["a"], 2: ["bb"]])
        #expect(throws: Failure(code: 1)) { try mock.sections { _ -> Int in throw Failure(code: 1) } }
        #expect(try await mock.later == ["a", "bb"])
        given(mock).find("a").willReturn("stub")
        given(mock).later.willThrow(Failure(code: 2))
        #expect(mock.find("a", like: "") == "stub")
        await #expect(throws: Failure(code: 2)) { try await mock.later }
        let statics = MockCatalog<String>.statics
        given(statics).make().willReturn(7)
        given(statics)[1].willReturn("one")
        #expect(MockCatalog<String>.make("a", "b") == 7)
        #expect(MockCatalog<String>[1] == "one")
        verify(statics).make(["a", "b"]).wasCalled()
    }

    @Test func `generic members`() throws {
        let mock = MockGenerics(forwardingTo: RealGenerics())
        #expect(throws: Failure(code: 3)) { try mock.decode(Int.self, from: "abc") }
        #expect(mock.take(some: [1, 2, 3]) == 6)
        #expect(mock.all(1, "a") == (1, "a"))
        #expect(mock.rethrow { 5 } == 5)
        #expect(throws: Failure(code: 4)) { try mock.rethrow { () throws(Failure) -> Int in throw Failure(code: 4) } }
        mock.mixed(n: 2, "a")
        verify(mock).mixed(n: 2, .equal("a")).wasCalled()
    }

    @Test func `values that are borrowed, consumed or returned`() async throws {
        let mock = MockOwnership(forwardingTo: RealOwnership())
        #expect(mock.open(File(descriptor: 2)) == 2)
        #expect(try mock.look(File(descriptor: 2), times: 3) == 6)
        #expect(throws: Failure(code: 1)) { try mock.look(File(descriptor: 2), times: 0) }
        #expect(mock.make().descriptor == 5)
        #expect(try await mock.makeLater().descriptor == 6)
        #expect(mock.give(Box(), n: 3) == 3)
        #expect(mock.back().n == 0)
        #expect(mock.borrow("abc") == 3)
        #expect(mock.consume("abc") == 4)
        #expect(mock.generic(File(descriptor: 0)) == 8)
        #expect(mock.sum([1, 2, 3].span) == 6)
        verify(mock).sum().wasCalled()
        verify(mock).look(times: 3).wasCalled()
    }

    @MainActor @Test func `members of the main actor`() async throws {
        let real = RealScreen()
        let mock = MockScreen(forwardingTo: real)
        #expect(mock.show("a", box: Box()))
        #expect(real.shown == ["a"])
        let box = Box()
        #expect(try await mock.load(box) === box)
        #expect(mock.title == "real")
        mock.title = "new"
        #expect(real.title == "new")
        verify(mock).title(set: "new").wasCalled()
    }

    @Database @Test func `members of another global actor`() throws {
        let real = RealTable()
        let mock = MockTable(forwardingTo: real)
        #expect(try mock.insert("abc") == 3)
        #expect(throws: Failure(code: 0)) { try mock.insert("") }
        mock.name = "new"
        #expect(real.name == "new" && mock.name == "new")
        verify(mock).insert("abc").wasCalled()
    }

    @Test func `members that run on their caller's actor, leave it, or run on another`() async {
        let mock = MockSink(forwardingTo: RealSink())
        #expect(mock.take(Box()) != nil)
        #expect(await mock.run(Box(), isolation: MainActor.shared) == 1)
        #expect(await mock.stay(Box()) == 2)
        #expect(await mock.go(1) == 4)
        #expect(await mock.draw(1) == 5)
        verify(mock).draw(1).wasCalled()
    }
}
