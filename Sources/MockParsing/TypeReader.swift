internal import MockModel
internal import SwiftSyntax

/// Reads types: syntax in, `TypeExpression` out.
enum TypeReader {
    static func read(_ type: TypeSyntax) -> TypeExpression {
        switch type.as(TypeSyntaxEnum.self) {
        case .identifierType(let node):
            // `Row<>`: an empty list of arguments differs from none.
            if node.genericArgumentClause?.arguments.isEmpty == true { return .verbatim(node.normalizedText) }
            let arguments = arguments(node.genericArgumentClause)
            guard let module = node.moduleSelector?.moduleName.text else {
                return .named(node.name.text, arguments: arguments)
            }
            return .member(of: .named(module), node.name.text, arguments: arguments)
        case .memberType(let node):
            return .member(of: read(node.baseType), node.name.text, arguments: arguments(node.genericArgumentClause))
        case .optionalType(let node): return .optional(read(node.wrappedType))
        case .implicitlyUnwrappedOptionalType(let node): return .implicitlyUnwrapped(read(node.wrappedType))
        case .arrayType(let node): return .array(read(node.element))
        case .inlineArrayType(let node):
            return .named("InlineArray", arguments: [read(node.count), read(node.element)])
        case .dictionaryType(let node): return .dictionary(key: read(node.key), value: read(node.value))
        case .tupleType(let node): return tuple(node)
        case .functionType(let node): return .function(function(node))
        case .someOrAnyType(let node):
            let constraint = read(node.constraint)
            let isOpaque = node.someOrAnySpecifier.tokenKind == .keyword(.some)
            return constraint.insideOptional { isOpaque ? .some($0) : .any($0) }
        case .compositionType(let node): return .composition(node.elements.map { read($0.type) })
        case .metatypeType(let node):
            let base = read(node.baseType)
            return node.metatypeSpecifier.tokenKind == .keyword(.Protocol) ? .protocolMetatype(base) : .metatype(base)
        case .suppressedType(let node): return .suppressed(read(node.type))
        case .packExpansionType(let node): return .packExpansion(read(node.repetitionPattern))
        case .packElementType(let node): return .packElement(read(node.pack))
        case .attributedType(let node): return attributed(node)
        // The old spelling of `AnyObject`, which the compiler accepts with a warning.
        case .classRestrictionType: return .named("AnyObject")
        default: return .verbatim(type.normalizedText)
        }
    }

    static func effects(async: TokenSyntax?, throwing clause: ThrowsClauseSyntax?) -> Effects {
        var effects = Effects(isAsync: async != nil)
        guard let clause else { return effects }
        if clause.throwsSpecifier.tokenKind == .keyword(.rethrows) {
            effects.throwing = .rethrows
        } else if let failure = clause.type {
            effects.throwing = .typed(read(failure))
        } else {
            effects.throwing = .untyped
        }
        return effects
    }

    static func parameters(_ clause: GenericParameterClauseSyntax?) -> [GenericParameter] {
        clause?.parameters.map { parameter in
            GenericParameter(
                specifier: parameter.specifier?.text, name: parameter.name.text,
                constraint: parameter.inheritedType.map(read)
            )
        } ?? []
    }

    static func requirements(_ clause: GenericWhereClauseSyntax?) -> [GenericRequirement] {
        clause?.requirements.compactMap { requirement in
            switch requirement.requirement {
            case .sameTypeRequirement(let node):
                GenericRequirement(
                    left: read(node.leftType), relation: .equals, right: read(node.rightType)
                )
            case .conformanceRequirement(let node):
                GenericRequirement(left: read(node.leftType), relation: .conforms, right: read(node.rightType))
            case .layoutRequirement: nil
            }
        } ?? []
    }

    private static func read(_ side: SameTypeRequirementSyntax.LeftType) -> TypeExpression {
        switch side {
        case .type(let type): read(type)
        case .expr(let expression): .verbatim(expression.normalizedText)
        }
    }

    private static func read(_ side: SameTypeRequirementSyntax.RightType) -> TypeExpression {
        switch side {
        case .type(let type): read(type)
        case .expr(let expression): .verbatim(expression.normalizedText)
        }
    }

    private static func arguments(_ clause: GenericArgumentClauseSyntax?) -> [TypeExpression] {
        clause?.arguments.map(read) ?? []
    }

    private static func read(_ argument: GenericArgumentSyntax) -> TypeExpression {
        switch argument.argument {
        case .type(let type): read(type)
        case .expr(let expression): .verbatim(expression.normalizedText)
        }
    }

    /// Reads a tuple. A single element without a label is a parenthesised type.
    private static func tuple(_ node: TupleTypeSyntax) -> TypeExpression {
        let elements = node.elements.map { element in
            TupleElement(label: element.firstName?.text, type: elementType(element))
        }
        if let only = elements.first, elements.count == 1, only.label == nil {
            if case .packExpansion = only.type { return .tuple(elements) }
            return only.type
        }
        return .tuple(elements)
    }

    private static func function(_ node: FunctionTypeSyntax) -> FunctionType {
        FunctionType(
            parameters: node.parameters.map { element in
                FunctionType.Parameter(
                    name: element.secondName?.text, type: elementType(element), isVariadic: element.ellipsis != nil
                )
            },
            effects: effects(
                async: node.effectSpecifiers?.asyncSpecifier, throwing: node.effectSpecifiers?.throwsClause
            ),
            result: read(node.returnClause.type)
        )
    }

    private static func elementType(_ element: TupleTypeElementSyntax) -> TypeExpression {
        let type = read(element.type)
        guard element.inoutKeyword != nil else { return type }
        return .attributed(specifiers: ["inout"], attributes: [], type)
    }

    private static func attributed(_ node: AttributedTypeSyntax) -> TypeExpression {
        .attributed(
            specifiers: (node.specifiers.map { $0.normalizedText }) + node.lateSpecifiers.map { $0.normalizedText },
            attributes: node.attributes.map { $0.normalizedText },
            read(node.baseType)
        )
    }
}

extension TypeExpression {
    /// Returns the type that `some` or `any` and this constraint make. `any P?` means `(any P)?` (SE-0521).
    func insideOptional(_ wrap: (TypeExpression) -> TypeExpression) -> TypeExpression {
        switch self {
        case .optional(let wrapped): .optional(wrapped.insideOptional(wrap))
        case .implicitlyUnwrapped(let wrapped): .implicitlyUnwrapped(wrapped.insideOptional(wrap))
        default: wrap(self)
        }
    }
}
