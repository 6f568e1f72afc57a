// swift-format-ignore-file
import Mocking
import Testing

/// @mockable
protocol Overloads {
  func load(id: Int) -> String
  func load(id: String) -> String
  func load(name: String) -> String
  func load(id: Int) -> Int
  func load() -> Bool
  func put(_ a: Int, extra: Int)
  func put(_ a: Int)
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
