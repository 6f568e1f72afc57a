internal import SwiftSyntax

extension GeneratedInterface {
    /// A member that leads to a clause, written with `any` for each of its matchers.
    package struct Clause: Hashable, Sendable {
        /// `.ramen(bowls: .any)`, `.name`, `[.any, set: .any]`
        package var expression: String
        /// The same with the type in each matcher, for overloads: `.heat(.any(Int.self))`.
        package var expressionWithTypes: String
        /// The type of the result: `Bool`, `Void`.
        package var result: String
        /// True for a property or subscript that is set.
        package var isSetter: Bool
        /// The member's own generic parameters, for which a test chooses types. Both expressions name them then.
        package var typeParameters: [String] = []
        /// True if the expression does not decide about the types, because only the result mentions them.
        package var needsResult = false

        /// `Bool.self`, `(any Cook).self`
        package var resultMetatype: String { GeneratedInterface.metatype(of: result) }
    }

    private static let clauseTypes: Set = ["Clause", "AsyncClause", "BodyClause"]
    /// The place of the result among the generic arguments of a clause.
    private static let resultPosition = 2

    /// Returns `nil` for a member that leads to no clause, or to one about calls with any types.
    static func clause(of declaration: DeclSyntax) -> Clause? {
        switch declaration.as(DeclSyntaxEnum.self) {
        case .variableDecl(let node):
            guard let binding = node.bindings.first, let result = result(of: binding.typeAnnotation?.type)
            else { return nil }
            let name = ".\(binding.pattern.normalizedText)"
            return Clause(expression: name, expressionWithTypes: name, result: result, isSetter: false)
        case .functionDecl(let node):
            return clause(
                ".\(node.name.text)(", node.signature.parameterClause.parameters, ")",
                node.signature.returnClause?.type, node.genericParameterClause)
        case .subscriptDecl(let node):
            return clause(
                "[", node.parameterClause.parameters, "]", node.returnClause.type, node.genericParameterClause)
        default: return nil
        }
    }

    private static func clause(
        _ start: String, _ parameters: FunctionParameterListSyntax, _ end: String, _ type: TypeSyntax?,
        _ generics: GenericParameterClauseSyntax?
    ) -> Clause? {
        guard let result = result(of: type) else { return nil }
        let names = generics.map { $0.parameters.map(\.name.text) } ?? []
        func undecided(_ node: some SyntaxProtocol) -> Set<String> {
            Set(node.tokens(viewMode: .sourceAccurate).map(\.text)).intersection(names)
        }
        func expression(withTypes: Bool) -> String {
            // In a subscript a parameter has a label only if two names are written.
            let arguments = parameters.map { parameter in
                let isLabelled = parameter.firstName.text != "_" && (end == ")" || parameter.secondName != nil)
                let label = isLabelled ? "\(parameter.firstName.text): " : ""
                let isGeneric = !names.isEmpty && !undecided(parameter.type).isEmpty
                return label + matcher(parameter.type, withType: withTypes || isGeneric)
            }
            return start + arguments.joined(separator: ", ") + end
        }
        return Clause(
            expression: expression(withTypes: false), expressionWithTypes: expression(withTypes: true),
            result: result, isSetter: parameters.last?.firstName.text == "set" && parameters.last?.secondName != nil,
            typeParameters: names,
            needsResult: !names.isEmpty && !Set(names).subtracting(parameters.map(\.type).flatMap(undecided)).isEmpty)
    }

    private static func matcher(_ type: TypeSyntax, withType: Bool) -> String {
        guard let matcher = type.as(IdentifierTypeSyntax.self) else { return ".any" }
        if matcher.name.text == "AsyncOverload" { return ".async" }
        guard withType, let matched = matcher.genericArgumentClause?.arguments.first?.argument.normalizedText,
            matcher.name.text == "Matcher"
        else { return ".any" }
        return ".any(\(metatype(of: matched)))"
    }

    private static func metatype(of type: String) -> String {
        // `any P.self` and `Int -> Void.self` would be read in another way.
        let isPlain = type.allSatisfy { $0.isLetter || $0.isNumber || "._".contains($0) }
        let isInBrackets = type.hasPrefix("[") && type.hasSuffix("]") && type.dropFirst().firstIndex(of: "[") == nil
        return isPlain || isInBrackets ? "\(type).self" : "(\(type)).self"
    }

    private static func result(of type: TypeSyntax?) -> String? {
        guard let clause = type?.as(IdentifierTypeSyntax.self), clauseTypes.contains(clause.name.text),
            let arguments = clause.genericArgumentClause?.arguments, arguments.count > resultPosition
        else { return nil }
        return arguments[arguments.index(arguments.startIndex, offsetBy: resultPosition)].argument.normalizedText
    }
}
