// swift-format-ignore-file
import Mocking
import Testing
@Test func threads() async {
  let cook = MockCook()
  given(cook).cookRamen(bowls: .greater(than: 500)).willReturn(true, false, true)
  await withTaskGroup(of: Void.self) { g in
    for t in 0..<8 { g.addTask { for i in 0..<500 { _ = cook.cookRamen(bowls: i * t, soup: .miso, extras: []); cook.name = "\(i)"; if i % 50 == 0 { given(cook).log().willReturn(); _ = calls(cook).cookRamen().count } } } }
  }
  verify(cook).cookRamen().wasCalled(4000)
}
@MainActor @Test func eventuallyBlock() async {
  let cook = MockCook(), other = MockCook()
  // The actor is free once the test waits.
  Task { cook.log("a"); other.log("b") }
  await eventually(within: .seconds(60)) {
    verify(cook).log("a").wasCalled()
    inOrder {
      verify(cook).log("a").wasCalled()
      verify(other).log("b").wasCalled()
    }
  }
}
