import Mocking
import Testing

struct RealFunctions: Functions {
    var changed = 0
    func plain(bowls: Int, soup: String) -> Bool { bowls == 42 }
    func save(_ item: Item, at path: String) throws { throw Failure(code: item.id) }
    func fetch(id: Int) async throws -> Item { Item(id: id) }
    func typed(_ n: Int) throws(Failure) -> Item { throw Failure(code: n) }
    func pair() -> (Int, name: String) { (42, "real") }
    func maker() -> @Sendable (Int) -> String { { "\($0)" } }
    func optional(_ n: Int?) -> Int? { n }
    func unwrapped(_ s: String!) -> Int! { s.count }
    func variadic(_ n: Int..., scale: Double) -> Int { n.count }
    func aliased(_ body: Handler) { body(42) }
    func aliasedEscaping(_ body: @escaping Handler) { body(43) }
    func each(_ body: (Int) -> Void) { body(44) }
    func map(_ body: (Int) throws -> String) rethrows -> [String] { [try body(45)] }
    func mapLater(_ body: (Int) async throws -> String) async rethrows -> String { try await body(46) }
    func lazily(_ message: @autoclosure () -> String) { _ = message() }
    func callback(_ done: @escaping (Result<Int, Failure>) -> Void) { done(.success(47)) }
    func bump(_ n: inout Int, by k: Int) -> Bool {
        n += 100 * k
        return true
    }
    func existential(_ value: any Equatable) -> any Equatable { value }
    mutating func change(_ n: Int) -> (Int, Int) {
        changed += n
        return (changed, n)
    }
    func discard() -> Int { 48 }
    func compare(_ other: RealFunctions) -> Bool { true }
    func copy() -> RealFunctions { self }
}

@Suite struct FunctionTests {
    @Test func `stubs answer, and the newest matching one wins`() throws {
        let mock = MockFunctions()
        given(mock).plain().willReturn(false)
        given(mock).plain(bowls: 2, soup: .equal("miso")).willReturn(true)
        #expect(mock.plain(bowls: 2, soup: "miso"))
        #expect(!mock.plain(bowls: 3, soup: "miso"))
        verify(mock).plain(bowls: 2).wasCalled()
        #expect(calls(mock).plain().last?.bowls == 3)
        given(mock).save(at: "full").willThrow(Failure(code: 1))
        #expect(throws: Failure(code: 1)) { try mock.save(Item(), at: "full") }
        given(mock).typed(3).willThrow(Failure(code: 3))
        #expect(throws: Failure(code: 3)) { try mock.typed(3) }
    }

    @Test func `unstubbed calls return values that can be made`() async throws {
        let mock = MockFunctions()
        #expect(mock.pair() == (0, ""))
        #expect(mock.maker()(3) == "")
        #expect(mock.optional(3) == nil)
        #expect(mock.unwrapped("a") == nil)
        #expect(mock.change(3) == (0, 0))
        mock.discard()
        verify(mock).change(3).wasCalled()
        verify(mock).optional(3).wasCalled()
    }

    @Test func `closures that do not escape reach the stub`() async throws {
        let mock = MockFunctions()
        var seen: [Int] = []
        given(mock).aliased().will { body in body(1) }
        given(mock).each().will { body in body(2) }
        mock.aliased { seen.append($0) }
        mock.each { seen.append($0) }
        #expect(seen == [1, 2])
        given(mock).map().will { body in [try body(1), try body(2)] }
        #expect(mock.map { "\($0)" } == ["1", "2"])
        #expect(throws: Failure(code: 1)) { try mock.map { _ in throw Failure(code: 1) } }
        given(mock).mapLater().will { body in try await body(5) }
        #expect(await mock.mapLater { "\($0)" } == "5")
        var message = ""
        given(mock).lazily().will { message = $0() }
        mock.lazily("late")
        #expect(message == "late")
        verify(mock).each().wasCalled()
    }

    @Test func `escaping closures are recorded`() {
        let mock = MockFunctions()
        var got: [Int] = []
        given(mock).callback().will { $0(.success(5)) }
        mock.callback { got.append((try? $0.get()) ?? 0) }
        mock.aliasedEscaping { got.append($0) }
        calls(mock).aliasedEscaping().last?(6)
        #expect(got == [5, 6])
    }

    @Test func `inout, variadic and Self parameters are stubbed`() {
        let mock = MockFunctions()
        given(mock).bump(by: 2).will { n, k in
            n += k
            return true
        }
        var n = 1
        #expect(mock.bump(&n, by: 2))
        #expect(n == 3)
        #expect(calls(mock).bump().last?.n == 1)
        given(mock).variadic([1, 2], scale: 2).willReturn(6)
        #expect(mock.variadic(1, 2, scale: 2) == 6)
        given(mock).compare(.identical(to: mock)).willReturn(true)
        #expect(mock.compare(mock))
        given(mock).copy().willReturn(mock)
        #expect(mock.copy() === mock)
        given(mock).existential(.where { $0 as? Int == 3 }).willReturn("three")
        #expect(mock.existential(3) as? String == "three")
    }

    @Test func `calls are forwarded`() async throws {
        let mock = MockFunctions(forwardingTo: RealFunctions())
        #expect(mock.plain(bowls: 42, soup: ""))
        #expect(throws: Failure(code: 2)) { try mock.save(Item(id: 2), at: "") }
        #expect(throws: Failure(code: 4)) { try mock.typed(4) }
        #expect(try await mock.fetch(id: 9) == Item(id: 9))
        #expect(mock.pair() == (42, name: "real"))
        var n = 0
        _ = mock.bump(&n, by: 2)
        #expect(n == 200)
        mock.each { n = $0 }
        #expect(n == 44)
        mock.aliased { n = $0 }
        #expect(n == 42)
        #expect(mock.map { "\($0)" } == ["45"])
        #expect(await mock.mapLater { "\($0)" } == "46")
        #expect(mock.change(2) == (2, 2))
        #expect(mock.change(3) == (5, 3))
    }

    @Test func `overloads are told apart`() async {
        let mock = MockOverloads()
        given(mock).load(id: 1).willReturn("text")
        given(mock).load(id: 1).willReturn(11)
        given(mock).load(id: "a").willReturn("by name")
        let text: String = mock.load(id: 1)
        let number: Int = mock.load(id: 1)
        #expect(text == "text" && number == 11)
        #expect(mock.load(id: "a") == "by name")
        verify(mock).load(id: 1).returning(Int.self).wasCalled()
        given(mock).save().willReturn(7)
        #expect(mock.save() == 7)
        mock.put(1)
        given(MockOverloads.statics).load(id: 3).willReturn(true)
        #expect(MockOverloads.load(id: 3))
    }

    @Test func `an asynchronous member beside a synchronous one is selected by a word`() async throws {
        let archive = MockArchive()
        given(archive).read().willReturn("synchronous")
        given(archive).read(.any, .async).willReturn("asynchronous")
        func read() throws -> String { try archive.read { "\($0)" } }
        #expect(try read() == "synchronous")
        #expect(try await archive.read { @Sendable in "\($0)" } == "asynchronous")
        given(archive).load(.any, .async).willReturn(2)
        given(archive).load(.any).willReturn(1)
        func load() -> Int { archive.load(0) }
        #expect(load() == 1)
        #expect(await archive.load(0) == 2)
        verify(archive).load(.equal(0)).wasCalled()
        verify(archive).load(.equal(0), .async).wasCalled()
        #expect(calls(archive).load(.any(Int.self), .async).count == 1)
        #expect(
            history(archive).map(\.description) == [
                #"read(not recorded) returned "synchronous""#, #"await read(a closure) returned "asynchronous""#,
                "load(0) returned 1", "await load(0) returned 2",
            ])
        #expect(history(archive).map(\.member) == ["read(_:)", "read(_:) async", "load(_:)", "load(_:) async"])
    }

    @Test func `a closure that is not recorded has a matcher where the name alone says too little`() {
        let archive = MockArchive()
        given(archive).run(block: .any).will { $0() }
        var count = 0
        archive.run { count += 1 }
        archive.run()
        #expect(count == 1)
        verify(archive).run().wasCalled()
        verify(archive).run(block: .any).wasCalled()
    }

    @Test func `overloads require only the matchers that distinguish them`() {
        let archive = MockArchive()
        archive.log(event: 1, message: "a")
        archive.save(1, to: "b")
        verify(archive).log(event: 1).wasCalled()
        verify(archive).log(level: .any).wasNeverCalled()
        verify(archive).save().wasCalled()
    }
}
