internal import Mocking
internal import XCTest

/// Empties the static mocks after each test of XCTest, which has no notion of a test-local value.
final class StaticMocksObserver: NSObject, XCTestObservation {
    nonisolated(unsafe) static let shared = StaticMocksObserver()  // it has no state

    func testCaseDidFinish(_ testCase: XCTestCase) { __clearProcessWideStaticMocks() }
}
