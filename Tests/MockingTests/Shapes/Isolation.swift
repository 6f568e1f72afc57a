// swift-format-ignore-file
import Mocking
import Testing

// MARK: actor protocols
/// @mockable
protocol Counter: Actor {
  func add(_ n: Int) -> Int
  func slow(_ n: NonSendable) async throws -> Int
  func slow2(_ a: NonSendable, b: NonSendable) async -> Int
  var total: Int { get }
  nonisolated var id: String { get }
  nonisolated func peek(_ n: Int) -> Int
}

// MARK: main actor protocols
/// @mockable
@MainActor protocol Screen: AnyObject {
  func show(_ title: String, n: NonSendable) -> Bool
  func load(_ n: NonSendable) async throws -> NonSendable
  var title: String { get set }
  nonisolated func log(_ s: String)
}

// MARK: another global actor
@globalActor actor DB { static let shared = DB() }
/// @mockable
@DB protocol Table {
  func insert(_ row: String) throws -> Int
}

// MARK: Sendable protocol, non-Sendable arguments; isolated parameter
/// @mockable
protocol Sink: Sendable {
  func take(_ x: NonSendable) -> NonSendable?
  func run(_ x: NonSendable, isolation: isolated (any Actor)?) async -> Int
  nonisolated(nonsending) func stay(_ x: NonSendable) async -> Int
  @concurrent func go(_ x: Int) async -> Int
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
  given(k).go(2).will { x in await Task.yield(); return x }
  #expect(await k.go(2) == 2)
}
@DB @Test func globalActor() throws {
  let t = MockTable()
  var rows: [String] = []
  given(t).insert().will { row in rows.append(row); return 3 }
  #expect(try t.insert("r") == 3)
  #expect(rows == ["r"])
}
