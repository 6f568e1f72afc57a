/// Counts the work of one mock and limits it.
///
/// Typealiases, conditions and same-type requirements can cause exponential work in a few lines, and nested lists
/// quadratic work in a file of ordinary size. A unit of work is a part of a type that is copied or compared, or a list
/// entry that is visited. Time does not count, so the same sources produce the same mocks on every machine.
package final class WorkBudget {
    /// The limit for one mock. A protocol of a thousand members costs some hundred thousand units.
    package static let perMock = 3_000_000
    /// The limit for all mocks of one source; each mock gets at least ``least``.
    package static let perSource = 6_000_000
    /// The cost of twenty members.
    static let least = 2_000
    /// The cost of planning and printing a member.
    static let perMember = 100
    /// The cost of resolving a typealias, beyond its parts.
    static let perAlias = 50
    /// The maximum number of parent levels. Each is one more call on the stack.
    static let maximumDepth = 1000

    package let limit: Int
    package private(set) var spent = 0

    package init(limit: Int = WorkBudget.perMock) { self.limit = limit }

    /// The budget of the next mock of a source whose earlier mocks spent this much.
    package convenience init(ofSourceThatSpent spent: Int) {
        self.init(limit: max(Self.least, min(Self.perMock, Self.perSource - spent)))
    }

    package var isExhausted: Bool { spent > limit }

    /// Counts work; returns false if the limit is exceeded.
    @discardableResult
    func spend(_ units: Int = 1) -> Bool {
        // Work beyond the limit is not added: the sum must not overflow.
        spent = units > limit - spent ? limit + 1 : spent + units
        return spent <= limit
    }

    /// Counts the comparison of every item of one list with every item of another.
    @discardableResult
    func spend(_ left: Int, times right: Int) -> Bool {
        let (product, overflow) = left.multipliedReportingOverflow(by: right)
        return spend(overflow ? .max : product)
    }
}
