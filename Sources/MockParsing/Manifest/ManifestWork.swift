/// Counts the work of reading a manifest. The text is untrusted, and a few lines can create lists of lists of lists. A
/// step is an expression, a statement, or some elements that are copied or compared.
package final class ManifestWork {
    static let maximumSteps = 250_000

    package private(set) var steps = 0

    package init() {}

    /// Counts work; returns false if the limit is exceeded.
    func spend(_ count: Int = 1) -> Bool {
        // Work beyond the limit is not added: the sum must not overflow.
        steps = count > Self.maximumSteps - steps ? Self.maximumSteps + 1 : steps + count
        return steps <= Self.maximumSteps
    }

    /// Counts copied elements; copying takes less time than evaluating an expression.
    func copy(_ count: Int) -> Bool { spend(1 + count / 16) }
}
