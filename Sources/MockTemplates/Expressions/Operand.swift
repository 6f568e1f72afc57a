/// A value with its filters, or the whole numbers between two values: `1...count`.
enum Operand: Sendable {
    case chain(FilterChain)
    case range(FilterChain, FilterChain)

    init(_ written: String, _ compiler: TemplateCompiler) {
        let ends = written.split(separator: "...", omittingEmptySubsequences: false).map(String.init)
        self =
            ends.count == 2
            ? .range(FilterChain(ends[0], compiler), FilterChain(ends[1], compiler))
            : .chain(FilterChain(written, compiler))
    }

    func value(in rendering: inout Rendering) throws -> RenderValue {
        switch self {
        case .chain(let chain): return try chain.value(in: &rendering)
        case .range(let first, let last):
            guard case .integer(let first) = try first.value(in: &rendering),
                case .integer(let last) = try last.value(in: &rendering)
            else { throw TemplateFailure("the ends of a range must be whole numbers") }
            let (lower, upper) = (min(first, last), max(first, last))
            let (length, overflow) = upper.subtractingReportingOverflow(lower)
            try rendering.spend(elements: overflow ? .max : length)
            let numbers = (lower...upper).map { RenderValue.integer($0) }
            return .list(first > last ? numbers.reversed() : numbers)
        }
    }
}
