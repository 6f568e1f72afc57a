import Foundation
import Mocking
import MockingTestSupport
import XCTest

final class ExpectationTests: XCTestCase {
    func testACallOfAnotherThreadFulfillsAnExpectation() {
        let cook = MockCook()
        let expectation = verify(cook).log("late").expectation()
        Thread.detachNewThread { cook.log("late") }
        wait(for: [expectation], timeout: 60)
        verify(cook).log("late").wasCalled()
    }

    func testACallThatWasMadeFulfillsAnExpectation() {
        let cook = MockCook()
        cook.log("a")
        cook.log("b")
        wait(for: [verify(cook).log().expectation(2)], timeout: 60)
    }
}

/// A test case with strict mocks, as in the article on strictness.
final class StrictTests: XCTestCase {
    override func invokeTest() { withMockBehavior(.strict) { super.invokeTest() } }

    func testMocksAreStrict() {
        XCTAssertEqual(MockCook().mocking.behavior, .strict)
        XCTAssertEqual(MockCook(.relaxed).mocking.behavior, .relaxed)
    }
}
