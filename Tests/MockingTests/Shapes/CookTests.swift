// swift-format-ignore-file
import Testing
import XCTest
import Mocking

final class RealCook: Cook, @unchecked Sendable {
  func cookRamen(bowls: Int, soup: Soup, extras: [String]) -> Bool { bowls == 7 }
  func save(_ item: Item, at path: String, overwrite: Bool) throws { throw MyError(code: 7) }
  func fetch(id: Int, options: [String : String]) async throws -> Item { Item(id: id, name: "real") }
  func log(_ message: String) {}
  func typed(_ n: Int) throws(MyError) -> Item { throw MyError(code: n) }
  func typedAsync(_ n: Int?) async throws(MyError) -> Item { Item(id: n ?? 0, name: "real") }
  func transform(_ body: @escaping @Sendable (Int) -> Int, values: [Int]) -> [Int] { values.map(body) }
  func pair() -> (Int, String) { (1, "real") }
  func maker() -> (Int) -> String { { "\($0)" } }
  var name = "Real"
  var level: Int { get async throws { 9 } }
}

@Suite struct CookTests {
  @Test func stubbing() async throws {
    let cook = MockCook()
    given(cook).cookRamen().willReturn(true)
    given(cook).cookRamen(bowls: 2, soup: .equal(.miso)).willReturn(false, true)
    #expect(cook.cookRamen(bowls: 1, soup: .miso, extras: []) == true)
    #expect(cook.cookRamen(bowls: 2, soup: .miso, extras: []) == false)
    #expect(cook.cookRamen(bowls: 2, soup: .miso, extras: []) == true)
    #expect(cook.cookRamen(bowls: 2, soup: .miso, extras: []) == true)
    given(cook).cookRamen(extras: ["egg"]).will { bowls, soup, extras in bowls > 3 }
    #expect(cook.cookRamen(bowls: 2, soup: .miso, extras: ["egg"]) == false)
    given(cook).cookRamen(extras: ["egg"]).will { $0.bowls > 1 }
    #expect(cook.cookRamen(bowls: 2, soup: .miso, extras: ["egg"]) == true)
    #expect(calls(cook).cookRamen().last?.bowls == 2)
    #expect(calls(cook).cookRamen().count == 6)
    #expect(calls(cook).cookRamen(bowls: 1).count == 1)
    #expect(try calls(cook).cookRamen().results.map { try $0.get() } == [true, false, true, true, false, true])
    verify(cook).cookRamen(bowls: 1).wasCalled()
    verify(cook).cookRamen(bowls: 2).wasCalled(5)
    verify(cook).log().wasNeverCalled()
    verifyNoMoreCalls(cook)
    try cook.save(Item(id: 1, name: "x"), at: "p", overwrite: true)
    given(cook).save().willThrow(MyError(code: 3))
    #expect(throws: MyError(code: 3)) { try cook.save(Item(id: 1, name: "x"), at: "p", overwrite: true) }
    given(cook).typed(5).willThrow(MyError(code: 5))
    #expect(throws: MyError(code: 5)) { try cook.typed(5) }
    given(cook).fetch(id: .any).will { id, options in try Task.checkCancellation(); await Task.yield(); return Item(id: id, name: "late") }
    #expect(try await cook.fetch(id: 3, options: [:]).id == 3)
    given(cook).typedAsync(nil).willReturn(Item(id: 0, name: "nil"))
    given(cook).typedAsync(4).willReturn(Item(id: 4, name: "4"))
    #expect(try await cook.typedAsync(nil).name == "nil")
    #expect(try await cook.typedAsync(4).name == "4")
    cook.name = "Bob"
    #expect(cook.name == "Bob")
    given(cook).name.willReturn("Eve")
    #expect(cook.name == "Eve")
    verify(cook).name.wasCalled(.twice)
    verify(cook).name(set: "Bob").wasCalled()
    verify(cook).name(set: .any).wasCalled(1)
    #expect(cook.pair() == (0, ""))
    #expect(cook.maker()(3) == "")
    given(cook).level.willReturn(3)
    #expect(try await cook.level == 3)
    given(cook).log("hi").willReturn()
    cook.log("hi")
    let n = Captor<String>()
    verify(cook).log(.capture(n)).wasCalled()
    #expect(n.last == "hi")
  }
  @Test func forwarding() async throws {
    let cook = MockCook(forwardingTo: RealCook())
    #expect(cook.cookRamen(bowls: 7, soup: .miso, extras: []) == true)
    #expect(cook.name == "Real")
    cook.name = "Zed"
    #expect(cook.name == "Zed")
    #expect(throws: MyError(code: 7)) { try cook.save(Item(id: 1, name: ""), at: "", overwrite: false) }
    #expect(throws: MyError(code: 2)) { try cook.typed(2) }
    let other = MockCook()
    given(other).cookRamen(bowls: 7).willForward(to: RealCook())
    #expect(other.cookRamen(bowls: 7, soup: .miso, extras: []))
    #expect(!other.cookRamen(bowls: 8, soup: .miso, extras: []))
  }
  @Test func messages() async throws {
    let cook = MockCook()
    _ = cook.cookRamen(bowls: 3, soup: .custom("x"), extras: ["egg"])
    let m = collectFailures {
      verify(cook).cookRamen(bowls: 2, soup: .equal(.miso)).wasCalled()
      verify(cook).log("a").wasCalled()
      verify(cook).cookRamen(bowls: 3).wasNeverCalled()
    }
    #expect(m.count == 3)
    #expect(collectFailures { try? cook.save(Item(id: 1, name: "a"), at: "p", overwrite: true); verify(cook).save(.equal(Item(id: 1, name: "b"))).wasCalled() }.count == 1)
    given(cook).fetch(id: 9).willReturn(Item(id: 1, name: "b"))
    await withKnownIssue { _ = try await cook.fetch(id: 3, options: ["a": "b"]) }
    let c2 = MockCook()
    inOrder {
      _ = c2.cookRamen(bowls: 1, soup: .miso, extras: [])
      cook.log("x")
      verify(c2).cookRamen(bowls: 1).wasCalled()
      verify(cook).log("x").wasCalled()
    }
    #expect(collectFailures { inOrder {
      verify(cook).log("x").wasCalled()
      verify(c2).cookRamen(bowls: 1).wasCalled()
    } }.count == 1)
  }
  @MainActor @Test func eventually() async throws {
    let cook = MockCook()
    // The actor is free once the test waits.
    Task { cook.log("late") }
    await verify(cook).log("late").wasCalled(within: .seconds(60))
  }
}
final class CookXCTests: XCTestCase {
  func testX() { let cook = MockCook(); cook.log("a"); verify(cook).log("a").wasCalled() }
}
