extension Clause {
    /// Answers calls with a closure, for example `.will { bowls, soup, extras in bowls > 3 }`, forever or a number of
    /// times: `.will(times: 2) { bowls, soup, extras in false }`.
    ///
    /// For typed throws, write the error type in the closure: `.will { n throws(MyError) in throw MyError() }`.
    @discardableResult
    public func will<Target>(
        times: Int? = nil,
        _ body: @escaping (Arguments) throws(Failure) -> Returns,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self where Mode == Stubbing<Target> {
        adding(
            .body(SyncBody<Arguments, Returns> { try body($0) }), .init(times: times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Answers calls with a closure that may run on any actor or thread.
    @discardableResult
    public func will<Target>(
        times: Int? = nil,
        _ body: @escaping @Sendable (Arguments) throws(Failure) -> Returns,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self where Mode == SendableStubbing<Target> {
        adding(
            .body(SyncBody<Arguments, Returns> { try body($0) }), .init(times: times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Answers calls with a closure that runs on the main actor, where the mock is called.
    @discardableResult
    public func will<Target>(
        times: Int? = nil,
        _ body: @escaping @MainActor (Arguments) throws(Failure) -> Returns,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self where Mode == MainActorStubbing<Target> {
        adding(
            .body(SyncBody<Arguments, Returns> { try MainActorBody.run(body, $0) }), .init(times: times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }
}

extension AsyncClause {
    /// Answers calls with a closure that may suspend.
    @discardableResult
    public func will<Target>(
        times: Int? = nil,
        _ body: nonisolated(nonsending) @escaping (Arguments) async throws(Failure) -> Returns,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self where Mode == Stubbing<Target> {
        adding(
            .asyncBody(AsyncBodyBox<Arguments, Returns> { try await body($0) }), .init(times: times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Answers calls with a closure that may run on any actor or thread and may suspend.
    @discardableResult
    public func will<Target>(
        times: Int? = nil,
        _ body: nonisolated(nonsending) @escaping @Sendable (Arguments) async throws(Failure) -> Returns,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self where Mode == SendableStubbing<Target> {
        adding(
            .asyncBody(AsyncBodyBox<Arguments, Returns> { try await body($0) }), .init(times: times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Answers calls with a closure that runs on the main actor and may suspend.
    @discardableResult
    public func will<Target>(
        times: Int? = nil,
        _ body: @escaping @MainActor (Arguments) async throws(Failure) -> Returns,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self where Mode == MainActorStubbing<Target> {
        adding(
            .asyncBody(AsyncBodyBox<Arguments, Returns> { try await MainActorBody.run(body, $0) }), .init(times: times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }
}

extension BodyClause where Mode: StubbingMode {
    /// Answers calls with a closure of the member's own type, for example `.will { n, k in n += k }` for `inout n`.
    @discardableResult
    public func will(
        times: Int? = nil,
        _ body: Body,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        adding(
            .custom(Box(body)), .init(times: times),
            MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }
}
