/// A named type of one file, as far as mocks depend on it.
package struct TypeDeclaration: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, Codable {
        case `protocol`, `class`, `struct`, `enum`, actor, `typealias`
    }

    package var kind: Kind
    package var name: String
    /// The types that the declaration is nested in, outermost first; an extension counts as the type it extends.
    package var enclosing: [String]
    package var attributes: [String]
    package var modifiers: [String]
    package var genericParameters: [GenericParameter]
    /// `Element` of `protocol Store<Element>`.
    package var primaryAssociatedTypes: [String]
    package var inherited: [TypeExpression]
    package var genericRequirements: [GenericRequirement]
    /// For protocols and classes; other kinds are known by name only.
    package var members: [MemberDeclaration]
    /// What a typealias stands for.
    package var aliased: TypeExpression?
    /// The `#if` conditions around the declaration, outermost first; all of them hold.
    package var conditions: [String]
    /// `nil` when nothing asks for a mock.
    package var annotation: MockAnnotation?

    package init(
        kind: Kind, name: String, enclosing: [String] = [], attributes: [String] = [], modifiers: [String] = [],
        genericParameters: [GenericParameter] = [], primaryAssociatedTypes: [String] = [],
        inherited: [TypeExpression] = [], genericRequirements: [GenericRequirement] = [],
        members: [MemberDeclaration] = [], aliased: TypeExpression? = nil, conditions: [String] = [],
        annotation: MockAnnotation? = nil
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
    }

    /// `Outer.Inner`
    package var qualifiedName: String { (enclosing + [name]).joined(separator: ".") }

    package var access: AccessLevel { AccessLevel(modifiers: modifiers) }

    /// Somebody asked for this very mock. What is mocked only because everything is may be skipped with a warning.
    package var asksForMock: Bool {
        annotation != nil || !inherited.isEmpty && inherited.contains(.named("AutoMockable"))
    }
}

/// How far a declaration can be seen, widest last.
package enum AccessLevel: Int, Hashable, Sendable, Comparable {
    case `private`, `fileprivate`, `internal`, package, `public`, open

    /// The level that the modifiers name; `internal` when they name none.
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
