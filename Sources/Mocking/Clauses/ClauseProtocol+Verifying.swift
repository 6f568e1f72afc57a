extension ClauseProtocol where Mode == Verifying {
    /// Checks how often the call was made, and returns the arguments of each time.
    ///
    /// ```swift
    /// verify(cook).cookRamen(bowls: 2).wasCalled()            // exactly once
    /// verify(cook).log().wasCalled(.atLeast(1))
    /// ```
    ///
    /// A helper of your own takes the last four parameters and hands them on, and failures point to its caller.
    ///
    /// With `consuming: true` it also takes the calls away, so that later verifications do not count them again.
    @discardableResult
    public func wasCalled(
        _ count: CallCount = .once, consuming: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> [Arguments] {
        let location = MockLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        return Verification(__state, count, consuming: consuming, at: location).run()
    }

    /// Checks that the call was not made.
    public func wasNeverCalled(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let location = MockLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        _ = Verification(__state, .never, consuming: false, at: location).run()
    }

    /// Waits for the call to be made as often as expected, and returns the arguments of each time.
    ///
    /// A count without an upper bound is met as soon as it is reached. One with an upper bound (`.never`, `.atMost`,
    /// `.once`, a number) has to hold until the time is up, and fails at once when it is exceeded.
    @discardableResult
    public nonisolated(nonsending) func wasCalled(
        _ count: CallCount = .atLeastOnce, within duration: Duration, consuming: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async -> [Arguments] {
        let location = MockLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        let verification = Verification(__state, count, within: duration, consuming: consuming, at: location)
        await CallWaiter.waitForCalls(within: duration) { verification.isDecided }
        return verification.run()
    }
}
