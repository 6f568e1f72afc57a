extension ClauseProtocol where Mode == Verifying {
    /// Verifies the number of matching calls, and returns the arguments of each.
    ///
    /// ```swift
    /// verify(cook).cookRamen(bowls: 2).wasCalled()            // exactly once
    /// verify(cook).log().wasCalled(.atLeast(1))
    /// ```
    ///
    /// To verify in a helper function, give it the last four parameters and pass them on: failures then point to its
    /// caller.
    ///
    /// With `consuming: true`, the calls do not count for later verifications.
    @discardableResult
    public func wasCalled(
        _ count: CallCount = .once, consuming: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> [Arguments] {
        let location = MockLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        return Verification(__state, count, consuming: consuming, at: location).run()
    }

    /// Verifies that no call matches.
    public func wasNeverCalled(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let location = MockLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        _ = Verification(__state, .never, consuming: false, at: location).run()
    }

    /// Not available: the name is ``wasNeverCalled(fileID:filePath:line:column:)``.
    @available(*, unavailable, renamed: "wasNeverCalled()")
    public func wasNotCalled() {}

    /// Waits for the expected number of matching calls, and returns the arguments of each.
    ///
    /// A count without an upper bound passes as soon as it is reached. One with an upper bound (`.never`, `.atMost`,
    /// `.once`, a number) must hold until the time is up, and fails as soon as it is exceeded.
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
