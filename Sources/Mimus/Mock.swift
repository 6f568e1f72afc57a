internal import Mocking

/// A mock that records its calls by identifiers.
///
/// mockd generates such mocks in style `mimus`. One that is written by hand has a storage and records each call:
///
/// ```swift
/// final class MockScreen: Screen, Mock {
///     let storage = Storage()
///     func show(text: String) { recordCall(withIdentifier: "showText", arguments: [text]) }
/// }
/// ```
public protocol Mock: AnyObject {
    /// The calls and values of the mock.
    var storage: Storage { get }
}

extension Mock {
    /// Records a call.
    ///
    /// - Parameter arguments: `nil` for a call without arguments.
    public func recordCall(withIdentifier callIdentifier: String, arguments: [Any?]? = nil) {
        storage.record(RecordedCall(identifier: callIdentifier, arguments: arguments))
    }

    /// Verifies the calls with an identifier and arguments, and takes those that match: another verification does not
    /// find them.
    ///
    /// - Parameters:
    ///   - arguments: a matcher for each argument; `.none` for a call without arguments.
    ///   - mode: the number of calls that are expected.
    public func verifyCall(
        withIdentifier callIdentifier: String, arguments: Arguments = .none, mode: VerificationMode = .times(1),
        file: StaticString = #filePath, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
        let location = MockLocation(fileID: fileID, filePath: file, line: line, column: column)
        storage.verify(callIdentifier, arguments, mode, location)
    }

    /// Verifies calls for generated code that knows only the file and the line of a test.
    public func verifyCall(
        withIdentifier callIdentifier: String, arguments: Arguments = .none, mode: VerificationMode = .times(1),
        file: StaticString, line: UInt
    ) {
        let location = MockLocation(fileID: file, filePath: file, line: line, column: 1)
        storage.verify(callIdentifier, arguments, mode, location)
    }

    /// Records a call; an earlier name of `recordCall`.
    public func recordInvocation(withIdentifier callIdentifier: String, arguments: [Any?]? = nil) {
        recordCall(withIdentifier: callIdentifier, arguments: arguments)
    }

    /// Verifies calls; an earlier name of `verifyCall`.
    public func verifyInvocation(
        withIdentifier callIdentifier: String, arguments: Arguments = .none, mode: VerificationMode = .times(1),
        file: StaticString = #filePath, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
        verifyCall(
            withIdentifier: callIdentifier, arguments: arguments, mode: mode, file: file, fileID: fileID, line: line,
            column: column)
    }
}

/// The number of calls that a verification expects.
public enum VerificationMode: Sendable {
    /// No call.
    case never
    /// That many calls, or more.
    case atLeast(Int)
    /// That many calls, or fewer.
    case atMost(Int)
    /// Exactly that many calls.
    case times(Int)
}

/// The arguments that a verification expects.
public enum Arguments: ExpressibleByArrayLiteral {
    /// Any arguments.
    case any
    /// A matcher for each argument; `nil` for `nil`.
    case actual([(any Matcher)?])
    /// A call without arguments.
    case none

    /// Creates the arguments from their matchers.
    public init(arrayLiteral elements: (any Matcher)?...) { self = .actual(elements) }
}
