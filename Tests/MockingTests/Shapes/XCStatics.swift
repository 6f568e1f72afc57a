// swift-format-ignore-file
import Mocking
import XCTest
final class XCStatics: XCTestCase {
  func test1() throws { given(MockFactory.statics).shared(1).willReturn("x"); XCTAssertEqual(try MockFactory.shared(1), "x") }
  func test2() throws { XCTAssertEqual(try MockFactory.shared(1), ""); verify(MockFactory.statics).shared(1).wasCalled() }
}
