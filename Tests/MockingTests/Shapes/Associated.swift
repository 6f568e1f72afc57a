// swift-format-ignore-file
import Mocking
import Testing

// primary associated types: any Store<Key, Value> can be the target
/// @mockable
protocol Store<Key, Value> {
  associatedtype Key: Hashable
  associatedtype Value
  func value(for key: Key) -> Value?
  mutating func set(_ value: Value, for key: Key)
  var all: [Value] { get }
}
struct MemStore<K: Hashable, V>: Store {
  var d: [K: V] = [:]
  func value(for key: K) -> V? { d[key] }
  mutating func set(_ value: V, for key: K) { d[key] = value }
  var all: [V] { Array(d.values) }
}

// no primary associated types: the target is `any Queue`, opened per call
/// @mockable
protocol Queue {
  associatedtype Element
  associatedtype Failure: Error = Never
  associatedtype Slice: Sequence where Slice.Element == Element
  func push(_ e: Element)
  func pop() throws(Failure) -> Element?
  func slice(_ n: Int) -> Slice
}
final class RealQueue: Queue {
  var a: [Int] = []
  func push(_ e: Int) { a.append(e) }
  func pop() throws(MyError) -> Int? { if a.isEmpty { throw MyError(code: 0) }; return a.removeFirst() }
  func slice(_ n: Int) -> [Int] { Array(a.prefix(n)) }
}
// A typed initializer, so that the compiler checks the target's associated types.
extension MockQueue {
  convenience init<T: Queue>(forwardingTo target: T, _ behavior: MockBehavior = .default) where T.Element == Element, T.Failure == Failure, T.Slice == Slice {
    self.init(mocking: MockState("MockQueue", behavior, forwardingTo: target))
  }
}

@Test func associated() throws {
  let s = MockStore<String, Int>()
  given(s).value(for: "a").willReturn(3)
  #expect(s.value(for: "a") == 3)
  #expect(s.value(for: "b") == nil)
  given(s).all.willReturn([1])
  #expect(s.all == [1])
  var mem = MemStore<String, Int>(); mem.set(5, for: "k")
  let f = MockStore<String, Int>(forwardingTo: mem)
  #expect(f.value(for: "k") == 5)
  let q = MockQueue<Int, MyError, [Int]>(forwardingTo: RealQueue())
  q.push(3)
  #expect(q.slice(3) == [3])
  #expect(try q.pop() == 3)
  #expect(throws: MyError(code: 0)) { try q.pop() }
  verify(q).push(3).wasCalled()
  given(q).pop().willThrow(MyError(code: 9))
  #expect(throws: MyError(code: 9)) { try q.pop() }
}
