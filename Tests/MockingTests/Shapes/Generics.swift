// swift-format-ignore-file
import Mocking
import Testing

protocol Generics: Sendable {
  func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T
  func track<E: Encodable & Sendable>(_ event: E, tags: [String])
  func convert<A, B>(_ a: A, to: B.Type) -> B? where A: Hashable, B: Collection, B.Element == A
  func make<T>() -> T
  func take(some s: some Sequence<Int>) -> Int
  func existential(_ e: any Equatable) -> any Equatable
  func all<each T>(_ values: repeat each T) -> (repeat each T)
  func fetchAll<T: Decodable & Sendable>(of type: T.Type) async throws -> [T]
}

final class MockGenerics: Generics, ProtocolMock {
  func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
    return try mocking.call("decode(_:from:)", (type: type, text: text)) { try $0.decode(type, from: text) }
  }
  func track<E: Encodable & Sendable>(_ event: E, tags: [String]) {
    return mocking.call("track(_:tags:)", (event: event, tags: tags)) { $0.track(event, tags: tags) }
  }
  func convert<A, B>(_ a: A, to: B.Type) -> B? where A: Hashable, B: Collection, B.Element == A {
    return mocking.call("convert(_:to:)", (a: a, to: to)) { $0.convert(a, to: to) }
  }
  func make<T>() -> T {
    return mocking.call("make()", ()) { $0.make() }
  }
  func take<S: Sequence<Int>>(some s: S) -> Int {
    return mocking.call("take(some:)", s) { $0.take(some: s) }
  }
  func existential(_ e: any Equatable) -> any Equatable {
    return mocking.call("existential(_:)", e as any Equatable) { $0.existential(e) }
  }
  func all<each T>(_ values: repeat each T) -> (repeat each T) {
    return mocking.call("all(_:)", (repeat each values)) { $0.all(repeat each values) }
  }
  func fetchAll<T: Decodable & Sendable>(of type: T.Type) async throws -> [T] {
    return try await mocking.callAsync("fetchAll(of:)", type) { try await $0.fetchAll(of: type) }
  }

  nonisolated struct MockMembers<MockMode>: MemberSet {
    let mocking: MockState<any Generics>
    func decode<T: Decodable>(_ type: Matcher<T.Type> = .any, from text: Matcher<String> = .any) -> Clause<MockMode, (type: T.Type, text: String), T, any Error> { .init(mocking, "decode(_:from:)", type, text) }
    func track() -> AnyClause<MockMode> { .init(mocking, "track(_:tags:)") }
    func decode() -> AnyClause<MockMode> { .init(mocking, "decode(_:from:)") }
    func track<E: Encodable & Sendable>(_ event: Matcher<E>, tags: Matcher<[String]> = .any) -> Clause<MockMode, (event: E, tags: [String]), Void, Never> { .init(mocking, "track(_:tags:)", event, tags) }
    func convert<A, B>(_ a: Matcher<A>, to: Matcher<B.Type>) -> Clause<MockMode, (a: A, to: B.Type), B?, Never> where A: Hashable, B: Collection, B.Element == A { .init(mocking, "convert(_:to:)", a, to) }
    func make<T>() -> Clause<MockMode, Void, T, Never> { .init(mocking, "make()") }
    func take<S: Sequence<Int>>(some s: Matcher<S>) -> Clause<MockMode, S, Int, Never> { .init(mocking, "take(some:)", s) }
    func existential(_ e: Matcher<any Equatable> = .any) -> Clause<MockMode, any Equatable, any Equatable, Never> { .init(mocking, "existential(_:)", e) }
    func all<each T>(_ values: repeat Matcher<each T>) -> Clause<MockMode, (repeat each T), (repeat each T), Never> { .init(mocking, "all(_:)", all: repeat each values) }
    func fetchAll<T: Decodable & Sendable>(of type: Matcher<T.Type>) -> AsyncClause<MockMode, T.Type, [T], any Error> { .init(mocking, "fetchAll(of:)", type) }
  }
  nonisolated let mocking: MockState<any Generics>
  nonisolated init(mocking: MockState<any Generics>) { self.mocking = mocking }
  typealias MockGiven = MockMembers<SendableStubbing<any Generics>>
  typealias MockVerify = MockMembers<Verifying>
  typealias MockCalls = MockMembers<Recording>
}
struct RealGenerics: Generics {
  func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T { throw MyError(code: 1) }
  func track<E: Encodable & Sendable>(_ event: E, tags: [String]) {}
  func convert<A, B>(_ a: A, to: B.Type) -> B? where A: Hashable, B: Collection, B.Element == A { nil }
  func make<T>() -> T { fatalError() }
  func take(some s: some Sequence<Int>) -> Int { s.reduce(0, +) }
  func existential(_ e: any Equatable) -> any Equatable { e }
  func all<each T>(_ values: repeat each T) -> (repeat each T) { (repeat each values) }
  func fetchAll<T: Decodable & Sendable>(of type: T.Type) async throws -> [T] { [] }
}

struct Ev: Codable, Equatable, Sendable { var n: Int }
@Test func generics() async throws {
  let m = MockGenerics()
  given(m).decode(.type(Ev.self)).willReturn(Ev(n: 1))
  given(m).decode().willReturn(7 as Int)
  #expect(try m.decode(Ev.self, from: "") == Ev(n: 1))
  #expect(try m.decode(Int.self, from: "") == 7)
  m.track(Ev(n: 1), tags: ["a"])
  m.track("str", tags: [])
  verify(m).track(.equal(Ev(n: 1))).wasCalled()
  verify(m).track(.any(Ev.self)).wasCalled()
  verify(m).track(.equal("str"), tags: []).wasCalled()
  verify(m).track().wasCalled(2)
  #expect((calls(m).track().last as? (event: String, tags: [String]))?.event == "str")
  let h = MockGenerics()
  given(h).decode().will { args in
    if args is (type: Int.Type, text: String) { return 5 }
    throw MyError(code: 1)
  }
  #expect(try h.decode(Int.self, from: "") == 5)
  #expect(throws: MyError(code: 1)) { try h.decode(Ev.self, from: "") }
  given(m).make().willReturn("made")
  #expect(m.make() as String == "made")
  #expect(m.make() as Int == 0)
  given(m).convert("k", to: .type([String].self)).willReturn(["z"])
  #expect(m.convert("k", to: [String].self) == ["z"])
  given(m).take(some: .equal([1, 2])).willReturn(5)
  #expect(m.take(some: [1, 2]) == 5)
  given(m).existential(.where { $0 as? Int == 3 }).willReturn("three")
  #expect(m.existential(3) as? String == "three")
  given(m).all("a", 2).willReturn(("b", 3))
  #expect(m.all("a", 2) == ("b", 3))
  given(m).fetchAll(of: .type(Ev.self)).willReturn([Ev(n: 5)])
  #expect(try await m.fetchAll(of: Ev.self) == [Ev(n: 5)])
  #expect(try await m.fetchAll(of: Int.self) == [])
  let f = MockGenerics(forwardingTo: RealGenerics())
  #expect(f.take(some: [3, 4]) == 7)
  #expect(f.all(1, "x") == (1, "x"))
}
