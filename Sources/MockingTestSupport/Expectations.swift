public import Mocking
public import XCTest

extension ClauseProtocol where Mode == Verifying {
    /// An expectation that is fulfilled once the call has been made often enough, for tests that cannot `await`.
    ///
    /// ```swift
    /// wait(for: [verify(cook).log("late").expectation()], timeout: 1)
    /// ```
    ///
    /// Without a description of your own it says which call it waits for when the time is up.
    public func expectation(_ count: CallCount = .atLeastOnce, description: String? = nil) -> XCTestExpectation {
        let expectation = XCTestExpectation(description: description ?? __description(count))
        __whenCalled(count) { expectation.fulfill() }
        return expectation
    }
}
