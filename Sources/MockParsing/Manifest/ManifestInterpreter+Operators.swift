import SwiftSyntax

/// Swift's parser leaves `a + b == c ? d : e` as a flat sequence; precedence is applied here.
extension ManifestInterpreter {
    /// The maximum length of an operator chain. Longer ones are machine-made, and the recursion below would be as deep.
    private static let maximumOperands = 400

    private enum Precedence: Int, Comparable {
        case assignment, ternary, disjunction, conjunction, comparison, coalescing, casting, range, addition, product

        static func < (left: Precedence, right: Precedence) -> Bool { left.rawValue < right.rawValue }

        /// True if `a ?? b ?? c` means `a ?? (b ?? c)`.
        var isRightAssociative: Bool { self == .assignment || self == .ternary || self == .coalescing }
    }

    func evaluate(_ sequence: SequenceExprSyntax) -> ManifestValue {
        let elements = Array(sequence.elements)
        guard elements.count <= Self.maximumOperands else { return unknown(sequence) }
        return evaluate(elements[...])
    }

    private func evaluate(_ elements: ArraySlice<ExprSyntax>) -> ManifestValue {
        guard let first = elements.first else { return .absent }
        guard elements.count > 1 else { return evaluate(first) }
        guard let split = Self.weakestOperator(of: elements) else { return unknown(first) }
        let left = elements[..<split]
        let right = elements[(split + 1)...]
        switch elements[split].as(ExprSyntaxEnum.self) {
        case .assignmentExpr: return assign(right, to: left)
        case .unresolvedTernaryExpr(let ternary):
            return choose(left, ternary.thenExpression, right)
        case .unresolvedAsExpr: return evaluate(left)
        case .binaryOperatorExpr(let operation): return apply(operation, left, right)
        default: return unknown(first)
        }
    }

    private static func weakestOperator(of elements: ArraySlice<ExprSyntax>) -> Int? {
        var weakest: (index: Int, precedence: Precedence)?
        for index in elements.indices {
            guard let precedence = precedence(of: elements[index]) else { continue }
            let isWeaker =
                weakest.map {
                    precedence < $0.precedence || precedence == $0.precedence && !precedence.isRightAssociative
                }
            if isWeaker ?? true { weakest = (index, precedence) }
        }
        return weakest?.index
    }

    private static func precedence(of expression: ExprSyntax) -> Precedence? {
        switch expression.as(ExprSyntaxEnum.self) {
        case .assignmentExpr: return .assignment
        case .unresolvedTernaryExpr: return .ternary
        case .unresolvedAsExpr, .unresolvedIsExpr: return .casting
        case .binaryOperatorExpr(let operation):
            switch operation.operator.text {
            case "+=", "-=": return .assignment
            case "||": return .disjunction
            case "&&": return .conjunction
            case "==", "!=", "<", ">", "<=", ">=": return .comparison
            case "??": return .coalescing
            case "...", "..<": return .range
            case "*", "/": return .product
            default: return .addition
            }
        default: return nil
        }
    }

    // MARK: Operations

    private func assign(_ right: ArraySlice<ExprSyntax>, to left: ArraySlice<ExprSyntax>) -> ManifestValue {
        let value = evaluate(right)
        guard let target = left.first, left.count == 1, !target.is(DiscardAssignmentExprSyntax.self) else {
            return .absent
        }
        guard let destination = assignmentTarget(of: target) else { return unknown(target) }
        assign(value, to: destination, at: position(of: target))
        return .absent
    }

    private func choose(
        _ condition: ArraySlice<ExprSyntax>, _ then: ExprSyntax, _ otherwise: ArraySlice<ExprSyntax>
    ) -> ManifestValue {
        switch evaluate(condition).boolean {
        case true?: return evaluate(then)
        case false?: return evaluate(otherwise)
        case nil:
            let both = uncertain { evaluate(then).joined(with: evaluate(otherwise), at: position(of: then), work) }
            // An undecided choice between two values is neither of them; the message quotes the condition.
            guard case .unknown(let unknown) = both, unknown.text == nil, let first = condition.first else {
                return both
            }
            return .unknown(
                ManifestUnknown(position: position(of: first), text: Self.excerpt(of: first) + " ? …"))
        }
    }

    private func apply(
        _ operation: BinaryOperatorExprSyntax, _ left: ArraySlice<ExprSyntax>, _ right: ArraySlice<ExprSyntax>
    ) -> ManifestValue {
        switch operation.operator.text {
        case "+=": return add(right, to: left, operation)
        case "+": return sum(evaluate(left), evaluate(right)) ?? unknown(operation)
        case "==": return evaluate(left).equals(evaluate(right), work).map { .boolean($0) } ?? unknown(operation)
        case "!=": return evaluate(left).equals(evaluate(right), work).map { .boolean(!$0) } ?? unknown(operation)
        case "&&", "||":
            // `true || x` and `false && x` are decided without `x`, also in the other order.
            let deciding = operation.operator.text == "||"
            let first = evaluate(left).boolean
            if first == deciding { return .boolean(deciding) }
            let second = evaluate(right).boolean
            if second == deciding { return .boolean(deciding) }
            return first == nil || second == nil ? unknown(operation) : .boolean(!deciding)
        case "??":
            let value = evaluate(left)
            if case .absent = value { return evaluate(right) }
            return value.isUnknown ? value.joined(with: evaluate(right), at: position(of: operation), work) : value
        default: return unknown(operation)
        }
    }

    private func add(
        _ right: ArraySlice<ExprSyntax>, to left: ArraySlice<ExprSyntax>, _ operation: BinaryOperatorExprSyntax
    ) -> ManifestValue {
        let addition = evaluate(right)
        guard let target = left.first, left.count == 1, let destination = assignmentTarget(of: target) else {
            return unknown(operation)
        }
        append(addition, to: destination, of: target)
        return .absent
    }

    /// Evaluates `destination += addition`. Appending ignores undecided conditions: an element that may be there is
    /// kept.
    func append(_ addition: ManifestValue, to destination: AssignmentTarget, of target: ExprSyntax) {
        let old = value(at: destination) ?? .array([])
        if case .absent = old, target.is(OptionalChainingExprSyntax.self) { return }
        let sum = sum(old, addition) ?? unknown(target)
        switch (destination, sum) {
        case (.variable(let name), .array):
            guard let (frame, scope) = locate(name) else { return }
            frames[frame].scopes[scope][name]?.value = sum
        case (.member(let call, let label), .array): call[label] = sum
        default: assign(sum, to: destination, at: position(of: target))
        }
    }

    /// The sum of two values. An unknown operand becomes an unknown element of a known array, whose other elements stay
    /// known.
    private func sum(_ left: ManifestValue, _ right: ManifestValue) -> ManifestValue? {
        switch (left, right) {
        case (.array(let left), .array(let right)):
            left.count + right.count <= Self.maximumCount && work.copy(left.count + right.count)
                ? .array(left + right) : nil
        case (.absent, .array): right
        case (.array, .absent): left
        case (.array(let elements), .unknown): .array(elements + [right])
        case (.unknown, .array(let elements)): .array([left] + elements)
        case (.string(let left), .string(let right)):
            left.utf8.count + right.utf8.count <= Self.maximumCount && work.copy(left.utf8.count)
                ? .string(left + right) : nil
        case (.unknown, _): left
        case (_, .unknown): right
        default: nil
        }
    }

    func evaluate(_ operation: PrefixOperatorExprSyntax) -> ManifestValue {
        switch (operation.operator.text, evaluate(operation.expression)) {
        case ("!", .boolean(let value)): .boolean(!value)
        case ("-", .integer(let value)) where value != .min: .integer(-value)
        default: unknown(operation)
        }
    }
}
