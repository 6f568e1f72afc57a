internal import Mocking

extension Mock {
    /// Answers all calls of a method with a value, whose type must be that of the method's result.
    public func stub<T>(
        _ method: MockMethod, andReturn value: T, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        let location = MockLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        mockSixLock.stub(method.rawValue, location) { _, _ in value }
    }

    /// Answers the first calls of a method with a value, and the others with another one.
    ///
    /// - Parameter times: the number of calls that get the first value.
    public func stub<T>(
        _ method: MockMethod, andReturn firstValue: T, times: Int, afterwardsReturn secondValue: T,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let location = MockLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        mockSixLock.stub(method.rawValue, location) { _, call in call < times ? firstValue : secondValue }
    }

    /// Answers all calls of a method with a closure.
    ///
    /// - Parameter block: gets the arguments of the call. An error of it reaches the caller if the method throws.
    public func stub<T>(
        _ method: MockMethod, withBlock block: @escaping ([Any?]) throws -> T, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let location = MockLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        mockSixLock.stub(method.rawValue, location) { arguments, _ in try block(arguments) }
    }

    /// Removes the stub of a method: its calls return the mock's own value again.
    public func unstub(_ method: MockMethod) { mockSixLock.unstub(method.rawValue) }
}
