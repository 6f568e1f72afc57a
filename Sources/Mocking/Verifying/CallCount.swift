/// An expected number of calls.
///
/// ```swift
/// verify(cook).log().wasCalled(3)
/// verify(cook).log().wasCalled(.atLeast(1))
/// verify(cook).log().wasCalled(.exactly(2).or(.atLeast(5)))
/// ```
public struct CallCount: Sendable, Equatable, ExpressibleByIntegerLiteral {
    /// Ascending and separated by gaps; `Int.max` means no limit.
    private let ranges: [ClosedRange<Int>]

    /// No calls.
    public static let never = CallCount([0...0])
    /// One call.
    public static let once = exactly(1)
    /// Two calls.
    public static let twice = exactly(2)
    /// One call or more.
    public static let atLeastOnce = atLeast(1)

    /// Exactly this number of calls.
    public static func exactly(_ count: Int) -> CallCount { CallCount([count...count]) }

    /// This number of calls or more.
    public static func atLeast(_ count: Int) -> CallCount { CallCount([count...Int.max]) }

    /// This number of calls or fewer.
    public static func atMost(_ count: Int) -> CallCount { CallCount(count < 0 ? [] : [0...count]) }

    /// A number of calls in a range, for example `.between(1...3)`.
    public static func between(_ range: ClosedRange<Int>) -> CallCount { CallCount([range]) }

    /// A number of calls between two bounds, both included.
    public static func between(_ lower: Int, _ upper: Int) -> CallCount { between(lower...upper) }

    /// Any number of calls except those of another count, for example `.not(.exactly(2))`.
    public static func not(_ count: CallCount) -> CallCount {
        var rest: [ClosedRange<Int>] = []
        var start: Int? = 0
        for range in count.ranges {
            if let first = start, first < range.lowerBound { rest.append(first...(range.lowerBound - 1)) }
            start = range.upperBound == .max ? nil : range.upperBound + 1
        }
        if let start { rest.append(start...Int.max) }
        return CallCount(rest)
    }

    /// A number of calls that one of two counts accepts, for example `.never.or(.atLeast(3))`.
    public func or(_ other: CallCount) -> CallCount {
        let sorted = (ranges + other.ranges).sorted { $0.lowerBound < $1.lowerBound }
        return CallCount(
            sorted.reduce(into: []) { merged, range in
                guard let last = merged.last, last.upperBound == .max || range.lowerBound <= last.upperBound + 1 else {
                    return merged.append(range)
                }
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            })
    }

    /// A number of calls that both counts accept, for example `.atLeast(2).and(.not(.exactly(4)))`.
    public func and(_ other: CallCount) -> CallCount { .not(.not(self).or(.not(other))) }

    /// Creates the count `3` from the literal `3`.
    public init(integerLiteral value: Int) { self = .exactly(value) }

    private init(_ ranges: [ClosedRange<Int>]) { self.ranges = ranges }

    /// The smallest accepted number.
    var lower: Int { ranges.first?.lowerBound ?? .max }

    func accepts(_ count: Int) -> Bool { ranges.contains { $0.contains(count) } }

    /// True if the count is too high, so that further calls cannot help.
    func isExceeded(by count: Int) -> Bool { count > ranges.last?.upperBound ?? -1 }

    /// True if further calls cannot change the result.
    func isDecided(by count: Int) -> Bool {
        guard let last = ranges.last else { return true }
        return last.upperBound == .max ? count >= last.lowerBound : count > last.upperBound
    }

    /// "exactly 2 calls", as it reads after "expected".
    var text: String {
        switch ranges {
        case []: "an impossible number of calls"
        case [0...0]: "no call"
        default:
            ranges.map(Self.text).joined(separator: " or ")
                + (ranges.last.map(Self.isAboutOne) == true ? " call" : " calls")
        }
    }

    private static func text(of range: ClosedRange<Int>) -> String {
        switch (range.lowerBound, range.upperBound) {
        case (0, 0): "none"
        case (let lower, Int.max): "at least \(lower)"
        case (let lower, let upper) where lower == upper: "exactly \(upper)"
        case (0, let upper): "at most \(upper)"
        case (let lower, let upper): "between \(lower) and \(upper)"
        }
    }

    private static func isAboutOne(_ range: ClosedRange<Int>) -> Bool {
        (range.upperBound == .max ? range.lowerBound : range.upperBound) == 1
    }
}
