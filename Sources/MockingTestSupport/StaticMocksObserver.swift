internal import Mocking
internal import XCTest

/// Empties the static mocks after each XCTest test, because XCTest has no test-local values.
final class StaticMocksObserver: NSObject, XCTestObservation {
    nonisolated(unsafe) static let shared = StaticMocksObserver()  // it has no state

    func testCaseDidFinish(_ testCase: XCTestCase) { __clearProcessWideStaticMocks() }
}
