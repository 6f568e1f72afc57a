// swift-format-ignore-file
import Mocking
import Testing

/// @mockable
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
