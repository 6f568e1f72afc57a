import MockModel
import SwiftParser
import SwiftSyntax

extension ManifestInterpreter {
    /// Evaluates an expression with an explicit type: `let package: Package = .init(…)`.
    func evaluate(_ expression: ExprSyntax, as type: TypeSyntax?) -> ManifestValue {
        let value = evaluate(expression)
        guard case .call(let call) = value, call.name == "init", let type else { return value }
        return object(type.trimmedDescription.lastPathComponent, call.arguments, call.position)
    }

    func evaluate(_ expression: ExprSyntax) -> ManifestValue {
        bounded(unknown(expression)) { evaluateNow(expression) }
    }

    private func evaluateNow(_ expression: ExprSyntax) -> ManifestValue {
        switch expression.as(ExprSyntaxEnum.self) {
        case .stringLiteralExpr(let literal): evaluate(literal)
        case .booleanLiteralExpr(let literal): .boolean(literal.literal.tokenKind == .keyword(.true))
        case .integerLiteralExpr(let literal): literal.representedLiteralValue.map { .integer($0) } ?? unknown(literal)
        case .nilLiteralExpr: .absent
        case .arrayExpr(let array): .array(array.elements.map { evaluate($0.expression) })
        case .dictionaryExpr(let dictionary): evaluate(dictionary)
        case .tupleExpr(let tuple): evaluate(tuple)
        case .declReferenceExpr(let reference): evaluate(reference)
        case .memberAccessExpr(let access): evaluate(access)
        case .functionCallExpr(let call): evaluate(call)
        case .subscriptCallExpr(let access): evaluate(access)
        case .sequenceExpr(let sequence): evaluate(sequence)
        case .prefixOperatorExpr(let operation): evaluate(operation)
        case .closureExpr(let closure): .closure(closure)
        case .keyPathExpr(let path): evaluate(path)
        case .optionalChainingExpr(let chain): evaluate(chain.expression)
        case .forceUnwrapExpr(let unwrapped): evaluate(unwrapped.expression)
        case .tryExpr(let attempt): evaluate(attempt.expression)
        case .asExpr(let cast): evaluate(cast.expression)
        case .ifExpr(let node): collectingReturns(at: node) { _ = execute(node, yields: true) }
        case .switchExpr(let node): collectingReturns(at: node) { _ = execute(node, yields: true) }
        default: unknown(expression)
        }
    }

    /// Evaluates an expression for its effect. An unknown effect makes the changed variable, or an element added to it,
    /// unknown; without such a variable it is reported.
    func evaluateStatement(_ expression: ExprSyntax) -> ManifestValue {
        let value = evaluate(expression)
        guard value.isUnknown else { return value }
        let inner = expression.as(TryExprSyntax.self)?.expression ?? expression
        guard let call = inner.as(FunctionCallExprSyntax.self) else { return value }
        if let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base,
            let destination = assignmentTarget(of: base)
        {
            let elements = self.value(at: destination)?.array
            assign(elements.map { .array($0 + [value]) } ?? value, to: destination, at: position(of: call))
        } else {
            report(
                .warning,
                "what '\(Self.excerpt(of: expression))' does is not followed without running the manifest, so targets "
                    + "may be missing; " + ManifestReader.wayOut,
                "manifest-not-static", at: position(of: expression))
        }
        return value
    }

    // MARK: Literals

    private func evaluate(_ literal: StringLiteralExprSyntax) -> ManifestValue {
        if let text = literal.representedLiteralValue { return .string(text) }
        var result = ""
        for segment in literal.segments {
            switch segment {
            case .stringSegment(let text): result += text.content.text
            case .expressionSegment(let interpolation):
                guard let argument = interpolation.expressions.first?.expression else { return unknown(literal) }
                switch evaluate(argument) {
                case .string(let text), .symbol(let text, _): result += text
                case .integer(let number): result += String(number)
                case .boolean(let value): result += String(value)
                default: return unknown(literal)
                }
            }
        }
        return result.utf8.count <= Self.maximumCount ? .string(result) : unknown(literal)
    }

    private func evaluate(_ dictionary: DictionaryExprSyntax) -> ManifestValue {
        guard case .elements(let elements) = dictionary.content else { return .dictionary([]) }
        return .dictionary(elements.map { (evaluate($0.key), evaluate($0.value)) })
    }

    private func evaluate(_ tuple: TupleExprSyntax) -> ManifestValue {
        if tuple.elements.count == 1, let only = tuple.elements.first, only.label == nil {
            return evaluate(only.expression)
        }
        return .tuple(tuple.elements.map { ($0.label?.text, evaluate($0.expression)) })
    }

    private func evaluate(_ path: KeyPathExprSyntax) -> ManifestValue {
        var names: [String] = []
        for component in path.components {
            guard case .property(let property) = component.component else { return unknown(path) }
            names.append(property.declName.baseName.text)
        }
        return .keyPath(names.filter { $0 != "self" })
    }

    // MARK: Names and members

    private func evaluate(_ reference: DeclReferenceExprSyntax) -> ManifestValue {
        lookUp(reference.baseName.text) ?? unknown(reference)
    }

    private func evaluate(_ access: MemberAccessExprSyntax) -> ManifestValue {
        let name = access.declName.baseName.identifier?.name ?? access.declName.baseName.text
        guard let base = access.base else { return staticMember(name, of: nil, at: access) }
        if let type = typeName(base) {
            if name == "self" { return .symbol(type) }
            if name == "allCases", let cases = declarations.cases[type] { return .array(cases.map { .symbol($0) }) }
            return staticMember(name, of: type, at: access)
        }
        let value = evaluate(base)
        return member(name, of: value) ?? unknown(access)
    }

    /// The last name of a type in expression syntax: `PackageDescription.Target.Dependency`.
    func typeName(_ expression: ExprSyntax) -> String? {
        if let reference = expression.as(DeclReferenceExprSyntax.self) {
            let name = reference.baseName.text
            guard name.first?.isUppercase == true, locate(name) == nil else { return nil }
            return name
        }
        if let generic = expression.as(GenericSpecializationExprSyntax.self) { return typeName(generic.expression) }
        guard let access = expression.as(MemberAccessExprSyntax.self), let base = access.base, typeName(base) != nil
        else { return nil }
        let name = access.declName.baseName.text
        return name.first?.isUppercase == true ? name : nil
    }

    private func staticMember(
        _ name: String, of type: String?, at access: MemberAccessExprSyntax
    ) -> ManifestValue {
        let property = type.flatMap { declarations.staticProperties["\($0).\(name)"] }
        switch property ?? declarations.staticProperties[name] {
        case .stored(let expression)?: return evaluate(expression)
        case .computed(let body)?: return invoke(body, selfValue: nil)
        case nil: return .symbol(name, at: position(of: access))
        }
    }

    /// The value of a member, from the manifest's own declarations or from the value itself; `nil` if neither has it.
    func member(_ name: String, of value: ManifestValue) -> ManifestValue? {
        if value.isUnknown { return value }
        if let declared = declaredMember(name, of: value) { return declared }
        switch value {
        case .call(let call) where name == "type": return call.targetKind.map { .symbol($0) } ?? call[name]
        case .call(let call) where name == "isTest": return .boolean(call.targetKind == "test")
        case .call(let call): return call[name]
        case .absent: return .absent
        case .array(let elements): return member(name, ofArray: elements)
        case .string(let text): return name == "isEmpty" ? .boolean(text.isEmpty) : nil
        case .symbol(let symbol, _):
            return name == "rawValue" ? declarations.rawValues[symbol].map { .string($0) } : nil
        case .dictionary(let pairs) where name == "keys": return .array(pairs.map(\.key))
        case .dictionary(let pairs) where name == "values": return .array(pairs.map(\.value))
        case .tuple(let elements):
            if let index = Int(name), elements.indices.contains(index) { return elements[index].value }
            return elements.first { $0.label == name }?.value
        default: return nil
        }
    }

    private func member(_ name: String, ofArray elements: [ManifestValue]) -> ManifestValue? {
        switch name {
        case "count": .integer(elements.count)
        case "isEmpty": .boolean(elements.isEmpty)
        case "first": elements.first ?? .absent
        case "last": elements.last ?? .absent
        case "lazy": .array(elements)
        default: nil
        }
    }

    /// A stored or computed property that the manifest declares. An object's initializer arguments precede the default
    /// values of its properties.
    func declaredMember(_ name: String, of value: ManifestValue) -> ManifestValue? {
        if case .call(let call) = value, call.arguments.contains(where: { $0.label == name }) { return call[name] }
        switch declarations.properties[name] {
        case .stored(let expression)?: return evaluate(expression)
        case .computed(let body)?: return invoke(body, selfValue: value)
        case nil: return nil
        }
    }

    private func evaluate(_ access: SubscriptCallExprSyntax) -> ManifestValue {
        let base = evaluate(access.calledExpression)
        guard let argument = access.arguments.first?.expression else { return unknown(access) }
        switch (base, evaluate(argument)) {
        case (.dictionary(let pairs), let key):
            guard work.spend(pairs.count) else { return unknown(access) }
            let matches = pairs.map { ($0.value, $0.key.equals(key, work)) }
            if let match = matches.first(where: { $0.1 == true }) { return match.0 }
            return matches.allSatisfy { $0.1 == false } ? .absent : unknown(access)
        case (.array(let elements), .integer(let index)) where elements.indices.contains(index):
            return elements[index]
        default: return unknown(access)
        }
    }
}

extension String {
    /// `Dependency` for `PackageDescription.Target.Dependency?`.
    fileprivate var lastPathComponent: String {
        String(split(separator: ".").last?.filter { $0 != "?" && $0 != "!" } ?? "")
    }
}
