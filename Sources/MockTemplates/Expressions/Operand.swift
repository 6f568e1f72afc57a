/// A value with its filters, or the whole numbers between two values: `1...count`.
final class Operand: Sendable {
    private let chain: FilterChain
    /// The end of a range.
    private let end: FilterChain?

    init(_ chain: FilterChain) {
        self.chain = chain
        end = nil
    }

    init(_ written: String, _ compiler: TemplateCompiler) {
        let ends = written.split(separator: "...", omittingEmptySubsequences: false).map(String.init)
        chain = FilterChain(ends.count == 2 ? ends[0] : written, compiler)
        end = ends.count == 2 ? FilterChain(ends[1], compiler) : nil
    }

    func value(in rendering: inout Rendering) throws -> RenderValue {
        let value = try chain.value(in: &rendering)
        guard let end else { return value }
        guard case .integer(let first) = value, case .integer(let last) = try end.value(in: &rendering) else {
            throw TemplateFailure("the ends of a range must be whole numbers")
        }
        let (lower, upper) = (min(first, last), max(first, last))
        let (length, overflow) = upper.subtractingReportingOverflow(lower)
        try rendering.spend(elements: overflow ? .max : length)
        let numbers = (lower...upper).map { RenderValue.integer($0) }
        return .list(first > last ? numbers.reversed() : numbers)
    }
}
