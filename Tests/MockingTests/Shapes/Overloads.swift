// swift-format-ignore-file
import Mocking
import Testing

protocol Overloads {
  func load(id: Int) -> String
  func load(id: String) -> String
  func load(name: String) -> String
  func load(id: Int) -> Int
  func load() -> Bool
  func put(_ a: Int, extra: Int)
  func put(_ a: Int)
}

final class MockOverloads: Overloads, ProtocolMock {
  func load(id: Int) -> String {
    return mocking.call("load(id:) (Int) -> String", id) { $0.load(id: id) }
  }
  func load(id: String) -> String {
    return mocking.call("load(id:) (String) -> String", id) { $0.load(id: id) }
  }
  func load(name: String) -> String {
    return mocking.call("load(name:)", name) { $0.load(name: name) }
  }
  func load(id: Int) -> Int {
    return mocking.call("load(id:) (Int) -> Int", id) { $0.load(id: id) }
  }
  func load() -> Bool {
    return mocking.call("load()", ()) { $0.load() }
  }
  func put(_ a: Int, extra: Int) {
    return mocking.call("put(_:extra:)", (a: a, extra: extra)) { $0.put(a, extra: extra) }
  }
  func put(_ a: Int) {
    return mocking.call("put(_:)", a) { $0.put(a) }
  }

  // no `= .any` where the base name is overloaded
  nonisolated struct MockMembers<MockMode>: MemberSet {
    let mocking: MockState<any Overloads>
    func load(id: Matcher<Int>) -> Clause<MockMode, Int, String, Never> { .init(mocking, "load(id:) (Int) -> String", id) }
    func load(id: Matcher<String>) -> Clause<MockMode, String, String, Never> { .init(mocking, "load(id:) (String) -> String", id) }
    func load(name: Matcher<String>) -> Clause<MockMode, String, String, Never> { .init(mocking, "load(name:)", name) }
    func load(id: Matcher<Int>) -> Clause<MockMode, Int, Int, Never> { .init(mocking, "load(id:) (Int) -> Int", id) }
    func load() -> Clause<MockMode, Void, Bool, Never> { .init(mocking, "load()") }
    func put(_ a: Matcher<Int>, extra: Matcher<Int>) -> Clause<MockMode, (a: Int, extra: Int), Void, Never> { .init(mocking, "put(_:extra:)", a, extra) }
    func put(_ a: Matcher<Int>) -> Clause<MockMode, Int, Void, Never> { .init(mocking, "put(_:)", a) }
  }
  nonisolated let mocking: MockState<any Overloads>
  nonisolated init(mocking: MockState<any Overloads>) { self.mocking = mocking }
  typealias MockGiven = MockMembers<Stubbing<any Overloads>>
  typealias MockVerify = MockMembers<Verifying>
  typealias MockCalls = MockMembers<Recording>
}

@Test func overloads() {
  let m = MockOverloads()
  given(m).load(id: 1).willReturn("int")           // picks by the returned type
  given(m).load(id: 1).willReturn(11)
  given(m).load(id: "a").willReturn("string")
  given(m).load(name: "n").willReturn("name")
  given(m).load().willReturn(true)
  given(m).load(id: .any(Int.self)).will { $0 + 1 }
  #expect(m.load(id: 1) == 2)
  #expect(m.load(id: "a") == "string")
  let s: String = m.load(id: 1)
  #expect(s == "int")
  #expect(m.load())
  #expect(m.load(name: "n") == "name")
  verify(m).load(id: "a").wasCalled()
  verify(m).load(id: 1).returning(Int.self).wasCalled()
  verify(m).load(id: 1).returning(String.self).wasCalled()
  var log: [Int] = []
  given(m).put(.any).will { log.append($0) }
  m.put(3)
  #expect(log == [3])
}
