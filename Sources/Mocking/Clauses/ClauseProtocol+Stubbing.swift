extension ClauseProtocol where Mode: StubbingMode {
    /// Returns the values one after the other; the last one repeats.
    ///
    /// ```swift
    /// given(cook).fetch().willReturn(miso)               // always miso
    /// given(cook).fetch().willReturn(miso, shoyu)        // miso once, then shoyu forever
    /// ```
    @discardableResult
    public func willReturn(
        _ value: Returns, _ more: Returns...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        let location = MockLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        return more.reduce(adding(.value(Box(value)), .natural, location)) { clause, next in
            clause.adding(.value(Box(next)), .natural, location)
        }
    }

    /// Returns a value a number of times; then the next step of the chain or an older stub answers.
    @discardableResult
    public func willReturn(
        _ value: Returns, times: Int,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        adding(
            .value(Box(value)), .times(times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Returns the values in a cycle, for example `willReturn(cycling: [.red, .green])`.
    @discardableResult
    public func willReturn(
        cycling values: [Returns],
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        let location = MockLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        guard !values.isEmpty else {
            Failures.report("\(__state.core.name): a cycle for \(__state.text) needs at least one value", at: location)
            return self
        }
        __state.append(StubStep(actions: values.map { .value(Box($0)) }, .forever), at: location)
        return self
    }

    /// Throws an error, forever or a number of times.
    @discardableResult
    public func willThrow(
        _ error: Failure, times: Int? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        adding(
            .failure(error), .init(times: times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Forwards calls to the mock's target: `MockCook(forwardingTo: real)`.
    @discardableResult
    public func willForward(
        times: Int? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        adding(
            .forward(nil), .init(times: times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Forwards calls to an object, for example `given(cook).fetch(id: 7).willForward(to: otherCook)`.
    @discardableResult
    public func willForward(
        to target: Mode.Target, times: Int? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        adding(
            .forward(TargetBox(target)), .init(times: times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Calls the superclass; for mocks of classes.
    @discardableResult
    public func willCallSuper(
        times: Int? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        adding(
            .callSuper, .init(times: times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Returns the default value of an unstubbed call; a strict mock does not report the call.
    @discardableResult
    public func willReturnDefault(
        times: Int? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        adding(
            .useDefault, .init(times: times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Removes all stubs of the member, for any arguments: `given(cook).log().clearStubs()`.
    public func clearStubs() { __state.clearStubs() }

    func adding(
        _ action: StubAction, _ duration: StubStep.Duration, _ location: MockLocation
    ) -> Self {
        __state.append(StubStep(action, duration), at: location)
        return self
    }
}

extension ClauseProtocol {
    /// Returns a value until a condition is true; then the next step of the chain or an older stub answers.
    @discardableResult
    public func willReturn<Target>(
        _ value: Returns, until condition: @escaping () -> Bool,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self where Mode == Stubbing<Target> {
        adding(
            .value(Box(value)), .until(condition),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Returns a value until a condition is true, which may be evaluated on any actor or thread; then the next step of
    /// the chain or an older stub answers.
    @discardableResult
    public func willReturn<Target>(
        _ value: Returns, until condition: @escaping @Sendable () -> Bool,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self where Mode == SendableStubbing<Target> {
        adding(
            .value(Box(value)), .until(condition),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Returns a value until a condition is true, which is evaluated on the main actor; then the next step of the chain
    /// or an older stub answers.
    @discardableResult
    public func willReturn<Target>(
        _ value: Returns, until condition: @escaping @MainActor () -> Bool,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self where Mode == MainActorStubbing<Target> {
        adding(
            .value(Box(value)), .until { MainActorBody.run({ _ in condition() }, ()) },
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }
}

extension ClauseProtocol where Mode: StubbingMode, Returns == Void {
    /// Does nothing; a strict mock does not report the call.
    @discardableResult
    public func willReturn(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        adding(
            .value(Box(())), .natural,
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Does nothing a number of times.
    @discardableResult
    public func willReturn(
        times: Int,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        adding(
            .value(Box(())), .times(times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }
}
