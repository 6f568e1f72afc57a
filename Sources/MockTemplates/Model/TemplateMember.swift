internal import MockGeneration
internal import MockModel

/// The properties that methods, variables and subscripts have in common.
struct TemplateMember {
    let member: TemplateType.Member
    let scope: TemplateScope

    var located: LocatedType { member.located }
    var definedInType: TemplateType { scope.type(located) }
    var modifiers: [String] { member.declaration.modifiers }

    var annotations: [String: RenderValue] {
        member.declaration.annotations.mapValues { RenderValue($0) }
    }

    /// A requirement has the access of its protocol.
    var accessLevel: String {
        if located.declaration.kind == .protocol { return located.declaration.access.keyword }
        let written = modifiers.first { AccessLevel(keyword: $0) != nil }
        return written ?? AccessLevel.internal.keyword
    }

    func name(_ type: TypeExpression) -> TemplateTypeName { scope.name(type, in: located) }

    /// The `throws` of a member: its property names are the same everywhere.
    func property(_ name: PropertyName, of effects: Effects, generics: [GenericParameter]) -> RenderValue? {
        switch name.known {
        case .isAsync: return .flag(effects.isAsync)
        case .throws: return .flag(effects.throws)
        case .rethrows: return .flag(effects.throwing == .rethrows)
        case .throwsTypeName:
            if case .typed(let failure) = effects.throwing { return .object(self.name(failure)) }
            return nil
        case .isThrowsTypeGeneric:
            guard case .typed(.named(let failure, _)) = effects.throwing else { return .flag(false) }
            return .flag(generics.contains { $0.name == failure })
        default: return nil
        }
    }

    func property(_ name: PropertyName) -> RenderValue? {
        switch name.known {
        case .annotations: RenderValue(annotations)
        case .accessLevel: RenderValue(accessLevel)
        case .attributes:
            RenderValue(TemplateAttribute.byName(member.declaration.attributes.filter { $0.hasPrefix("@") }))
        case .modifiers: RenderValue(modifiers.map { TemplateObject(["name": .text($0)]) })
        case .definedInType: RenderValue(definedInType)
        case .definedInTypeName, .actualDefinedInTypeName: RenderValue(located.declaration.qualifiedName)
        case .isFinal: RenderValue(modifiers.contains("final"))
        case .isDynamic: RenderValue(modifiers.contains("dynamic"))
        case .isMutating: RenderValue(modifiers.contains("mutating"))
        case .isOptional: RenderValue(modifiers.contains("optional"))
        case .documentation: .list([])
        default: nil
        }
    }
}

extension Effects {
    /// True for `throws`, except for `throws(Never)`.
    var `throws`: Bool {
        switch throwing {
        case .never, .rethrows, .typed(.named("Never", _)): false
        case .untyped, .typed: true
        }
    }
}
