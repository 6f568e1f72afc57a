internal import MockGeneration
internal import MockModel

/// A property as a template sees it.
final class TemplateVariable: TemplateDeclaration, CustomStringConvertible {
    private let base: TemplateMember
    private let property: PropertyDeclaration
    let typeName: TemplateTypeName

    /// Returns `nil` for other members.
    init?(_ member: TemplateType.Member, _ scope: TemplateScope) {
        guard case .property(let property) = member.declaration.kind else { return nil }
        base = TemplateMember(member: member, scope: scope)
        self.property = property
        // A class may leave the type to inference.
        typeName = base.name(property.type ?? .verbatim("UnknownTypeSoAddTypeAttributionToVariable"))
    }

    var annotations: [String: RenderValue] { base.annotations }
    var accessLevel: String { base.accessLevel }
    var typeOfValue: TemplateType? { typeName.type }
    var description: String { property.name }
    var isStatic: Bool { base.modifiers.contains("static") || base.modifiers.contains("class") }
    /// A requirement counts as computed if it has no setter.
    var isComputed: Bool { !property.accessors.hasSetter && !property.isConstant }
    var doesThrow: Bool { property.accessors.getEffects.throws }
    /// Empty without a setter.
    var writeAccess: String { property.accessors.hasSetter ? accessLevel : "" }

    func value(of name: PropertyName) -> RenderValue {
        switch name.known {
        case .name, .unbacktickedName: RenderValue(property.name)
        case .readAccess: RenderValue(accessLevel)
        case .writeAccess: RenderValue(writeAccess)
        case .isMutable: RenderValue(property.accessors.hasSetter)
        case .isStatic: RenderValue(isStatic)
        case .isComputed: RenderValue(isComputed)
        case .isLazy: RenderValue(base.modifiers.contains("lazy"))
        case .isOptional: RenderValue(typeName.isOptional)
        default:
            typeName.memberOfTyped(name)
                ?? base.property(name, of: property.accessors.getEffects, generics: []) ?? base.property(name) ?? .none
        }
    }
}
