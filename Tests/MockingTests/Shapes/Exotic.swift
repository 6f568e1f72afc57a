// swift-format-ignore-file
import Mocking
import Testing

struct File: ~Copyable { var fd: Int }
final class NonSendable { var n = 0 }

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
  func discard(_ n: Int) -> Int
  func asyncEach(_ body: (Int) async -> Void) async
  func optionalInout(_ n: inout Int?) throws(MyError)
}

final class MockExotic: Exotic, ProtocolMock {
  func bump(_ n: inout Int, by k: Int) -> Bool {
    return mocking.callBody("bump(_:by:)", (n: n, k: k)) { (body: (inout Int, Int) -> Bool) in body(&n, k) } forward: { $0.bump(&n, by: k) }
  }
  func swapThem(_ a: inout String, _ b: inout [Int]) {
    return mocking.callBody("swapThem(_:_:)", (a: a, b: b)) { (body: (inout String, inout [Int]) -> Void) in body(&a, &b) } forward: { $0.swapThem(&a, &b) }
  }
  func sum(_ ns: Int..., scale: Double) -> Int {
    return mocking.call("sum(_:scale:)", (ns: ns, scale: scale), unforwardable: "a variadic parameter")
  }
  func each(_ body: (Int) -> Void) {
    return mocking.callBody("each(_:)", Unrecorded<(Int) -> Void>()) { (stub: @escaping ((Int) -> Void) -> Void) in stub(body) } forward: { $0.each(body) }
  }
  func map(_ body: (Int) throws -> String) rethrows -> [String] {
    return try Result<[String], any Error> {
      try mocking.callBody("map(_:)", Unrecorded<(Int) throws -> String>()) { (stub: @escaping ((Int) throws -> String) throws -> [String]) in try stub(body) } forward: { try $0.map(body) }
    }.rethrowGet()
  }
  func lazy(_ message: @autoclosure () -> String, level: Int) {
    return mocking.callBody("lazy(_:level:)", (message: Unrecorded<() -> String>(), level: level)) { (stub: @escaping (() -> String, Int) -> Void) in stub(message, level) } forward: { $0.lazy(message(), level: level) }
  }
  func lazyEscaping(_ message: @autoclosure @escaping () -> String) {
    return mocking.call("lazyEscaping(_:)", message) { $0.lazyEscaping(message()) }
  }
  func callback(_ done: @escaping (Result<Int, MyError>) -> Void) {
    return mocking.call("callback(_:)", done) { $0.callback(done) }
  }
  func optionalCallback(_ done: ((Int) -> Void)?) {
    return mocking.call("optionalCallback(_:)", done) { $0.optionalCallback(done) }
  }
  func sendableCallback(_ done: @escaping @Sendable (Int) async throws -> Void) {
    return mocking.call("sendableCallback(_:)", done) { $0.sendableCallback(done) }
  }
  func iuo(_ s: String!) -> Int! {
    return mocking.call("iuo(_:)", s as String?) { $0.iuo(s) }
  }
  func tuple(_ t: (a: Int, b: String), _ n: Int?) -> (x: Int, y: Int)? {
    return mocking.call("tuple(_:_:)", (t: t, n: n)) { $0.tuple(t, n) }
  }
  func borrowString(_ s: borrowing String) -> Int {
    let s = copy s
    return mocking.call("borrowString(_:)", s) { $0.borrowString(s) }
  }
  func consumeString(_ s: consuming String) -> Int {
    let s = s
    return mocking.call("consumeString(_:)", s) { $0.consumeString(s) }
  }
  func compare(_ other: MockExotic) -> Bool {
    return mocking.call("compare(_:)", other, unforwardable: "a Self parameter")
  }
  func copy() -> MockExotic {
    return mocking.call("copy()", (), unforwardable: "a Self result")
  }
  @discardableResult func discard(_ n: Int) -> Int {
    return mocking.call("discard(_:)", n) { $0.discard(n) }
  }
  func give(_ x: sending NonSendable) {
    return mocking.call("give(_:)", x) { _ in fatalError() }
  }
  func get() -> sending NonSendable {
    return mocking.call("get()", ()) { $0.get() }
  }
  func optionalInout(_ n: inout Int?) throws(MyError) {
    return try mocking.callBody("optionalInout(_:)", n) { (body: (inout Int?) throws -> Void) throws(MyError) in try narrowing(to: MyError.self) { try body(&n) } } forward: { (target) throws(MyError) in try target.optionalInout(&n) }
  }
  func asyncEach(_ body: (Int) async -> Void) async {
    return await mocking.callBodyAsync("asyncEach(_:)", Unrecorded<(Int) async -> Void>()) { (stub: nonisolated(nonsending) @escaping ((Int) async -> Void) async -> Void) in await stub(body) } forward: { await $0.asyncEach(body) }
  }
  func open(_ f: consuming File) -> Int {
    var f: File? = consume f
    return mocking.callBody("open(_:)", Unrecorded<File>()) { (body: (consuming File) -> Int) in body(f.take()!) } forward: { $0.open(f.take()!) }
  }
  func look(_ f: borrowing File) -> Int {
    return mocking.callBody("look(_:)", Unrecorded<File>()) { (body: (borrowing File) -> Int) in body(f) } forward: { $0.look(f) }
  }
  func make() -> File {
    return mocking.callNoncopyable("make()", ()) { (body: () -> File) in body() } forward: { $0.make() }
  }

  nonisolated struct MockMembers<MockMode>: MemberSet {
    let mocking: MockState<any Exotic>
    func open() -> BodyClause<MockMode, Unrecorded<File>, Int, Never, (consuming File) -> Int> { .init(mocking, "open(_:)", Matcher<Unrecorded<File>>.any) }
    func look() -> BodyClause<MockMode, Unrecorded<File>, Int, Never, (borrowing File) -> Int> { .init(mocking, "look(_:)", Matcher<Unrecorded<File>>.any) }
    func make() -> BodyClause<MockMode, Void, Unrecorded<File>, Never, () -> File> { .init(mocking, "make()") }
    func bump(_ n: Matcher<Int> = .any, by k: Matcher<Int> = .any) -> BodyClause<MockMode, (n: Int, k: Int), Bool, Never, (inout Int, Int) -> Bool> { .init(mocking, "bump(_:by:)", n, k) }
    func swapThem(_ a: Matcher<String> = .any, _ b: Matcher<[Int]> = .any) -> BodyClause<MockMode, (a: String, b: [Int]), Void, Never, (inout String, inout [Int]) -> Void> { .init(mocking, "swapThem(_:_:)", a, b) }
    func sum(_ ns: Matcher<[Int]> = .any, scale: Matcher<Double> = .any) -> Clause<MockMode, (ns: [Int], scale: Double), Int, Never> { .init(mocking, "sum(_:scale:)", ns, scale) }
    func each() -> BodyClause<MockMode, Unrecorded<(Int) -> Void>, Void, Never, ((Int) -> Void) -> Void> { .init(mocking, "each(_:)", Matcher<Unrecorded<(Int) -> Void>>.any) }
    func map() -> BodyClause<MockMode, Unrecorded<(Int) throws -> String>, [String], any Error, ((Int) throws -> String) throws -> [String]> { .init(mocking, "map(_:)", Matcher<Unrecorded<(Int) throws -> String>>.any) }
    func lazy(level: Matcher<Int> = .any) -> BodyClause<MockMode, (message: Unrecorded<() -> String>, level: Int), Void, Never, (() -> String, Int) -> Void> { .init(mocking, "lazy(_:level:)", Matcher<Unrecorded<() -> String>>.any, level) }
    func lazyEscaping(_ message: Matcher<() -> String> = .any) -> Clause<MockMode, () -> String, Void, Never> { .init(mocking, "lazyEscaping(_:)", message) }
    func callback(_ done: Matcher<(Result<Int, MyError>) -> Void> = .any) -> Clause<MockMode, (Result<Int, MyError>) -> Void, Void, Never> { .init(mocking, "callback(_:)", done) }
    func optionalCallback(_ done: OptionalMatcher<(Int) -> Void> = .any) -> Clause<MockMode, ((Int) -> Void)?, Void, Never> { .init(mocking, "optionalCallback(_:)", done) }
    func sendableCallback(_ done: Matcher<@Sendable (Int) async throws -> Void> = .any) -> Clause<MockMode, @Sendable (Int) async throws -> Void, Void, Never> { .init(mocking, "sendableCallback(_:)", done) }
    func iuo(_ s: OptionalMatcher<String> = .any) -> Clause<MockMode, String?, Int?, Never> { .init(mocking, "iuo(_:)", s) }
    func tuple(_ t: Matcher<(a: Int, b: String)> = .any, _ n: OptionalMatcher<Int> = .any) -> Clause<MockMode, (t: (a: Int, b: String), n: Int?), (x: Int, y: Int)?, Never> { .init(mocking, "tuple(_:_:)", t, n) }
    func borrowString(_ s: Matcher<String> = .any) -> Clause<MockMode, String, Int, Never> { .init(mocking, "borrowString(_:)", s) }
    func consumeString(_ s: Matcher<String> = .any) -> Clause<MockMode, String, Int, Never> { .init(mocking, "consumeString(_:)", s) }
    func compare(_ other: Matcher<MockExotic> = .any) -> Clause<MockMode, MockExotic, Bool, Never> { .init(mocking, "compare(_:)", other) }
    func copy() -> Clause<MockMode, Void, MockExotic, Never> { .init(mocking, "copy()") }
    func discard(_ n: Matcher<Int> = .any) -> Clause<MockMode, Int, Int, Never> { .init(mocking, "discard(_:)", n) }
    func give(_ x: Matcher<NonSendable> = .any) -> Clause<MockMode, NonSendable, Void, Never> { .init(mocking, "give(_:)", x) }
    func get() -> Clause<MockMode, Void, NonSendable, Never> { .init(mocking, "get()") }
    func optionalInout(_ n: OptionalMatcher<Int> = .any) -> BodyClause<MockMode, Int?, Void, MyError, (inout Int?) throws -> Void> { .init(mocking, "optionalInout(_:)", n) }
    func asyncEach() -> BodyClause<MockMode, Unrecorded<(Int) async -> Void>, Void, Never, nonisolated(nonsending) ((Int) async -> Void) async -> Void> { .init(mocking, "asyncEach(_:)", Matcher<Unrecorded<(Int) async -> Void>>.any) }
  }
  nonisolated let mocking: MockState<any Exotic>
  nonisolated init(mocking: MockState<any Exotic>) { self.mocking = mocking }
  typealias MockGiven = MockMembers<Stubbing<any Exotic>>
  typealias MockVerify = MockMembers<Verifying>
  typealias MockCalls = MockMembers<Recording>
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
