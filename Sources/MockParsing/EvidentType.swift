internal import MockModel
internal import SwiftSyntax

/// Infers the type of an initial value where its text alone makes it certain.
///
/// A call of a capitalised name is an initializer: `Counter()`, `Cache<String, Int>()`, `Outer.Inner(1)`.
enum EvidentType {
    static func read(_ value: ExprSyntax) -> TypeExpression? {
        switch value.as(ExprSyntaxEnum.self) {
        case .integerLiteralExpr: return .named("Int")
        case .floatLiteralExpr: return .named("Double")
        case .booleanLiteralExpr: return .named("Bool")
        case .stringLiteralExpr, .simpleStringLiteralExpr: return .named("String")
        case .prefixOperatorExpr(let node) where node.operator.text == "-": return read(node.expression)
        case .arrayExpr(let node):
            return uniform(node.elements.map { read($0.expression) }).map { .array($0) }
        case .dictionaryExpr(let node): return dictionary(node)
        case .functionCallExpr(let node):
            let first = node.arguments.first.map { (label: $0.label?.text, type: read($0.expression)) }
            return constructed(node.calledExpression).flatMap { FailableInitializers.result(of: $0, first) }
        case .forceUnwrapExpr(let node):
            guard case .optional(let wrapped)? = read(node.expression) else { return nil }
            return wrapped
        case .sequenceExpr(let node): return cast(node) ?? branches(node)
        case .tupleExpr(let node): return tuple(node)
        default: return nil
        }
    }

    private static func dictionary(_ node: DictionaryExprSyntax) -> TypeExpression? {
        guard case .elements(let elements) = node.content,
            let key = uniform(elements.map { read($0.key) }), let value = uniform(elements.map { read($0.value) })
        else { return nil }
        return .dictionary(key: key, value: value)
    }

    private static func uniform(_ types: [TypeExpression?]) -> TypeExpression? {
        guard let first = types.first, types.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    private static func tuple(_ node: TupleExprSyntax) -> TypeExpression? {
        if node.elements.count == 1 { return node.elements.first.flatMap { read($0.expression) } }
        let elements = node.elements.compactMap { element in
            read(element.expression).map { TupleElement(label: element.label?.text, type: $0) }
        }
        return elements.count == node.elements.count && !elements.isEmpty ? .tuple(elements) : nil
    }

    /// Reads `x ? a : b`, which the parser leaves as a flat sequence.
    private static func branches(_ node: SequenceExprSyntax) -> TypeExpression? {
        let parts = Array(node.elements)
        let choices = parts.compactMap { $0.as(UnresolvedTernaryExprSyntax.self) }
        guard choices.count == 1, parts[parts.count - 2].is(UnresolvedTernaryExprSyntax.self) else { return nil }
        return uniform([read(choices[0].thenExpression), read(parts[parts.count - 1])])
    }

    /// Reads `x as T`, which the parser leaves as a flat sequence.
    private static func cast(_ node: SequenceExprSyntax) -> TypeExpression? {
        let parts = Array(node.elements)
        guard parts.count >= 3, let cast = parts[parts.count - 2].as(UnresolvedAsExprSyntax.self),
            let type = parts[parts.count - 1].as(TypeExprSyntax.self)
        else { return nil }
        let target = TypeReader.read(type.type)
        return cast.questionOrExclamationMark?.text == "?" ? .optional(target) : target
    }

    /// The type that a called expression names.
    private static func constructed(_ called: ExprSyntax) -> TypeExpression? {
        switch called.as(ExprSyntaxEnum.self) {
        case .declReferenceExpr(let node):
            return isTypeName(node.baseName.text) && node.argumentNames == nil ? .named(node.baseName.text) : nil
        case .memberAccessExpr(let node):
            if node.declName.baseName.text == "init" { return node.base.flatMap(constructed) }
            guard isTypeName(node.declName.baseName.text), let base = node.base.flatMap(constructed) else { return nil }
            return .member(of: base, node.declName.baseName.text, arguments: [])
        case .genericSpecializationExpr(let node): return specialized(node)
        case .arrayExpr(let node):
            guard node.elements.count == 1, let element = node.elements.first else { return nil }
            return typeWritten(as: element.expression).map { .array($0) }
        case .dictionaryExpr(let node):
            guard case .elements(let elements) = node.content, elements.count == 1, let element = elements.first,
                let key = typeWritten(as: element.key), let value = typeWritten(as: element.value)
            else { return nil }
            return .dictionary(key: key, value: value)
        default: return nil
        }
    }

    private static func specialized(_ node: GenericSpecializationExprSyntax) -> TypeExpression? {
        guard let base = constructed(node.expression) else { return nil }
        let arguments = node.genericArgumentClause.arguments.map { argument -> TypeExpression in
            switch argument.argument {
            case .type(let type): TypeReader.read(type)
            case .expr(let expression): .verbatim(expression.normalizedText)
            }
        }
        switch base {
        case .named(let name, _): return .named(name, arguments: arguments)
        case .member(let outer, let name, _): return .member(of: outer, name, arguments: arguments)
        default: return nil
        }
    }

    /// Reads the `Int` of `[Int]()`, which the parser takes for an expression.
    private static func typeWritten(as expression: ExprSyntax) -> TypeExpression? {
        if let type = expression.as(TypeExprSyntax.self) { return TypeReader.read(type.type) }
        return constructed(expression)
    }

    private static func isTypeName(_ name: String) -> Bool { name.first?.isUppercase == true }
}
