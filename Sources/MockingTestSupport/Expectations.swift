public import Mocking
public import XCTest

extension ClauseProtocol where Mode == Verifying {
    /// An expectation that is fulfilled once the call has been made often enough, for tests that cannot `await`.
    ///
    /// ```swift
    /// wait(for: [verify(cook).log("late").expectation()], timeout: 1)
    /// ```
    public func expectation(_ count: CallCount = .atLeastOnce, description: String = "a call") -> XCTestExpectation {
        let expectation = XCTestExpectation(description: description)
        __whenCalled(count) { expectation.fulfill() }
        return expectation
    }
}
