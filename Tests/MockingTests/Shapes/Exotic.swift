// swift-format-ignore-file
import Mocking
import Testing

struct File: ~Copyable { var fd: Int }
final class NonSendable { var n = 0 }

/// @mockable
protocol Exotic {
  func bump(_ n: inout Int, by k: Int) -> Bool
  func swapThem(_ a: inout String, _ b: inout [Int])
  func sum(_ ns: Int..., scale: Double) -> Int
  func each(_ body: (Int) -> Void)
  func map(_ body: (Int) throws -> String) rethrows -> [String]
  func lazy(_ message: @autoclosure () -> String, level: Int)
  func lazyEscaping(_ message: @autoclosure @escaping () -> String)
  func callback(_ done: @escaping (Result<Int, MyError>) -> Void)
  func optionalCallback(_ done: ((Int) -> Void)?)
  func sendableCallback(_ done: @escaping @Sendable (Int) async throws -> Void)
  func open(_ f: consuming File) -> Int
  func look(_ f: borrowing File) -> Int
  func make() -> File
  func give(_ x: sending NonSendable)
  func get() -> sending NonSendable
  func borrowString(_ s: borrowing String) -> Int
  func consumeString(_ s: consuming String) -> Int
  func iuo(_ s: String!) -> Int!
  func tuple(_ t: (a: Int, b: String), _ n: Int?) -> (x: Int, y: Int)?
  func compare(_ other: Self) -> Bool
  func copy() -> Self
  @discardableResult func discard(_ n: Int) -> Int
  func asyncEach(_ body: (Int) async -> Void) async
  func optionalInout(_ n: inout Int?) throws(MyError)
}

final class RealExotic: Exotic {
  func bump(_ n: inout Int, by k: Int) -> Bool { n += 100 * k; return false }
  func swapThem(_ a: inout String, _ b: inout [Int]) { a = "real" }
  func sum(_ ns: Int..., scale: Double) -> Int { ns.reduce(0, +) }
  func each(_ body: (Int) -> Void) { body(42) }
  func map(_ body: (Int) throws -> String) rethrows -> [String] { [try body(42)] }
  func lazy(_ message: @autoclosure () -> String, level: Int) { _ = message() }
  func lazyEscaping(_ message: @autoclosure @escaping () -> String) {}
  func callback(_ done: @escaping (Result<Int, MyError>) -> Void) { done(.success(42)) }
  func optionalCallback(_ done: ((Int) -> Void)?) {}
  func sendableCallback(_ done: @escaping @Sendable (Int) async throws -> Void) {}
  func open(_ f: consuming File) -> Int { f.fd }
  func look(_ f: borrowing File) -> Int { f.fd }
  func make() -> File { File(fd: 42) }
  func give(_ x: sending NonSendable) {}
  func get() -> sending NonSendable { NonSendable() }
  func borrowString(_ s: borrowing String) -> Int { s.count }
  func consumeString(_ s: consuming String) -> Int { s.count }
  func iuo(_ s: String!) -> Int! { s.count }
  func tuple(_ t: (a: Int, b: String), _ n: Int?) -> (x: Int, y: Int)? { nil }
  func compare(_ other: RealExotic) -> Bool { self === other }
  func copy() -> Self { self }
  func discard(_ n: Int) -> Int { n }
  func asyncEach(_ body: (Int) async -> Void) async { await body(42) }
  func optionalInout(_ n: inout Int?) throws(MyError) { n = 42 }
}

@Test func exotic() async throws {
  let m = MockExotic()
  given(m).bump(by: 2).will { n, k in n += k; return true }
  var n = 1
  #expect(m.bump(&n, by: 2))
  #expect(n == 3)
  #expect(calls(m).bump().last! == (n: 1, k: 2))
  verify(m).bump(1, by: 2).wasCalled()
  given(m).swapThem().will { a, b in a = "x"; b.append(1) }
  var a = "", b = [0]
  m.swapThem(&a, &b)
  #expect(a == "x" && b == [0, 1])
  given(m).sum([1, 2], scale: 2).willReturn(6)
  #expect(m.sum(1, 2, scale: 2) == 6)
  given(m).each().will { body in body(1); body(2) }
  var seen: [Int] = []
  m.each { seen.append($0) }
  #expect(seen == [1, 2])
  given(m).map().will { body in [try body(1), try body(2)] }
  #expect(m.map { "\($0)" } == ["1", "2"])
  #expect(throws: MyError(code: 1)) { try m.map { _ in throw MyError(code: 1) } }
  given(m).lazy(level: 3).will { message, level in #expect(message() == "msg") }
  m.lazy("msg", level: 3)
  m.lazyEscaping("later")
  #expect(calls(m).lazyEscaping().last?() == "later")
  given(m).callback().will { $0(.success(5)) }
  var got: Int?
  m.callback { got = try? $0.get() }
  #expect(got == 5)
  got = nil
  verify(m).callback(.perform { $0(.success(6)) }).wasCalled()
  #expect(got == 6)
  m.optionalCallback(nil)
  m.optionalCallback { _ in }
  verify(m).optionalCallback(nil).wasCalled()
  verify(m).optionalCallback(.notNil).wasCalled()
  given(m).open().will { f in f.fd + 1 }
  #expect(m.open(File(fd: 1)) == 2)
  given(m).look().will { f in f.fd + 2 }
  #expect(m.look(File(fd: 1)) == 3)
  given(m).make().will { File(fd: 9) }
  #expect(m.make().fd == 9)
  verify(m).make().wasCalled()
  given(m).iuo("a").willReturn(4)
  #expect(m.iuo("a") == 4)
  given(m).tuple(.where { $0.a == 1 }, 3).willReturn((x: 1, y: 2))
  #expect(m.tuple((a: 1, b: ""), 3)?.y == 2)
  #expect(m.tuple((a: 2, b: ""), 3) == nil)
  m.discard(2)
  given(m).copy().willReturn(m)
  #expect(m.copy() === m)
  given(m).compare(.identical(to: m)).willReturn(true)
  #expect(m.compare(m))
  m.give(NonSendable())
  verify(m).give().wasCalled()
  given(m).get().willReturn(NonSendable())
  _ = m.get()
  given(m).optionalInout(nil).will { n in n = 3 }
  var o: Int?
  try m.optionalInout(&o)
  #expect(o == 3)
  given(m).asyncEach().will { body in await body(7) }
  nonisolated(unsafe) var t = 0
  await m.asyncEach { t = $0 }
  #expect(t == 7)

  let f = MockExotic(forwardingTo: RealExotic())
  n = 0
  _ = f.bump(&n, by: 1); #expect(n == 100)
  f.each { n = $0 }; #expect(n == 42)
  #expect(f.map { "\($0)" } == ["42"])
  #expect(f.open(File(fd: 5)) == 5)
  #expect(f.look(File(fd: 6)) == 6)
  #expect(f.make().fd == 42)
  #expect(f.borrowString("abc") == 3)
  #expect(f.consumeString("abc") == 3)
}
