// swift-format-ignore-file
import Mocking
import Testing

// primary associated types: any Store<Key, Value> can be the target
protocol Store<Key, Value> {
  associatedtype Key: Hashable
  associatedtype Value
  func value(for key: Key) -> Value?
  mutating func set(_ value: Value, for key: Key)
  var all: [Value] { get }
}
final class MockStore<Key: Hashable, Value>: Store, ProtocolMock {
  func value(for key: Key) -> Value? {
    return mocking.call("value(for:)", key as Key) { $0.value(for: key) }
  }
  func set(_ value: Value, for key: Key) {
    return mocking.call("set(_:for:)", (value: value, key: key)) { (target) in var target = target; target.set(value, for: key) }
  }
  var all: [Value] { return mocking.get("all") { $0.all } }

  nonisolated struct MockMembers<MockMode>: MemberSet {
    let mocking: MockState<any Store<Key, Value>>
    func value(for key: Matcher<Key> = .any) -> Clause<MockMode, Key, Value?, Never> { .init(mocking, "value(for:)", key) }
    func set(_ value: Matcher<Value> = .any, for key: Matcher<Key> = .any) -> Clause<MockMode, (value: Value, key: Key), Void, Never> { .init(mocking, "set(_:for:)", value, key) }
    var all: Clause<MockMode, Void, [Value], Never> { .init(mocking, "all") }
  }
  nonisolated let mocking: MockState<any Store<Key, Value>>
  nonisolated init(mocking: MockState<any Store<Key, Value>>) { self.mocking = mocking }
  typealias MockGiven = MockMembers<Stubbing<any Store<Key, Value>>>
  typealias MockVerify = MockMembers<Verifying>
  typealias MockCalls = MockMembers<Recording>
}
struct MemStore<K: Hashable, V>: Store {
  var d: [K: V] = [:]
  func value(for key: K) -> V? { d[key] }
  mutating func set(_ value: V, for key: K) { d[key] = value }
  var all: [V] { Array(d.values) }
}

// no primary associated types: the target is `any Queue`, opened per call
protocol Queue {
  associatedtype Element
  associatedtype Failure: Error = Never
  associatedtype Slice: Sequence where Slice.Element == Element
  func push(_ e: Element)
  func pop() throws(Failure) -> Element?
  func slice(_ n: Int) -> Slice
}
final class MockQueue<Element, Failure: Error, Slice: Sequence>: Queue, ProtocolMock where Slice.Element == Element {
  func push(_ e: Element) {
    func forward<T: Queue>(_ target: T) { target.push(e as! T.Element) }
    return mocking.call("push(_:)", e as Element) { forward($0) }
  }
  func pop() throws(Failure) -> Element? {
    func forward<T: Queue>(_ target: T) throws(Failure) -> Element? {
      do throws(T.Failure) { return try target.pop() as! Element? } catch { throw error as! Failure }
    }
    return try mocking.call("pop()", ()) { (target) throws(Failure) in try forward(target) }
  }
  func slice(_ n: Int) -> Slice {
    func forward<T: Queue>(_ target: T) -> Slice { target.slice(n) as! Slice }
    return mocking.call("slice(_:)", n as Int) { forward($0) }
  }
  nonisolated struct MockMembers<MockMode>: MemberSet {
    let mocking: MockState<any Queue>
    func push(_ e: Matcher<Element> = .any) -> Clause<MockMode, Element, Void, Never> { .init(mocking, "push(_:)", e) }
    func pop() -> Clause<MockMode, Void, Element?, Failure> { .init(mocking, "pop()") }
    func slice(_ n: Matcher<Int> = .any) -> Clause<MockMode, Int, Slice, Never> { .init(mocking, "slice(_:)", n) }
  }
  nonisolated let mocking: MockState<any Queue>
  nonisolated init(mocking: MockState<any Queue>) { self.mocking = mocking }
  typealias MockGiven = MockMembers<Stubbing<any Queue>>
  typealias MockVerify = MockMembers<Verifying>
  typealias MockCalls = MockMembers<Recording>
}
final class RealQueue: Queue {
  var a: [Int] = []
  func push(_ e: Int) { a.append(e) }
  func pop() throws(MyError) -> Int? { if a.isEmpty { throw MyError(code: 0) }; return a.removeFirst() }
  func slice(_ n: Int) -> [Int] { Array(a.prefix(n)) }
}
// A typed convenience so the compiler checks the target's associated types
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
