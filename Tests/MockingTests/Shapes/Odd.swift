// swift-format-ignore-file
import Foundation
import Mocking
import Testing

/// @mockable
protocol WithInit { init(); func f() -> Int }
func build<T: WithInit>(_: T.Type) -> T { T() }

// NSObjectProtocol
/// @mockable
protocol Objcish: NSObjectProtocol { func f(_ n: Int) -> Int }

// superclass constraint
class View { init(frame: Int) {} ; func draw() -> Int { 1 } }
/// @mockable
protocol Styled: View { func style(_ n: Int) -> Int }

// Sendable class
/// @mockable
class Service: @unchecked Sendable { func go(_ n: Int) async -> Int { n } ; required init() {} }

// odd closures, noncopyable protocol, availability, keywords, sending, span
/// @mockable
protocol Odd: ~Copyable {
  func log(_ m: @autoclosure () throws -> String) rethrows
  func opt(_ s: (some Sequence<Int>)?) -> Int
  func keywords(in: Int, for repeat: String) -> [Int]
  func give(_ x: sending NonSendable, n: Int)
  func existentials(_ a: any Sequence, _ b: any Equatable & Sendable)
  func meta(_ t: any Equatable.Type) -> Bool
  func anyArg(_ x: Any) -> Any?
  @available(*, deprecated) func old()
  subscript(async k: Int) -> Int { get async throws }
  static func s(_ n: Int) -> Int
}

// nested + public
public enum Outer {
  /// @mockable
  public protocol Inner { func f(_ n: Int) -> String }
}

@Test func odd() async throws {
  let a = MockWithInit()
  #expect(a.f() == 0)
  _ = build(MockWithInit.self)
  verify(MockWithInit.statics).initialize().wasCalled(2)
  _ = MockWithInit(.strict)
  given(a).f().willReturn(2)
  let o = MockObjcish()
  given(o).f(2).willReturn(3)
  #expect(o.f(2) == 3)
  let v = MockStyled(frame: 3)
  given(v).draw().willCallSuper()
  #expect(v.draw() == 1)
  let s = MockService()
  given(s).go(1).willReturn(5)
  given(s).go(2).willCallSuper()
  #expect(await s.go(1) == 5)
  #expect(await s.go(2) == 2)
  let d = MockOdd()
  given(d).log().will { m in let x = try m(); #expect(x == "x") }
  d.log("x")
  given(d).opt(.equal([1])).willReturn(4)
  #expect(d.opt([1]) == 4)
  given(d).keywords(in: 1).willReturn([1])
  #expect(d.keywords(in: 1, for: "") == [1])
  #expect(calls(d).keywords().last?.for == "")
  d.give(NonSendable(), n: 1)
  verify(d).give(n: 1).wasCalled()
  given(d).meta(.where { $0 == Int.self }).willReturn(true)
  #expect(d.meta(Int.self) && !d.meta(String.self))
  given(d).anyArg(.where { $0 as? Int == 3 }).willReturn("x")
  #expect(d.anyArg(3) as? String == "x")
  given(d)[async: 3].willReturn(4)
  #expect(try await d[async: 3] == 4)
  given(MockOdd.statics).s(3).willReturn(4)
  #expect(MockOdd.s(3) == 4)
  let n = Outer.MockInner()
  given(n).f(-1).willReturn("neg")
  #expect(n.f(-1) == "neg")
}
