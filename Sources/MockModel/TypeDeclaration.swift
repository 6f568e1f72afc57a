/// A named type of one file, as far as mocks depend on it.
///
/// An object, because it is copied often and never changed.
package final class TypeDeclaration: Sendable {
    package enum Kind: String, Hashable, Sendable, Codable {
        case `protocol`, `class`, `struct`, `enum`, actor, `typealias`
        /// An extension with an annotation, which asks for a mock of the type that it extends. It declares no type.
        case `extension`
    }

    package let kind: Kind
    package let name: String
    /// The types that the declaration is nested in, outermost first; an extension counts as the type it extends.
    package let enclosing: [String]
    package let attributes: [String]
    package let modifiers: [String]
    package let genericParameters: [GenericParameter]
    /// `Element` of `protocol Store<Element>`.
    package let primaryAssociatedTypes: [String]
    /// With `~Copyable` and `Copyable`, values of a generic type can be copied if its arguments can.
    package let inherited: [TypeExpression]
    package let genericRequirements: [GenericRequirement]
    /// The members of a protocol or a class; other kinds are known by name only.
    package let members: [MemberDeclaration]
    /// The target of a typealias.
    package let aliased: TypeExpression?
    /// The `#if` conditions around the declaration, outermost first; all of them hold.
    package let conditions: [String]
    /// `nil` if the declaration does not request a mock.
    package let annotation: MockAnnotation?
    /// The annotations for other generators; empty if no template prints the module's mocks.
    package let annotations: [String: TemplateValue]

    package init(
        kind: Kind, name: String, enclosing: [String] = [], attributes: [String] = [], modifiers: [String] = [],
        genericParameters: [GenericParameter] = [], primaryAssociatedTypes: [String] = [],
        inherited: [TypeExpression] = [], genericRequirements: [GenericRequirement] = [],
        members: [MemberDeclaration] = [], aliased: TypeExpression? = nil, conditions: [String] = [],
        annotation: MockAnnotation? = nil, annotations: [String: TemplateValue] = [:]
    ) {
        self.kind = kind
        self.name = name
        self.enclosing = enclosing
        self.attributes = attributes
        self.modifiers = modifiers
        self.genericParameters = genericParameters
        self.primaryAssociatedTypes = primaryAssociatedTypes
        self.inherited = inherited
        self.genericRequirements = genericRequirements
        self.members = members
        self.aliased = aliased
        self.conditions = conditions
        self.annotation = annotation
        self.annotations = annotations
    }

    /// Returns the type with other parts.
    package func with(
        attributes: [String]? = nil, genericParameters: [GenericParameter]? = nil,
        primaryAssociatedTypes: [String]? = nil,
        members: [MemberDeclaration]? = nil, inherited: [TypeExpression]? = nil,
        genericRequirements: [GenericRequirement]? = nil, conditions: [String]? = nil,
        annotation: MockAnnotation? = nil
    ) -> TypeDeclaration {
        TypeDeclaration(
            kind: kind, name: name, enclosing: enclosing, attributes: attributes ?? self.attributes,
            modifiers: modifiers, genericParameters: genericParameters ?? self.genericParameters,
            primaryAssociatedTypes: primaryAssociatedTypes ?? self.primaryAssociatedTypes,
            inherited: inherited ?? self.inherited,
            genericRequirements: genericRequirements ?? self.genericRequirements, members: members ?? self.members,
            aliased: aliased, conditions: conditions ?? self.conditions,
            annotation: annotation ?? self.annotation, annotations: annotations)
    }

    /// `Outer.Inner`
    package var qualifiedName: String { enclosing.isEmpty ? name : (enclosing + [name]).joined(separator: ".") }

    /// The name of the protocol that an annotated extension asks for, with members of the extended type.
    package var seam: String? { kind == .extension ? annotation?.seam : nil }

    package var access: AccessLevel { AccessLevel(modifiers: modifiers) }

    /// The initializers of a class that are not `convenience`.
    package var designatedInitializers: [MemberDeclaration] {
        members.filter { $0.isInitializer && !$0.modifiers.contains("convenience") }
    }

    /// True if the source requests this mock. A type that is mocked only because all are may be skipped with a warning.
    package var asksForMock: Bool {
        annotation != nil || !inherited.isEmpty && inherited.contains(.named("AutoMockable"))
    }
}

extension TypeDeclaration: Hashable {
    package static func == (left: TypeDeclaration, right: TypeDeclaration) -> Bool {
        left === right
            || left.kind == right.kind && left.name == right.name && left.enclosing == right.enclosing
                && left.attributes == right.attributes && left.modifiers == right.modifiers
                && left.genericParameters == right.genericParameters
                && left.primaryAssociatedTypes == right.primaryAssociatedTypes && left.inherited == right.inherited
                && left.genericRequirements == right.genericRequirements && left.members == right.members
                && left.aliased == right.aliased && left.conditions == right.conditions
                && left.annotation == right.annotation && left.annotations == right.annotations
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(name)
        hasher.combine(enclosing)
        hasher.combine(attributes)
        hasher.combine(modifiers)
        hasher.combine(genericParameters)
        hasher.combine(primaryAssociatedTypes)
        hasher.combine(inherited)
        hasher.combine(genericRequirements)
        hasher.combine(members)
        hasher.combine(aliased)
        hasher.combine(conditions)
        hasher.combine(annotation)
        hasher.combine(annotations)
    }
}

/// The visibility of a declaration, widest last.
package enum AccessLevel: Int, Hashable, Sendable, Comparable {
    case `private`, `fileprivate`, `internal`, package, `public`, open

    /// Returns the level in the modifiers; `internal` if there is none.
    package init(modifiers: [String]) {
        self = modifiers.lazy.compactMap(AccessLevel.init(keyword:)).first ?? .internal
    }

    package init?(keyword: String) {
        switch keyword {
        case "private": self = .private
        case "fileprivate": self = .fileprivate
        case "internal": self = .internal
        case "package": self = .package
        case "public": self = .public
        case "open": self = .open
        default: return nil
        }
    }

    package var keyword: String {
        switch self {
        case .private: "private"
        case .fileprivate: "fileprivate"
        case .internal: "internal"
        case .package: "package"
        case .public: "public"
        case .open: "open"
        }
    }

    package static func < (left: AccessLevel, right: AccessLevel) -> Bool { left.rawValue < right.rawValue }
}
