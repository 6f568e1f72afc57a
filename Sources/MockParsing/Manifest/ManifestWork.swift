/// Counts the work that reading a manifest takes: the text may be anybody's, and a few lines of it can ask for lists of
/// lists of lists. A step is an expression, a statement, or some elements that are copied or compared.
package final class ManifestWork {
    static let maximumSteps = 1_000_000

    package private(set) var steps = 0

    package init() {}

    /// Takes note of work; returns whether it may be done.
    func spend(_ count: Int = 1) -> Bool {
        // What is beyond the limit is not counted: the sum must not overflow.
        steps = count > Self.maximumSteps - steps ? Self.maximumSteps + 1 : steps + count
        return steps <= Self.maximumSteps
    }

    /// The same for elements that are copied, which takes less time than to evaluate an expression.
    func copy(_ count: Int) -> Bool { spend(1 + count / 16) }
}
