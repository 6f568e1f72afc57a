public import Mocking
public import XCTest

extension ClauseProtocol where Mode == Verifying {
    /// Returns an expectation that is fulfilled once the expected number of calls is reached, for tests that cannot
    /// `await`.
    ///
    /// ```swift
    /// wait(for: [verify(cook).log("late").expectation()], timeout: 1)
    /// ```
    ///
    /// Without a description, a timeout message names the awaited call.
    public func expectation(_ count: CallCount = .atLeastOnce, description: String? = nil) -> XCTestExpectation {
        let expectation = XCTestExpectation(description: description ?? __description(count))
        __whenCalled(count) { expectation.fulfill() }
        return expectation
    }
}
