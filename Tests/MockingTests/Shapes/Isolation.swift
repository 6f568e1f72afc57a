// swift-format-ignore-file
import Mocking
import Testing

// MARK: actor protocols
protocol Counter: Actor {
  func add(_ n: Int) -> Int
  func slow(_ n: NonSendable) async throws -> Int
  func slow2(_ a: NonSendable, b: NonSendable) async -> Int
  var total: Int { get }
  nonisolated var id: String { get }
  nonisolated func peek(_ n: Int) -> Int
}
actor MockCounter: Counter, ProtocolMock {
  func add(_ n: Int) -> Int {
    return mocking.call("add(_:)", n, unforwardable: "a synchronous actor-isolated member")
  }
  func slow(_ n: NonSendable) async throws -> Int {
    return try await mocking.callActor("slow(_:)", n) { try await $0.slow($1) }
  }
  func slow2(_ a: NonSendable, b: NonSendable) async -> Int {
    return await mocking.callActor("slow2(_:b:)", (a: a, b: b)) { await $0.slow2($1.a, b: $1.b) }
  }
  var total: Int { return mocking.get("total") { _ in fatalError() } }
  nonisolated var id: String { return mocking.get("id") { $0.id } }
  nonisolated func peek(_ n: Int) -> Int {
    return mocking.call("peek(_:)", n) { $0.peek(n) }
  }
  nonisolated struct MockMembers<MockMode>: MemberSet {
    let mocking: MockState<any Counter>
    func add(_ n: Matcher<Int> = .any) -> Clause<MockMode, Int, Int, Never> { .init(mocking, "add(_:)", n) }
    func slow(_ n: Matcher<NonSendable> = .any) -> AsyncClause<MockMode, NonSendable, Int, any Error> { .init(mocking, "slow(_:)", n) }
    var total: Clause<MockMode, Void, Int, Never> { .init(mocking, "total") }
    var id: Clause<MockMode, Void, String, Never> { .init(mocking, "id") }
    func peek(_ n: Matcher<Int> = .any) -> Clause<MockMode, Int, Int, Never> { .init(mocking, "peek(_:)", n) }
  }
  nonisolated let mocking: MockState<any Counter>
  init(mocking: MockState<any Counter>) { self.mocking = mocking }
  typealias MockGiven = MockMembers<SendableStubbing<any Counter>>
  typealias MockVerify = MockMembers<Verifying>
  typealias MockCalls = MockMembers<Recording>
}

// MARK: main actor protocols
@MainActor protocol Screen: AnyObject {
  func show(_ title: String, n: NonSendable) -> Bool
  func load(_ n: NonSendable) async throws -> NonSendable
  var title: String { get set }
  nonisolated func log(_ s: String)
}
@MainActor final class MockScreen: Screen, ProtocolMock {
  func show(_ title: String, n: NonSendable) -> Bool {
    return mocking.call("show(_:n:)", (title: title, n: n)) { $0.show(title, n: n) }
  }
  func load(_ n: NonSendable) async throws -> NonSendable {
    return try await mocking.callAsync("load(_:)", n) { try await $0.load(n) }
  }
  var title: String {
    get { return mocking.get("title") { $0.title } }
    set { mocking.set("title", newValue) { $0.title = newValue } }
  }
  nonisolated func log(_ s: String) {
    return mocking.call("log(_:)", s) { $0.log(s) }
  }
  nonisolated struct MockMembers<MockMode>: MemberSet {
    let mocking: MockState<any Screen>
    func show(_ title: Matcher<String> = .any, n: Matcher<NonSendable> = .any) -> Clause<MockMode, (title: String, n: NonSendable), Bool, Never> { .init(mocking, "show(_:n:)", title, n) }
    func load(_ n: Matcher<NonSendable> = .any) -> AsyncClause<MockMode, NonSendable, NonSendable, any Error> { .init(mocking, "load(_:)", n) }
    var title: Clause<MockMode, Void, String, Never> { .init(mocking, "title") }
    func title(set newValue: Matcher<String> = .any) -> Clause<MockMode, String, Void, Never> { .init(mocking, "title =", newValue) }
    func log(_ s: Matcher<String> = .any) -> Clause<MockMode, String, Void, Never> { .init(mocking, "log(_:)", s) }
  }
  nonisolated let mocking: MockState<any Screen>
  nonisolated init(mocking: MockState<any Screen>) { self.mocking = mocking }
  typealias MockGiven = MockMembers<MainActorStubbing<any Screen>>
  typealias MockVerify = MockMembers<Verifying>
  typealias MockCalls = MockMembers<Recording>
}

// MARK: another global actor
@globalActor actor DB { static let shared = DB() }
@DB protocol Table {
  func insert(_ row: String) throws -> Int
}
@DB final class MockTable: Table, ProtocolMock {
  func insert(_ row: String) throws -> Int {
    return try mocking.callBody("insert(_:)", row) { (body: @DB (String) throws -> Int) in try body(row) } forward: { try $0.insert(row) }
  }
  nonisolated struct MockMembers<MockMode>: MemberSet {
    let mocking: MockState<any Table>
    func insert(_ row: Matcher<String> = .any) -> BodyClause<MockMode, String, Int, any Error, @DB (String) throws -> Int> { .init(mocking, "insert(_:)", row) }
  }
  nonisolated let mocking: MockState<any Table>
  nonisolated init(mocking: MockState<any Table>) { self.mocking = mocking }
  typealias MockGiven = MockMembers<SendableStubbing<any Table>>
  typealias MockVerify = MockMembers<Verifying>
  typealias MockCalls = MockMembers<Recording>
}

// MARK: Sendable protocol, non-Sendable arguments; isolated parameter
protocol Sink: Sendable {
  func take(_ x: NonSendable) -> NonSendable?
  func run(_ x: NonSendable, isolation: isolated (any Actor)?) async -> Int
  nonisolated(nonsending) func stay(_ x: NonSendable) async -> Int
  @concurrent func go(_ x: Int) async -> Int
}
final class MockSink: Sink, ProtocolMock {
  func take(_ x: NonSendable) -> NonSendable? {
    return mocking.call("take(_:)", x) { $0.take(x) }
  }
  func run(_ x: NonSendable, isolation: isolated (any Actor)?) async -> Int {
    return await mocking.callAsync("run(_:isolation:)", (x: x, isolation: isolation)) { await $0.run(x, isolation: isolation) }
  }
  nonisolated(nonsending) func stay(_ x: NonSendable) async -> Int {
    return await mocking.callAsync("stay(_:)", x) { await $0.stay(x) }
  }
  @concurrent func go(_ x: Int) async -> Int {
    return await mocking.callAsync("go(_:)", x) { await $0.go(x) }
  }
  nonisolated struct MockMembers<MockMode>: MemberSet {
    let mocking: MockState<any Sink>
    func take(_ x: Matcher<NonSendable> = .any) -> Clause<MockMode, NonSendable, NonSendable?, Never> { .init(mocking, "take(_:)", x) }
    func run(_ x: Matcher<NonSendable> = .any, isolation: OptionalMatcher<any Actor> = .any) -> AsyncClause<MockMode, (x: NonSendable, isolation: (any Actor)?), Int, Never> { .init(mocking, "run(_:isolation:)", x, isolation) }
    func stay(_ x: Matcher<NonSendable> = .any) -> AsyncClause<MockMode, NonSendable, Int, Never> { .init(mocking, "stay(_:)", x) }
    func go(_ x: Matcher<Int> = .any) -> AsyncClause<MockMode, Int, Int, Never> { .init(mocking, "go(_:)", x) }
  }
  nonisolated let mocking: MockState<any Sink>
  nonisolated init(mocking: MockState<any Sink>) { self.mocking = mocking }
  typealias MockGiven = MockMembers<SendableStubbing<any Sink>>
  typealias MockVerify = MockMembers<Verifying>
  typealias MockCalls = MockMembers<Recording>
}

@Test func actors() async throws {
  let c = MockCounter()
  given(c).add(2).willReturn(20)
  given(c).peek().will { $0 * 2 }
  #expect(await c.add(2) == 20)
  #expect(c.peek(4) == 8)
  given(c).slow().will { x in x.n + 1 }
  #expect(try await c.slow(NonSendable()) == 1)
  verify(c).add(2).wasCalled()
  given(c).id.willReturn("x")
  #expect(c.id == "x")
  let f = MockCounter(forwardingTo: c)
  #expect(try await f.slow(NonSendable()) == 1)
}
@Test func mainActorFromAnywhere() async throws {
  let s = MockScreen()          // made off the main actor
  given(s).show("a").willReturn(true)
  given(s).load().will { n in MainActor.assertIsolated(); return n }
  await MainActor.run {
    #expect(s.show("a", n: NonSendable()))
    s.title = "t"
    #expect(s.title == "t")
  }
  verify(s).show("a").wasCalled()
  s.log("x")
  verify(s).log("x").wasCalled()
}
@MainActor @Test func mainActor() async throws {
  let s = MockScreen()
  var count = 0
  given(s).show().will { title, n in count += 1; return title == "b" }
  #expect(s.show("b", n: NonSendable()))
  #expect(count == 1)
  given(s).load().will { n in count += 1; return n }
  let x = NonSendable()
  #expect(try await s.load(x) === x)
  #expect(count == 2)
  let k = MockSink()
  let n = NonSendable()
  given(k).run().willReturn(4)
  #expect(await k.run(n, isolation: MainActor.shared) == 4)
  given(k).stay().will { $0.n + 1 }
  #expect(await k.stay(n) == 1)
  #expect(k.take(n) == nil)
  given(k).go(2).will { x in try? await Task.sleep(for: .milliseconds(1)); return x }
  #expect(await k.go(2) == 2)
}
@DB @Test func globalActor() throws {
  let t = MockTable()
  var rows: [String] = []
  given(t).insert().will { row in rows.append(row); return 3 }
  #expect(try t.insert("r") == 3)
  #expect(rows == ["r"])
}
