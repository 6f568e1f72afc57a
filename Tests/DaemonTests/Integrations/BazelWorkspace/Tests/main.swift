import Kitchen
import Mocking
import Pantry
import Waiter
import XCTest

final class MealTests: XCTestCase {
    func testAMealIsTasted() {
        let chef = MockChef()
        given(chef).jar("plums").willReturn(Jar(label: "plums"))
        given(chef).cook(.equal(Jar(label: "plums"))).willReturn("jam")
        given(chef).taste("jam").willReturn(true)
        XCTAssertEqual(Waiter(chef: chef).serve("plums"), "jam")
        verify(chef).taste("jam").wasCalled()
    }
}

XCTMain([testCase([("testAMealIsTasted", MealTests.testAMealIsTasted)])])
