extension ClauseProtocol where Mode: StubbingMode {
    /// Returns a value, then the next ones; the last one repeats.
    ///
    /// ```swift
    /// given(cook).fetch().willReturn(miso)               // always miso
    /// given(cook).fetch().willReturn(miso, shoyu)        // miso once, then shoyu for ever
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

    /// Returns a value a number of times; then the next step of the chain or an older stub takes over.
    @discardableResult
    public func willReturn(
        _ value: Returns, times: Int,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        adding(
            .value(Box(value)), .times(times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Returns values over and over, for example `willReturn(cycling: [.red, .green])`.
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

    /// Throws an error, for ever or a number of times.
    @discardableResult
    public func willThrow(
        _ error: Failure, times: Int? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        adding(
            .failure(error), .init(times: times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Passes calls on to the object the mock was made with: `MockCook(forwardingTo: real)`.
    @discardableResult
    public func willForward(
        times: Int? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        adding(
            .forward(nil), .init(times: times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Passes calls on to an object, for example `given(cook).fetch(id: 7).willForward(to: otherCook)`.
    @discardableResult
    public func willForward(
        to target: Mode.Target, times: Int? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        adding(
            .forward(TargetBox(target)), .init(times: times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Runs the code of the superclass; for mocks of classes.
    @discardableResult
    public func willCallSuper(
        times: Int? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        adding(
            .callSuper, .init(times: times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Returns what an unstubbed call would return; a strict mock takes it as expected.
    @discardableResult
    public func willReturnDefault(
        times: Int? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        adding(
            .useDefault, .init(times: times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Forgets what the member was told to do, whatever the arguments: `given(cook).log().clearStubs()`.
    public func clearStubs() { __state.clearStubs() }

    func adding(
        _ action: StubAction, _ duration: StubStep.Duration, _ location: MockLocation
    ) -> Self {
        __state.append(StubStep(action, duration), at: location)
        return self
    }
}

extension ClauseProtocol {
    /// Returns a value until a condition holds; then the next step of the chain or an older stub takes over.
    @discardableResult
    public func willReturn<Target>(
        _ value: Returns, until condition: @escaping () -> Bool,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self where Mode == Stubbing<Target> {
        adding(
            .value(Box(value)), .until(condition),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Returns a value until a condition holds, which may be asked for anywhere; then the next step of the chain or an
    /// older stub takes over.
    @discardableResult
    public func willReturn<Target>(
        _ value: Returns, until condition: @escaping @Sendable () -> Bool,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self where Mode == SendableStubbing<Target> {
        adding(
            .value(Box(value)), .until(condition),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Returns a value until a condition holds, which is asked for on the main actor; then the next step of the chain or
    /// an older stub takes over.
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
    /// Does nothing; a strict mock takes the call as expected.
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
