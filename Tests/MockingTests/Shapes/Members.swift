// swift-format-ignore-file
import Mocking
import MockingTestSupport
import Testing

// MARK: properties and subscripts
/// @mockable
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
/// @mockable
protocol Base { func base() -> Int }
/// @mockable
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
func create<F: Factory>(_ t: F.Type, _ s: String) throws -> F { try F(risky: s) }

// MARK: class mocks
/// @mockable
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
