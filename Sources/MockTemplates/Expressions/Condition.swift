/// A value with operators: `not a.b and c == "d"`.
enum Condition: Sendable {
    case value(Operand)
    indirect case not(Condition)
    indirect case and(Condition, Condition)
    indirect case or(Condition, Condition)
    indirect case equal(Condition, Condition)
    indirect case unequal(Condition, Condition)
    indirect case compare(Comparison, Condition, Condition)
    indirect case contained(Condition, Condition)

    enum Comparison: String, Sendable {
        case more = ">"
        case moreOrEqual = ">="
        case less = "<"
        case lessOrEqual = "<="

        func holds(_ left: Float, _ right: Float) -> Bool {
            switch self {
            case .more: left > right
            case .moreOrEqual: left >= right
            case .less: left < right
            case .lessOrEqual: left <= right
            }
        }
    }

    /// The value of a condition without operators; the text `true` or `false` of any other.
    func value(in rendering: inout Rendering) throws -> RenderValue {
        if case .value(let operand) = self { return try operand.value(in: &rendering) }
        return .text(try holds(in: &rendering) ? "true" : "false")
    }

    func holds(in rendering: inout Rendering) throws -> Bool {
        switch self {
        case .value(let operand): return try operand.value(in: &rendering).isTrue
        case .not(let condition): return try !condition.holds(in: &rendering)
        case .and(let left, let right): return try left.holds(in: &rendering) && right.holds(in: &rendering)
        case .or(let left, let right): return try left.holds(in: &rendering) || right.holds(in: &rendering)
        case .equal(let left, let right):
            return try Self.operands(left, right, &rendering).map { Self.areEqual($0, $1) } ?? false
        case .unequal(let left, let right):
            return try !(Self.operands(left, right, &rendering).map { Self.areEqual($0, $1) } ?? false)
        case .compare(let comparison, let left, let right):
            guard let (left, right) = try Self.operands(left, right, &rendering), let left = left.comparable,
                let right = right.comparable
            else { return false }
            return comparison.holds(left, right)
        case .contained(let left, let right):
            return try Self.operands(left, right, &rendering).map { Self.contains($1, $0) } ?? false
        }
    }

    /// The operators that compare know values only, and are false between other conditions.
    private static func operands(
        _ left: Condition, _ right: Condition, _ rendering: inout Rendering
    ) throws -> (RenderValue, RenderValue)? {
        guard case .value(let left) = left, case .value(let right) = right else { return nil }
        return (try left.value(in: &rendering), try right.value(in: &rendering))
    }

    private static func areEqual(_ left: RenderValue, _ right: RenderValue) -> Bool {
        switch (left, right) {
        case (.none, .none): true
        case (.text(let left), .text(let right)): left == right
        case (.flag(let left), .flag(let right)): left == right
        default: left.comparable.flatMap { left in right.comparable.map { left == $0 } } ?? false
        }
    }

    private static func contains(_ values: RenderValue, _ value: RenderValue) -> Bool {
        switch (values, value) {
        case (.none, .none): true
        case (.list(let list), _): list.contains { areEqual($0, value) }
        case (.text(let text), .text(let part)): text.containsText(part)
        default: false
        }
    }
}
