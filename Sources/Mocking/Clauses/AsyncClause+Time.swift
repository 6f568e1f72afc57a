extension AsyncClause where Mode: StubbingMode {
    /// Returns a value after a delay, for example `willReturn(miso, after: .milliseconds(10))`.
    ///
    /// A cancelled call returns at once.
    @discardableResult
    public func willReturn(
        _ value: Returns, after delay: Duration, times: Int? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        let body = AsyncBodyBox<Arguments, Returns> { _ in
            try? await Task.sleep(for: delay)
            return value
        }
        return adding(
            .asyncBody(body), .init(times: times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Throws an error after a delay.
    @discardableResult
    public func willThrow(
        _ error: Failure, after delay: Duration, times: Int? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        let body = AsyncBodyBox<Arguments, Returns> { _ in
            try? await Task.sleep(for: delay)
            throw error
        }
        return adding(
            .asyncBody(body), .init(times: times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Holds calls until the test resumes them, so that it can check the state in the meantime.
    ///
    /// ```swift
    /// let held = given(cook).fetch().willHold()
    /// async let loading: Void = screen.load()
    /// await held.call()
    /// #expect(screen.showsSpinner)
    /// held.resume(returning: miso)
    /// ```
    public func willHold(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> HeldCalls<Returns, Failure> {
        let held = HeldCalls<Returns, Failure>(of: __state.core.name, __state.text)
        let body = AsyncBodyBox<Arguments, Returns> { _ in try await held.outcome() }
        _ = adding(
            .asyncBody(body), .natural,
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
        return held
    }
}

extension AsyncClause where Mode: StubbingMode, Returns == Void {
    /// Returns after a delay, for example `willReturn(after: .milliseconds(10))`.
    ///
    /// A cancelled call returns at once.
    @discardableResult
    public func willReturn(
        after delay: Duration, times: Int? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        willReturn((), after: delay, times: times, fileID: fileID, filePath: filePath, line: line, column: column)
    }
}
