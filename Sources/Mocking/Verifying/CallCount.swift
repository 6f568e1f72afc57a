/// How often a call is expected.
///
/// ```swift
/// verify(cook).log().wasCalled(3)
/// verify(cook).log().wasCalled(.atLeast(1))
/// ```
public struct CallCount: Sendable, Equatable, ExpressibleByIntegerLiteral {
    let lower: Int
    /// Nothing if there is no limit.
    let upper: Int?

    /// Not at all.
    public static let never = CallCount(lower: 0, upper: 0)
    /// One time.
    public static let once = exactly(1)
    /// Two times.
    public static let twice = exactly(2)
    /// One time or more often.
    public static let atLeastOnce = atLeast(1)

    /// This many times.
    public static func exactly(_ count: Int) -> CallCount { CallCount(lower: count, upper: count) }

    /// This many times or more often.
    public static func atLeast(_ count: Int) -> CallCount { CallCount(lower: count, upper: nil) }

    /// This many times or less often.
    public static func atMost(_ count: Int) -> CallCount { CallCount(lower: 0, upper: count) }

    /// A number of times in a range, for example `.between(1...3)`.
    public static func between(_ range: ClosedRange<Int>) -> CallCount {
        CallCount(lower: range.lowerBound, upper: range.upperBound)
    }

    /// A number of times between two, both included.
    public static func between(_ lower: Int, _ upper: Int) -> CallCount { between(lower...upper) }

    /// Makes the count `3` of the literal `3`.
    public init(integerLiteral value: Int) { self = .exactly(value) }

    private init(lower: Int, upper: Int?) {
        self.lower = lower
        self.upper = upper
    }

    func accepts(_ count: Int) -> Bool { count >= lower && count <= upper ?? .max }

    func isExceeded(by count: Int) -> Bool { count > upper ?? .max }

    /// "exactly 2 calls", as it reads after "expected".
    var text: String {
        switch (lower, upper) {
        case (0, 0): "no call"
        case (let count, nil): "at least \(Self.calls(count))"
        case (let lower, let upper?) where lower == upper: "exactly \(Self.calls(lower))"
        case (0, let upper?): "at most \(Self.calls(upper))"
        case (let lower, let upper?): "between \(lower) and \(Self.calls(upper))"
        }
    }

    private static func calls(_ count: Int) -> String { count == 1 ? "1 call" : "\(count) calls" }
}
