// swift-format-ignore-file
import Foundation
public import Mocking
import Testing

protocol WithInit { init(); func f() -> Int }
final class MockWithInit: WithInit, ProtocolMock, StaticMock {
  init() {
    mocking = MockState("MockWithInit")
    Self.statics.mocking.call("init()", (), default: (), unforwardable: "an initializer")
  }
  func f() -> Int { return mocking.call("f()", ()) { $0.f() } }
  nonisolated struct MockMembers<MockMode>: MemberSet {
    let mocking: MockState<any WithInit>
    func f() -> Clause<MockMode, Void, Int, Never> { .init(mocking, "f()") }
  }
  nonisolated struct StaticMockMembers<MockMode>: MemberSet {
    let mocking: MockState<any WithInit.Type>
    func initialize() -> Clause<MockMode, Void, Void, Never> { .init(mocking, "init()") }
  }
  nonisolated let mocking: MockState<any WithInit>
  nonisolated init(mocking: MockState<any WithInit>) { self.mocking = mocking }
  typealias MockGiven = MockMembers<Stubbing<any WithInit>>
  typealias MockVerify = MockMembers<Verifying>
  typealias MockCalls = MockMembers<Recording>
  typealias StaticMockGiven = StaticMockMembers<Stubbing<any WithInit.Type>>
  typealias StaticMockVerify = StaticMockMembers<Verifying>
  typealias StaticMockCalls = StaticMockMembers<Recording>
}
func build<T: WithInit>(_: T.Type) -> T { T() }

// NSObjectProtocol
protocol Objcish: NSObjectProtocol { func f(_ n: Int) -> Int }
final class MockObjcish: NSObject, Objcish, ProtocolMock {
  func f(_ n: Int) -> Int { return mocking.call("f(_:)", n) { $0.f(n) } }
  nonisolated struct MockMembers<MockMode>: MemberSet {
    let mocking: MockState<any Objcish>
    func f(_ n: Matcher<Int> = .any) -> Clause<MockMode, Int, Int, Never> { .init(mocking, "f(_:)", n) }
  }
  nonisolated let mocking: MockState<any Objcish>
  nonisolated init(mocking: MockState<any Objcish>) { self.mocking = mocking }
  typealias MockGiven = MockMembers<Stubbing<any Objcish>>
  typealias MockVerify = MockMembers<Verifying>
  typealias MockCalls = MockMembers<Recording>
}

// superclass constraint
class View { init(frame: Int) {} ; func draw() -> Int { 1 } }
protocol Styled: View { func style(_ n: Int) -> Int }
class MockStyled: View, Styled, Mock {
  func style(_ n: Int) -> Int { return mocking.call("style(_:)", n) { $0.style(n) } }
  override func draw() -> Int { return mocking.call("draw()", (), super: { super.draw() }) { $0.draw() } }
  nonisolated struct MockMembers<MockMode>: MemberSet {
    let mocking: MockState<any Styled>
    func style(_ n: Matcher<Int> = .any) -> Clause<MockMode, Int, Int, Never> { .init(mocking, "style(_:)", n) }
    func draw() -> Clause<MockMode, Void, Int, Never> { .init(mocking, "draw()") }
  }
  nonisolated let mocking = MockState<any Styled>("MockStyled")
  typealias MockGiven = MockMembers<Stubbing<any Styled>>
  typealias MockVerify = MockMembers<Verifying>
  typealias MockCalls = MockMembers<Recording>
}

// Sendable class
class Service: @unchecked Sendable { func go(_ n: Int) async -> Int { n } ; required init() {} }
class MockServiceC: Service, Mock, @unchecked Sendable {
  override func go(_ n: Int) async -> Int { return await mocking.callAsync("go(_:)", n, super: { await super.go(n) }) { await $0.go(n) } }
  nonisolated struct MockMembers<MockMode>: MemberSet {
    let mocking: MockState<Service>
    func go(_ n: Matcher<Int> = .any) -> AsyncClause<MockMode, Int, Int, Never> { .init(mocking, "go(_:)", n) }
  }
  nonisolated let mocking = MockState<Service>("MockServiceC")
  typealias MockGiven = MockMembers<SendableStubbing<Service>>
  typealias MockVerify = MockMembers<Verifying>
  typealias MockCalls = MockMembers<Recording>
}

// odd closures, noncopyable protocol, availability, keywords, sending, span
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
final class MockOdd: Odd, ProtocolMock, StaticMock {
  func log(_ m: @autoclosure () throws -> String) rethrows {
    return try Result<Void, any Error> {
      try mocking.callBody("log(_:)", Unrecorded<() throws -> String>()) { (stub: @escaping (() throws -> String) throws -> Void) in try stub(m) } forward: { try $0.log(try m()) }
    }.rethrowGet()
  }
  func opt<S: Sequence<Int>>(_ s: S?) -> Int { return mocking.call("opt(_:)", s as S?) { $0.opt(s) } }
  func keywords(in p0: Int, for p1: String) -> [Int] { return mocking.call("keywords(in:for:)", (in: p0, for: p1)) { $0.keywords(in: p0, for: p1) } }
  func give(_ x: sending NonSendable, n: Int) { return mocking.callSending("give(_:n:)", (x: x, n: n)) { $0.give($1.x, n: $1.n) } }
  func existentials(_ a: any Sequence, _ b: any Equatable & Sendable) { return mocking.call("existentials(_:_:)", (a: a, b: b)) { $0.existentials(a, b) } }
  func meta(_ t: any Equatable.Type) -> Bool { return mocking.call("meta(_:)", t as any Equatable.Type) { $0.meta(t) } }
  func anyArg(_ x: Any) -> Any? { return mocking.call("anyArg(_:)", x as Any) { $0.anyArg(x) } }
  @available(*, deprecated) func old() { return mocking.call("old()", ()) { $0.old() } }
  subscript(async k: Int) -> Int { get async throws { return try await mocking.callAsync("subscript(async:)", k) { try await $0[async: k] } } }
  static func s(_ n: Int) -> Int { return statics.mocking.call("s(_:)", n) { $0.s(n) } }
  nonisolated struct MockMembers<MockMode>: MemberSet {
    let mocking: MockState<any Odd>
    func log() -> BodyClause<MockMode, Unrecorded<() throws -> String>, Void, any Error, (() throws -> String) throws -> Void> { .init(mocking, "log(_:)", Matcher<Unrecorded<() throws -> String>>.any) }
    func opt<S: Sequence<Int>>(_ s: OptionalMatcher<S>) -> Clause<MockMode, S?, Int, Never> { .init(mocking, "opt(_:)", s) }
    func keywords(in p0: Matcher<Int> = .any, for p1: Matcher<String> = .any) -> Clause<MockMode, (in: Int, for: String), [Int], Never> { .init(mocking, "keywords(in:for:)", p0, p1) }
    func give(_ x: Matcher<NonSendable> = .any, n: Matcher<Int> = .any) -> Clause<MockMode, (x: NonSendable, n: Int), Void, Never> { .init(mocking, "give(_:n:)", x, n) }
    func existentials(_ a: Matcher<any Sequence> = .any, _ b: Matcher<any Equatable & Sendable> = .any) -> Clause<MockMode, (a: any Sequence, b: any Equatable & Sendable), Void, Never> { .init(mocking, "existentials(_:_:)", a, b) }
    func meta(_ t: Matcher<any Equatable.Type> = .any) -> Clause<MockMode, any Equatable.Type, Bool, Never> { .init(mocking, "meta(_:)", t) }
    func anyArg(_ x: Matcher<Any> = .any) -> Clause<MockMode, Any, Any?, Never> { .init(mocking, "anyArg(_:)", x) }
    @available(*, deprecated) func old() -> Clause<MockMode, Void, Void, Never> { .init(mocking, "old()") }
    subscript(async k: Matcher<Int>) -> AsyncClause<MockMode, Int, Int, any Error> { .init(mocking, "subscript(async:)", k) }
  }
  nonisolated struct StaticMockMembers<MockMode>: MemberSet {
    let mocking: MockState<any Odd.Type>
    func s(_ n: Matcher<Int> = .any) -> Clause<MockMode, Int, Int, Never> { .init(mocking, "s(_:)", n) }
  }
  nonisolated let mocking: MockState<any Odd>
  nonisolated init(mocking: MockState<any Odd>) { self.mocking = mocking }
  typealias MockGiven = MockMembers<Stubbing<any Odd>>
  typealias MockVerify = MockMembers<Verifying>
  typealias MockCalls = MockMembers<Recording>
  typealias StaticMockGiven = StaticMockMembers<Stubbing<any Odd.Type>>
  typealias StaticMockVerify = StaticMockMembers<Verifying>
  typealias StaticMockCalls = StaticMockMembers<Recording>
}

// nested + public
public enum Outer { public protocol Inner { func f(_ n: Int) -> String } }
extension Outer {
  public final class MockInner: Inner, ProtocolMock {
    public func f(_ n: Int) -> String { return mocking.call("f(_:)", n) { $0.f(n) } }
    public nonisolated struct MockMembers<MockMode>: MemberSet {
      let mocking: MockState<any Inner>
      public init(mocking: MockState<any Inner>) { self.mocking = mocking }
      public func f(_ n: Matcher<Int> = .any) -> Clause<MockMode, Int, String, Never> { .init(mocking, "f(_:)", n) }
    }
    public nonisolated let mocking: MockState<any Inner>
    public nonisolated init(mocking: MockState<any Inner>) { self.mocking = mocking }
    public typealias MockGiven = MockMembers<Stubbing<any Inner>>
    public typealias MockVerify = MockMembers<Verifying>
    public typealias MockCalls = MockMembers<Recording>
  }
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
  let s = MockServiceC()
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
