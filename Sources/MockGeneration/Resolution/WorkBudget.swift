/// Counts the work that one mock takes, and says when it is too much.
///
/// Typealiases, conditions and same-type requirements can ask for exponential work in a few lines, and lists in lists
/// for quadratic work in a file of ordinary size. A unit of work is a part of a type that is copied or compared, or an
/// entry of a list that is looked at; time plays no role, so the same sources get the same mocks on every machine.
package final class WorkBudget {
    /// Work for one mock. A protocol of a thousand members takes some hundred thousand units.
    package static let perMock = 3_000_000
    /// Work for all mocks of one source; each of them gets ``least`` at any rate.
    package static let perSource = 6_000_000
    /// Twenty members take as much.
    static let least = 2_000
    /// What a member costs that is planned and printed.
    static let perMember = 100
    /// What it costs to find out what a name stands for, beyond its parts.
    static let perAlias = 50
    /// How many levels of parents there may be. Each is a call deeper on the stack.
    static let maximumDepth = 1000

    package let limit: Int
    package private(set) var spent = 0

    package init(limit: Int = WorkBudget.perMock) { self.limit = limit }

    /// The budget of the next mock of a source whose mocks have taken so much work before.
    package convenience init(ofSourceThatSpent spent: Int) {
        self.init(limit: max(Self.least, min(Self.perMock, Self.perSource - spent)))
    }

    package var isExhausted: Bool { spent > limit }

    /// Takes note of work; returns whether it may be done.
    @discardableResult
    func spend(_ units: Int = 1) -> Bool {
        // What is beyond the limit is not counted: the sum must not overflow.
        spent = units > limit - spent ? limit + 1 : spent + units
        return spent <= limit
    }

    /// Takes note of comparing so many things with so many others.
    @discardableResult
    func spend(_ left: Int, times right: Int) -> Bool {
        let (product, overflow) = left.multipliedReportingOverflow(by: right)
        return spend(overflow ? .max : product)
    }
}
