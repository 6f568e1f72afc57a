import MockSix
import Nimble

// Nimble's `receive` for mocks in style `mocksix`. Copy this file into a target `NimbleMockSix`, or beside your tests.

/// An expectation for one argument of a call.
public struct ReceivedArgument {
    /// The expectation in failures: `"foo"`, `any of ["a", "b"]`.
    public let description: String
    private let matches: (Any?) -> Bool

    /// - Parameter matches: returns true for an argument that is as expected.
    public init(_ description: String, _ matches: @escaping (Any?) -> Bool) {
        self.description = description
        self.matches = matches
    }

    fileprivate static func all(_ expected: [ReceivedArgument], match arguments: [Any?]) -> Bool {
        expected.count == arguments.count && zip(expected, arguments).allSatisfy { $0.matches($1) }
    }
}

/// Expects an argument that is equal to a value.
public func theValue<T: Equatable>(_ value: T) -> ReceivedArgument {
    ReceivedArgument(text(of: value)) { $0 as? T == value }
}

/// Expects an argument that is equal to one of several values.
public func any<T: Equatable>(of values: [T]) -> ReceivedArgument {
    ReceivedArgument("any of [\(values.map(text).joined(separator: ", "))]") { argument in
        (argument as? T).map(values.contains) ?? false
    }
}

/// Expects an argument of the closure's type for which it returns true.
public func any<T>(passing condition: @escaping (T) -> Bool) -> ReceivedArgument {
    ReceivedArgument("any \(T.self) that passes") { argument in (argument as? T).map(condition) ?? false }
}

/// Expects any argument, also `nil`.
public func any() -> ReceivedArgument { ReceivedArgument("anything") { _ in true } }

/// Expects `nil`.
public func nilValue() -> ReceivedArgument {
    ReceivedArgument("nil") { argument in
        guard let argument else { return true }
        // An optional of an optional that is `nil` inside.
        return Mirror(reflecting: argument).displayStyle == .optional && Mirror(reflecting: argument).children.isEmpty
    }
}

/// Matches a mock that received a call of a method, at least once.
///
/// ```swift
/// expect(mock).to(receive(.parse_string, with: [theValue("foo")]))
/// ```
///
/// - Parameter arguments: an expectation for each argument; `nil` for calls with any.
public func receive<T: MockSix.Mock>(_ method: T.MockMethod, with arguments: [ReceivedArgument]? = nil)
    -> Nimble.Matcher<T>
{
    received(method, arguments, "") { $0 > 0 }
}

/// Matches a mock that received exactly this number of calls.
public func receive<T: MockSix.Mock>(_ method: T.MockMethod, times: Int, with arguments: [ReceivedArgument]? = nil)
    -> Nimble.Matcher<T>
{
    received(method, arguments, " exactly \(count(times))") { $0 == times }
}

/// Matches a mock that received this number of calls or more.
public func receive<T: MockSix.Mock>(
    _ method: T.MockMethod, atLeastTimes times: Int, with arguments: [ReceivedArgument]? = nil
) -> Nimble.Matcher<T> {
    received(method, arguments, " at least \(count(times))") { $0 >= times }
}

/// Matches a mock that received this number of calls or fewer.
public func receive<T: MockSix.Mock>(
    _ method: T.MockMethod, atMostTimes times: Int, with arguments: [ReceivedArgument]? = nil
) -> Nimble.Matcher<T> {
    received(method, arguments, " at most \(count(times))") { $0 <= times }
}

private func received<T: MockSix.Mock>(
    _ method: T.MockMethod, _ arguments: [ReceivedArgument]?, _ times: String, _ isExpected: @escaping (Int) -> Bool
) -> Nimble.Matcher<T> {
    let list = arguments.map { " with [\($0.map(\.description).joined(separator: ", "))]" } ?? ""
    return Nimble.Matcher { actual in
        guard let mock = try actual.evaluate() else {
            return MatcherResult(status: .fail, message: .expectedActualValueTo("receive \(method)\(list)\(times)"))
        }
        let calls = mock.invocations.filter { $0.methodID == method.rawValue }
        let matching = calls.filter { call in arguments.map { ReceivedArgument.all($0, match: call.args) } ?? true }
        let others = arguments == nil || calls.isEmpty ? "" : "; its calls: \(calls.map(text).joined(separator: ", "))"
        return MatcherResult(
            bool: isExpected(matching.count),
            message: .expectedCustomValueTo(
                "receive \(method)\(list)\(times)", actual: "\(count(matching.count))\(others)"))
    }
}

private func count(_ times: Int) -> String { times == 1 ? "once" : times == 0 ? "never" : "\(times) times" }

private func text(of call: MockInvocation) -> String {
    "\(call.functionName) with [\(call.args.map { $0.map(text) ?? "nil" }.joined(separator: ", "))]"
}

private func text(of value: Any) -> String { value is String ? "\"\(value)\"" : "\(value)" }
