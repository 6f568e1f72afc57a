// swift-format-ignore-file
import Mocking
import MockingTestSupport
import Testing

// MARK: properties and subscripts
protocol Props {
  var a: Int { get }
  var b: String { get set }
  var c: Int { get throws(MyError) }
  var d: [Int] { get async }
  subscript(i: Int) -> String { get set }
  subscript(key k: String) -> Int { get throws }
  subscript<T: Hashable>(typed k: T) -> T? { get set }
  var e: Int { mutating get nonmutating set }
}
final class MockProps: Props, ProtocolMock {
  var a: Int { return mocking.get("a") { $0.a } }
  var b: String {
    get { return mocking.get("b") { $0.b } }
    set { mocking.set("b", newValue) { $0.b = newValue } }
  }
  var c: Int { get throws(MyError) { return try mocking.get("c") { (target) throws(MyError) in try target.c } } }
  var d: [Int] { get async { return await mocking.callAsync("d", ()) { await $0.d } } }
  subscript(i: Int) -> String {
    get { return mocking.call("subscript(_:)", i) { $0[i] } }
    set { return mocking.callMutating("subscript(_:) =", (i: i, newValue: newValue)) { $0[i] = newValue } }
  }
  subscript(key k: String) -> Int {
    get throws { return try mocking.call("subscript(key:)", k) { try $0[key: k] } }
  }
  subscript<T: Hashable>(typed k: T) -> T? {
    get { return mocking.call("subscript(typed:)", k as T) { $0[typed: k] } }
    set { return mocking.callMutating("subscript(typed:) =", (k: k, newValue: newValue)) { $0[typed: k] = newValue } }
  }
  var e: Int {
    get { return mocking.get("e") { (target) in var target = target; return target.e } }
    set { mocking.set("e", newValue) { $0.e = newValue } }
  }
  nonisolated struct MockMembers<MockMode>: MemberSet {
    let mocking: MockState<any Props>
    var a: Clause<MockMode, Void, Int, Never> { .init(mocking, "a") }
    var b: Clause<MockMode, Void, String, Never> { .init(mocking, "b") }
    func b(set newValue: Matcher<String> = .any) -> Clause<MockMode, String, Void, Never> { .init(mocking, "b =", newValue) }
    var c: Clause<MockMode, Void, Int, MyError> { .init(mocking, "c") }
    var d: AsyncClause<MockMode, Void, [Int], Never> { .init(mocking, "d") }
    subscript(i: Matcher<Int>) -> Clause<MockMode, Int, String, Never> { .init(mocking, "subscript(_:)", i) }
    subscript(i: Matcher<Int>, set newValue: Matcher<String>) -> Clause<MockMode, (i: Int, newValue: String), Void, Never> { .init(mocking, "subscript(_:) =", i, newValue) }
    subscript(key k: Matcher<String>) -> Clause<MockMode, String, Int, any Error> { .init(mocking, "subscript(key:)", k) }
    subscript<T: Hashable>(typed k: Matcher<T>) -> Clause<MockMode, T, T?, Never> { .init(mocking, "subscript(typed:)", k) }
    subscript<T: Hashable>(typed k: Matcher<T>, set newValue: OptionalMatcher<T>) -> Clause<MockMode, (k: T, newValue: T?), Void, Never> { .init(mocking, "subscript(typed:) =", k, newValue) }
    var e: Clause<MockMode, Void, Int, Never> { .init(mocking, "e") }
    func e(set newValue: Matcher<Int> = .any) -> Clause<MockMode, Int, Void, Never> { .init(mocking, "e =", newValue) }
  }
  nonisolated let mocking: MockState<any Props>
  nonisolated init(mocking: MockState<any Props>) { self.mocking = mocking }
  typealias MockGiven = MockMembers<Stubbing<any Props>>
  typealias MockVerify = MockMembers<Verifying>
  typealias MockCalls = MockMembers<Recording>
}
struct RealProps: Props {
  var a: Int { 1 }
  var b = "b"
  var c: Int { get throws(MyError) { throw MyError(code: 1) } }
  var d: [Int] { get async { [1] } }
  var store: [Int: String] = [:]
  subscript(i: Int) -> String { get { store[i] ?? "?" } set { store[i] = newValue } }
  subscript(key k: String) -> Int { get throws { k.count } }
  subscript<T: Hashable>(typed k: T) -> T? { get { k } set {} }
  var e: Int { mutating get { b += "x"; return b.count } nonmutating set {} }
}

// MARK: statics, initializers, operators, refinements
protocol Base { func base() -> Int }
protocol Factory: Base, Comparable, Hashable, CustomStringConvertible, Codable, Sendable, Identifiable {
  static func make(id: Int) -> Self
  static func shared(_ n: Int) throws -> String
  static var count: Int { get set }
  static subscript(i: Int) -> String { get }
  static func + (a: Self, b: Self) -> Int
  init(name: String)
  init?(maybe: Int)
  init(risky: String) throws
  var id: Int { get }
}
final class MockFactory: Factory, ProtocolMock, StaticMock {
  static func make(id: Int) -> MockFactory {
    return statics.mocking.call("make(id:)", id, unforwardable: "a Self result")
  }
  static func shared(_ n: Int) throws -> String {
    return try statics.mocking.call("shared(_:)", n) { try $0.shared(n) }
  }
  static var count: Int {
    get { return statics.mocking.get("count") { $0.count } }
    set { statics.mocking.set("count", newValue) { $0.count = newValue } }
  }
  static subscript(i: Int) -> String { return statics.mocking.call("subscript(_:)", i) { $0[i] } }
  static func + (a: MockFactory, b: MockFactory) -> Int {
    return statics.mocking.call("+(_:_:)", (a: a, b: b), unforwardable: "Self parameters")
  }
  init(name: String) {
    mocking = MockState("MockFactory")
    Self.statics.mocking.call("init(name:)", name, default: (), unforwardable: "an initializer")
  }
  init?(maybe: Int) {
    mocking = MockState("MockFactory")
    guard Self.statics.mocking.call("init(maybe:)", maybe, default: true, unforwardable: "an initializer") else { return nil }
  }
  init(risky: String) throws {
    mocking = MockState("MockFactory")
    try Self.statics.mocking.call("init(risky:)", risky, default: (), throwing: (any Error).self, unforwardable: "an initializer")
  }
  func base() -> Int { return mocking.call("base()", ()) { $0.base() } }
  var id: Int { return mocking.get("id") { $0.id } }
  // Equatable, Hashable, Comparable, Codable, CustomStringConvertible by identity
  static func == (a: MockFactory, b: MockFactory) -> Bool { a === b }
  static func < (a: MockFactory, b: MockFactory) -> Bool { ObjectIdentifier(a) < ObjectIdentifier(b) }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  var description: String { "MockFactory" }
  convenience init(from decoder: any Decoder) throws { self.init(mocking: MockState("MockFactory")) }
  func encode(to encoder: any Encoder) throws {}

  nonisolated struct MockMembers<MockMode>: MemberSet {
    let mocking: MockState<any Factory>
    func base() -> Clause<MockMode, Void, Int, Never> { .init(mocking, "base()") }
    var id: Clause<MockMode, Void, Int, Never> { .init(mocking, "id") }
  }
  nonisolated struct StaticMockMembers<MockMode>: MemberSet {
    let mocking: MockState<any Factory.Type>
    func make(id: Matcher<Int> = .any) -> Clause<MockMode, Int, MockFactory, Never> { .init(mocking, "make(id:)", id) }
    func shared(_ n: Matcher<Int> = .any) -> Clause<MockMode, Int, String, any Error> { .init(mocking, "shared(_:)", n) }
    var count: Clause<MockMode, Void, Int, Never> { .init(mocking, "count") }
    func count(set newValue: Matcher<Int> = .any) -> Clause<MockMode, Int, Void, Never> { .init(mocking, "count =", newValue) }
    subscript(i: Matcher<Int>) -> Clause<MockMode, Int, String, Never> { .init(mocking, "subscript(_:)", i) }
    func plus(_ a: Matcher<MockFactory> = .any, _ b: Matcher<MockFactory> = .any) -> Clause<MockMode, (a: MockFactory, b: MockFactory), Int, Never> { .init(mocking, "+(_:_:)", a, b) }
    func initialize(name: Matcher<String> = .any) -> Clause<MockMode, String, Void, Never> { .init(mocking, "init(name:)", name) }
    func initialize(maybe: Matcher<Int> = .any) -> Clause<MockMode, Int, Bool, Never> { .init(mocking, "init(maybe:)", maybe) }
    func initialize(risky: Matcher<String> = .any) -> Clause<MockMode, String, Void, any Error> { .init(mocking, "init(risky:)", risky) }
  }
  nonisolated let mocking: MockState<any Factory>
  nonisolated init(mocking: MockState<any Factory>) { self.mocking = mocking }
  typealias MockGiven = MockMembers<SendableStubbing<any Factory>>
  typealias MockVerify = MockMembers<Verifying>
  typealias MockCalls = MockMembers<Recording>
  typealias StaticMockGiven = StaticMockMembers<SendableStubbing<any Factory.Type>>
  typealias StaticMockVerify = StaticMockMembers<Verifying>
  typealias StaticMockCalls = StaticMockMembers<Recording>
}
func create<F: Factory>(_ t: F.Type, _ s: String) throws -> F { try F(risky: s) }

// MARK: class mocks
class Tree {
  var height: Int
  private(set) var leaves = 0
  init(height: Int) { self.height = height }
  convenience init() { self.init(height: 1) }
  func grow(by n: Int) throws -> Int { height += n; return height }
  func paint(_ n: inout Int) { n += 1 }
  func label<T>(_ t: T) -> String { "\(t)" }
  class func species() -> String { "oak" }
  final func untouched() {}
}
class MockTree: Tree, Mock {
  override var height: Int {
    get { return mocking.call("height", (), super: { super.height }) { $0.height } }
    set { return mocking.call("height =", newValue, super: { super.height = newValue }) { $0.height = newValue } }
  }
  override func grow(by n: Int) throws -> Int {
    return try mocking.call("grow(by:)", n, super: { try super.grow(by: n) }) { try $0.grow(by: n) }
  }
  override func label<T>(_ t: T) -> String {
    return mocking.call("label(_:)", t as T, super: { super.label(t) }) { $0.label(t) }
  }
  nonisolated struct MockMembers<MockMode>: MemberSet {
    let mocking: MockState<Tree>
    var height: Clause<MockMode, Void, Int, Never> { .init(mocking, "height") }
    func height(set newValue: Matcher<Int> = .any) -> Clause<MockMode, Int, Void, Never> { .init(mocking, "height =", newValue) }
    func grow(by n: Matcher<Int> = .any) -> Clause<MockMode, Int, Int, any Error> { .init(mocking, "grow(by:)", n) }
    func label<T>(_ t: Matcher<T>) -> Clause<MockMode, T, String, Never> { .init(mocking, "label(_:)", t) }
  }
  nonisolated let mocking = MockState<Tree>("MockTree")
  typealias MockGiven = MockMembers<Stubbing<Tree>>
  typealias MockVerify = MockMembers<Verifying>
  typealias MockCalls = MockMembers<Recording>
}

@Test func props() async throws {
  let m = MockProps()
  given(m).a.willReturn(3)
  #expect(m.a == 3)
  given(m).c.willThrow(MyError(code: 2))
  #expect(throws: MyError(code: 2)) { try m.c }
  given(m).d.willReturn([3])
  #expect(await m.d == [3])
  given(m)[.any].willReturn("any")
  given(m)[3].willReturn("three")
  #expect(m[3] == "three" && m[4] == "any")
  m[5] = "x"
  verify(m)[5, set: "x"].wasCalled()
  given(m)[key: "k"].willThrow(MyError(code: 4))
  #expect(throws: MyError(code: 4)) { try m[key: "k"] }
  given(m)[typed: .equal("a")].willReturn("b")
  #expect(m[typed: "a"] == "b")
  m[typed: 3] = nil
  verify(m)[typed: .equal(3), set: nil].wasCalled()
  m.b = "set"; #expect(m.b == "set")
  let f = MockProps(forwardingTo: RealProps())
  f.b = "zz"; #expect(f.b == "zz")
  f[3] = "t"; #expect(f[3] == "t")
  #expect(throws: MyError(code: 1)) { try f.c }
  #expect(f.e == 3)
}
@Test(arguments: 0..<20) func statics(n: Int) async throws {
  try await withStaticMocks {
    given(MockFactory.statics).shared(1).willReturn("s\(n)")
    await Task.yield()
    let s = try MockFactory.shared(1)
    #expect(s == "s\(n)")
    verify(MockFactory.statics).shared(1).wasCalled()
  }
}
@Test(.staticMocks, arguments: 0..<20) func staticsTrait(n: Int) async throws {
  given(MockFactory.statics).shared(1).willReturn("s\(n)")
  await Task.yield()
  #expect(try MockFactory.shared(1) == "s\(n)")
  verify(MockFactory.statics).shared(1).wasCalled()
}
@Test func staticsOfTest1() async throws {
  given(MockFactory.statics).shared(1).willReturn("one")
  for _ in 0..<50 { await Task.yield() }
  #expect(try MockFactory.shared(1) == "one")
}
@Test func staticsOfTest2() async throws {
  given(MockFactory.statics).shared(1).willReturn("two")
  for _ in 0..<50 { await Task.yield() }
  #expect(try MockFactory.shared(1) == "two")
  MockFactory.count = 4
  #expect(MockFactory.count == 4)
  given(MockFactory.statics)[3].willReturn("sub")
  #expect(MockFactory[3] == "sub")
  let a = MockFactory(name: "a")
  verify(MockFactory.statics).initialize(name: "a").wasCalled()
  given(MockFactory.statics).initialize(risky: "bad").willThrow(MyError(code: 1))
  #expect(throws: MyError(code: 1)) { try create(MockFactory.self, "bad") }
  _ = try create(MockFactory.self, "good")
  given(MockFactory.statics).initialize(maybe: 2).willReturn(false)
  #expect(MockFactory(maybe: 1) != nil)
  #expect(MockFactory(maybe: 2) == nil)
  given(MockFactory.statics).plus().willReturn(12)
  #expect(a + a == 12)
  given(MockFactory.statics).make().willReturn(a)
  #expect(MockFactory.make(id: 1) === a)
  given(a).base().willReturn(5)
  #expect(a.base() == 5)
  #expect(a == a)
  let b = MockFactory()
  #expect(a != b)
}
@Test func classes() throws {
  let t = MockTree(height: 42)
  given(t).grow(by: 1).willReturn(7)
  given(t).grow(by: 2).willCallSuper()
  given(t).height.willCallSuper()
  given(t).height(set: .any).willCallSuper()
  #expect(try t.grow(by: 1) == 7)
  #expect(try t.grow(by: 2) == 44)
  #expect(try t.grow(by: 3) == 0)
  t.mocking.callsSuper = true
  #expect(try t.grow(by: 3) == 47)
  #expect(t.label(3) == "3")
  verify(t).grow().wasCalled(4)
  given(t).grow(by: 9).willForward(to: Tree(height: 100))
  #expect(try t.grow(by: 9) == 109)
  #expect(MockTree().mocking.name == "MockTree")
}
