extension Arguments {
    /// The differences in a call's arguments; empty if they match.
    func mismatches(_ actual: [Any?]?) -> [String] {
        switch self {
        case .any: return []
        case .none: return actual == nil ? [] : ["Expected no arguments, but was \(described(actual))."]
        case .actual(let expected):
            let actual = actual ?? []
            guard expected.count == actual.count else {
                return ["Expected \(expected.count) arguments, but was \(described(actual))."]
            }
            return zip(expected, actual).enumerated().compactMap { index, pair in
                let (matcher, argument) = pair
                let isMatch = matcher?.matches(argument: argument) ?? (argument == nil)
                if isMatch { return nil }
                let text = matcher?.mismatchMessage(for: argument) ?? mismatch(nil, argument)
                return "Mismatch in argument #\(index) - \(text)"
            }
        }
    }
}

extension VerificationMode {
    /// The failure of a verification; `nil` if the number of calls is as expected.
    ///
    /// - Parameter mismatches: the differences of each call with the identifier that has other arguments.
    func failure(_ identifier: String, count: Int, _ mismatches: [String]) -> String? {
        let times: String
        switch self {
        case .never where count > 0:
            return "Expected no call with identifier \(identifier), but \(Self.calls(count)) recorded."
        case .atMost(let limit) where count > limit:
            return
                "Expected at most \(limit) of the calls with identifier \(identifier), but \(Self.calls(count)) recorded."
        case .atLeast(let limit) where count < limit: times = "at least \(limit)"
        case .times(let number) where count != number: times = "\(number)"
        default: return nil
        }
        if count == 0, mismatches.isEmpty { return "No call with identifier \(identifier) was captured." }
        if count == 0 {
            let number = mismatches.count == 1 ? "once" : "\(mismatches.count) times"
            return
                "Call with identifier \(identifier) was recorded \(number), but arguments didn't match.\n\(Self.text(of: mismatches))"
        }
        let number = count == 1 ? "once" : "\(count) times"
        let more = mismatches.isEmpty ? "" : "\nOther calls with other arguments:\n\(Self.text(of: mismatches))"
        return "Call with identifier \(identifier) was recorded \(number), but expected \(times).\(more)"
    }

    private static func calls(_ count: Int) -> String { count == 1 ? "one was" : "\(count) were" }

    private static func text(of mismatches: [String]) -> String {
        guard mismatches.count > 1 else { return mismatches.joined() }
        return mismatches.enumerated().map { "Mismatched call #\($0.offset + 1):\n\($0.element)" }
            .joined(separator: "\n\n")
    }
}

/// The value in the form of messages: `<(42)>`.
func described(_ value: Any?) -> String { value.map { "<(\($0))>" } ?? "<(nil)>" }

func mismatch(_ expected: Any?, _ actual: Any?) -> String {
    "expected \(described(expected)), but was \(described(actual))."
}

/// True if two values are equal, or are the same object.
func areEqual(_ first: Any?, _ second: Any?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    func isEqual<T: Equatable>(_ value: T) -> Bool { value == second as? T }
    if let first = first as? any Equatable { return isEqual(first) }
    return type(of: first) is AnyClass && first as AnyObject === second as AnyObject
}
