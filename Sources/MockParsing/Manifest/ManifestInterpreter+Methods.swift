import SwiftSyntax

/// The methods of arrays and strings that manifests use.
extension ManifestInterpreter {
    func callMethod(_ name: String, on base: ExprSyntax, _ call: FunctionCallExprSyntax) -> ManifestValue {
        let arguments = call.arguments.map {
            ManifestCall.Argument(label: $0.label?.text, value: evaluate($0.expression))
        }
        let trailing = call.trailingClosure.map { [ManifestCall.Argument(label: nil, value: .closure($0))] } ?? []
        if let destination = assignmentTarget(of: base), mutate(destination, of: base, name, arguments + trailing) {
            return .absent
        }
        let value = evaluate(base)
        if value.isUnknown { return value }
        if let result = invoke(declarations.methods[name], arguments + trailing, selfValue: value) { return result }
        if let result = callMethod(name, of: value, arguments + trailing, call) { return result }
        reportMissingComma(between: base, and: call)
        return unknown(call)
    }

    /// Reports a missing comma: in a list, `.target(name: "A") .target(name: "B")` parses as a method call on the first
    /// target.
    private func reportMissingComma(between base: ExprSyntax, and call: FunctionCallExprSyntax) {
        guard let first = base.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self),
            let second = call.calledExpression.as(MemberAccessExprSyntax.self),
            first.base == nil, second.period.leadingTrivia.contains(where: \.isNewline)
        else { return }
        report(mistake: "',' is missing before '.\(second.declName.baseName.text)'", at: position(of: second.period))
    }

    /// Applies a mutating method of arrays; returns false if the method is unknown.
    private func mutate(
        _ destination: AssignmentTarget, of base: ExprSyntax, _ name: String, _ arguments: [ManifestCall.Argument]
    ) -> Bool {
        let first = arguments.first
        let old = value(at: destination)?.array
        switch (name, first?.label, first?.value) {
        case ("append", nil, let value?), ("insert", nil, let value?):
            append(.array([value]), to: destination, of: base)
        case ("append", "contentsOf", let value?), ("insert", "contentsOf", let value?), ("formUnion", nil, let value?):
            append(value, to: destination, of: base)
        case ("removeAll", nil, nil): assign(.array([]), to: destination, at: position(of: base))
        case ("removeAll", _, let predicate?):
            guard let old else { return false }
            let kept = old.filter { stays($0, apply(predicate, to: [$0])?.boolean.map { !$0 }, at: base) }
            assign(.array(kept), to: destination, at: position(of: base))
        case ("sort", _, _), ("reverse", _, _): return old != nil
        case ("removeFirst", nil, nil), ("removeLast", nil, nil):
            guard let old, !old.isEmpty else { return false }
            let rest = name == "removeFirst" ? old.dropFirst() : old.dropLast()
            assign(.array(Array(rest)), to: destination, at: position(of: base))
        case _ where name.hasPrefix("remove") || name == "popLast":
            // The result may be used, so no statement reports it.
            if let object = old?.lazy.compactMap(\.call).first(where: { $0.targetKind != nil }) {
                reportUncertainRemoval(of: object, at: position(of: base))
            }
            return false
        default: return false
        }
        return true
    }

    func callMethod(
        _ name: String, of value: ManifestValue, _ arguments: [ManifestCall.Argument], _ call: FunctionCallExprSyntax
    ) -> ManifestValue? {
        switch value {
        case .array(let elements): callMethod(name, of: elements, arguments, call)
        case .string(let text): callMethod(name, of: text, arguments)
        case .dictionary(let pairs):
            callMethod(
                name, of: pairs.map { ManifestValue.tuple([("key", $0.key), ("value", $0.value)]) }, arguments, call)
        default: nil
        }
    }

    private func callMethod(
        _ name: String, of elements: [ManifestValue], _ arguments: [ManifestCall.Argument],
        _ call: FunctionCallExprSyntax
    ) -> ManifestValue? {
        guard work.copy(elements.count) else { return nil }
        let argument = arguments.first?.value
        func results() -> [ManifestValue]? {
            guard let argument else { return nil }
            return elements.map { apply(argument, to: [$0]) ?? unknown(call) }
        }
        switch name {
        case "map": return results().map { .array($0) }
        case "compactMap":
            return results().map { results in
                .array(results.filter { if case .absent = $0 { false } else { true } })
            }
        case "flatMap": return results().flatMap(flattened)
        case "forEach": return results().map { _ in .absent }
        case "filter":
            return results().map { results in
                .array(zip(elements, results).filter { stays($0.0, $0.1.boolean, at: call) }.map(\.0))
            }
        case "contains": return contains(elements, arguments).map { .boolean($0) }
        case "first" where arguments.first?.label == "where":
            guard let results = results(), !results.contains(where: { $0.boolean == nil }) else { return nil }
            return zip(elements, results).first { $0.1.boolean == true }?.0 ?? .absent
        case "joined":
            let texts = elements.compactMap(\.string)
            guard texts.count == elements.count else { return flattened(elements) }
            let separator = argument?.string ?? ""
            let count = texts.reduce(0) { $0 + $1.utf8.count + separator.utf8.count }
            return count <= Self.maximumCount ? .string(texts.joined(separator: separator)) : nil
        case "union": return flattened([.array(elements), .array(argument?.array ?? [])])
        case "sorted", "shuffled": return .array(elements)
        case "reversed": return .array(elements.reversed())
        case "enumerated":
            return .array(
                elements.enumerated().map { .tuple([("offset", .integer($0.offset)), ("element", $0.element)]) })
        case "dropFirst", "dropLast":
            guard case .integer(let count) = argument ?? .integer(1), count >= 0 else { return nil }
            return .array(Array(name == "dropFirst" ? elements.dropFirst(count) : elements.dropLast(count)))
        default: return nil
        }
    }

    /// Undecided elements stay: too many elements are better than too few.
    private func stays(_ element: ManifestValue, _ decision: Bool?, at node: some SyntaxProtocol) -> Bool {
        if decision == nil, let object = element.call { reportUncertainRemoval(of: object, at: position(of: node)) }
        return decision != false
    }

    /// Flattens nested arrays by one level; `nil` if that exceeds a limit.
    private func flattened(_ elements: [ManifestValue]) -> ManifestValue? {
        let count = elements.reduce(0) { $0 + ($1.array?.count ?? 1) }
        guard count <= Self.maximumCount, work.copy(count) else { return nil }
        return .array(elements.flatMap { $0.array ?? [$0] })
    }

    private func contains(_ elements: [ManifestValue], _ arguments: [ManifestCall.Argument]) -> Bool? {
        guard let argument = arguments.first else { return nil }
        let matches = elements.map { element in
            switch argument.value {
            case .closure, .keyPath: apply(argument.value, to: [element])?.boolean
            default: element.equals(argument.value, work)
            }
        }
        if matches.contains(true) { return true }
        return matches.contains(nil) ? nil : false
    }

    private func apply(_ function: ManifestValue, to arguments: [ManifestValue]) -> ManifestValue? {
        switch function {
        case .closure(let closure): return invoke(closure, spread(arguments, for: closure))
        case .keyPath(let names):
            guard var value = arguments.first, work.spend(names.count) else { return nil }
            for name in names {
                guard let next = member(name, of: value) else { return nil }
                value = next
            }
            return value
        default: return nil
        }
    }

    /// Destructures a pair for `{ name, version in … }`, and for a body that uses `$1`.
    private func spread(_ arguments: [ManifestValue], for closure: ClosureExprSyntax) -> [ManifestValue] {
        guard arguments.count == 1, case .tuple(let elements)? = arguments.first else { return arguments }
        let count =
            switch closure.signature?.parameterClause {
            case .simpleInput(let list)?: list.count
            case .parameterClause(let clause)?: clause.parameters.count
            case nil: expectsTwoArguments(closure) ? elements.count : 1
            }
        return count > 1 ? elements.map(\.value) : arguments
    }

    private func expectsTwoArguments(_ closure: ClosureExprSyntax) -> Bool {
        if let known = twoArgumentClosures[closure.id] { return known }
        let found = closure.statements.description.contains("$1")
        twoArgumentClosures[closure.id] = found
        return found
    }

    private func callMethod(
        _ name: String, of text: String, _ arguments: [ManifestCall.Argument]
    ) -> ManifestValue? {
        switch (name, arguments.first?.value) {
        case ("lowercased", nil): .string(text.lowercased())
        case ("uppercased", nil): .string(text.uppercased())
        case ("hasPrefix", .string(let part)?): .boolean(text.hasPrefix(part))
        case ("hasSuffix", .string(let part)?): .boolean(text.hasSuffix(part))
        case ("contains", .string(let part)?): .boolean(text.contains(part))
        default: nil
        }
    }
}
