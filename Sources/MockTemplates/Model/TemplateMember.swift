internal import MockGeneration
internal import MockModel
internal import Stencil

/// The properties that methods, variables and subscripts have in common.
struct TemplateMember {
    let member: TemplateType.Member
    let scope: TemplateScope

    var located: LocatedType { member.located }
    var definedInType: TemplateType { scope.type(located) }
    var modifiers: [String] { member.declaration.modifiers }

    var annotations: [String: Any] {
        located.declaration.annotations?.members[member.index]?.mapValues(\.any) ?? [:]
    }

    /// A requirement has the access of its protocol.
    var accessLevel: String {
        if located.declaration.kind == .protocol { return located.declaration.access.keyword }
        let written = modifiers.first { AccessLevel(keyword: $0) != nil }
        return written ?? AccessLevel.internal.keyword
    }

    func name(_ type: TypeExpression, requirements: String = "") -> TemplateTypeName {
        TemplateTypeName(type, scope, located, requirements: requirements)
    }

    /// The `throws` of a member: its property names are the same everywhere.
    func property(_ name: String, of effects: Effects, generics: [GenericParameter]) -> Any? {
        switch name {
        case "isAsync": return effects.isAsync
        case "throws": return effects.throws
        case "rethrows": return effects.throwing == .rethrows
        case "throwsTypeName":
            if case .typed(let failure) = effects.throwing { return self.name(failure) }
            return nil
        case "isThrowsTypeGeneric":
            guard case .typed(.named(let failure, _)) = effects.throwing else { return false }
            return generics.contains { $0.name == failure }
        default: return nil
        }
    }

    func property(_ name: String) -> Any? {
        switch name {
        case "annotations": annotations
        case "accessLevel": accessLevel
        case "attributes": TemplateAttribute.byName(member.declaration.attributes.filter { $0.hasPrefix("@") })
        case "modifiers": modifiers.map { TemplateObject(["name": $0]) }
        case "definedInType": definedInType
        case "definedInTypeName", "actualDefinedInTypeName": located.declaration.qualifiedName
        case "isFinal": modifiers.contains("final")
        case "isDynamic": modifiers.contains("dynamic")
        case "isMutating": modifiers.contains("mutating")
        case "isOptional": modifiers.contains("optional")
        case "documentation": [Any]()
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
