/// The reason why a member cannot be described.
package enum UnreadMember: Hashable, Sendable {
    /// Several properties in one pattern: `let (a, b) = (1, 2)`. No class overrides them.
    case pattern
    /// Accessors of which one is unknown, as written: `borrow mutate`.
    case accessors(String)
    /// Code that the parser does not understand, with its message.
    case syntax(String)
}

/// A requirement of a protocol or a member of a class.
package struct MemberDeclaration: Hashable, Sendable {
    /// Indirect, because it is copied often and read seldom.
    package indirect enum Kind: Hashable, Sendable {
        case function(FunctionDeclaration)
        case property(PropertyDeclaration)
        case `subscript`(SubscriptDeclaration)
        case initializer(InitializerDeclaration)
        case associatedType(AssociatedTypeDeclaration)
        case `typealias`(TypealiasDeclaration)
        /// A member that cannot be described, with its name for messages.
        case other(String, UnreadMember)
    }

    /// One object for all fields, because members are copied often and changed seldom.
    private var content: Content

    private final class Content: Sendable {
        let kind: Kind
        let attributes: [String]
        let modifiers: [String]
        let conditions: [String]

        init(_ kind: Kind, _ attributes: [String], _ modifiers: [String], _ conditions: [String]) {
            self.kind = kind
            self.attributes = attributes
            self.modifiers = modifiers
            self.conditions = conditions
        }
    }

    package init(kind: Kind, attributes: [String] = [], modifiers: [String] = [], conditions: [String] = []) {
        content = Content(kind, attributes, modifiers, conditions)
    }

    package var kind: Kind {
        get { content.kind }
        set { content = Content(newValue, attributes, modifiers, conditions) }
    }
    /// The attributes as written, `@` included, white space normalised: `@available(macOS 12, *)`. Behind them stand
    /// the annotations for other generators in the comments above: `sourcery: mockMethodID = "load"`.
    package var attributes: [String] {
        get { content.attributes }
        set { content = Content(kind, newValue, modifiers, conditions) }
    }
    /// `static`, `mutating`, `nonisolated(nonsending)`, `override`, access levels.
    package var modifiers: [String] {
        get { content.modifiers }
        set { content = Content(kind, attributes, newValue, conditions) }
    }
    /// The `#if` conditions under which the member exists, outermost first; all of them hold.
    package var conditions: [String] {
        get { content.conditions }
        set { content = Content(kind, attributes, modifiers, newValue) }
    }

    package static func == (left: MemberDeclaration, right: MemberDeclaration) -> Bool {
        left.content === right.content
            || left.kind == right.kind && left.attributes == right.attributes && left.modifiers == right.modifiers
                && left.conditions == right.conditions
    }

    /// True if both are the same unchanged declaration; equal ones need not be.
    package func isSame(as other: MemberDeclaration) -> Bool { content === other.content }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(attributes)
        hasher.combine(modifiers)
        hasher.combine(conditions)
    }

    /// The values of the annotations for other generators; true for one without a value, a list for one that is there
    /// several times.
    package var annotations: [String: TemplateValue] { CommentAnnotations.read(attributes) }

    package var isStatic: Bool { modifiers.contains("static") || modifiers.contains("class") }

    /// The name to use in messages: `load(id:)`, `title`, `subscript(_:)`, `init(name:)`.
    package var displayName: String {
        switch kind {
        case .function(let function):
            Self.name(function.name, function.parameters) { function.isOperator ? "_" : $0.label }
        case .property(let property): property.name
        case .subscript(let declaration): Self.name("subscript", declaration.parameters, label: \.subscriptLabel)
        case .initializer(let initializer): Self.name("init", initializer.parameters, label: \.label)
        case .associatedType(let associated): associated.name
        case .typealias(let alias): alias.name
        case .other(let name, _): name
        }
    }

    private static func name(
        _ base: String, _ parameters: [ParameterDeclaration], label: (ParameterDeclaration) -> String
    ) -> String {
        var code = CodeWriter()
        code += base
        code += "("
        for parameter in parameters {
            code += label(parameter)
            code += ":"
        }
        code += ")"
        return code.text
    }
}

package struct FunctionDeclaration: Hashable, Sendable {
    /// An identifier (with its backticks) or an operator.
    package var name: String
    package var isOperator: Bool
    package var genericParameters: [GenericParameter]
    package var parameters: [ParameterDeclaration]
    package var effects: Effects
    /// `nil` if none is written.
    package var result: TypeExpression?
    package var genericRequirements: [GenericRequirement]

    package init(
        name: String, isOperator: Bool = false, genericParameters: [GenericParameter] = [],
        parameters: [ParameterDeclaration] = [], effects: Effects = .none, result: TypeExpression? = nil,
        genericRequirements: [GenericRequirement] = []
    ) {
        self.name = name
        self.isOperator = isOperator
        self.genericParameters = genericParameters
        self.parameters = parameters
        self.effects = effects
        self.result = result
        self.genericRequirements = genericRequirements
    }
}

/// An object, because lists of parameters are iterated often.
package final class ParameterDeclaration: Sendable {
    package let attributes: [String]
    /// The first name as written, `_` included.
    package let firstName: String
    package let secondName: String?
    package let type: TypeExpression
    package let isVariadic: Bool
    package let hasDefault: Bool

    package init(
        attributes: [String] = [], firstName: String, secondName: String? = nil, type: TypeExpression,
        isVariadic: Bool = false, hasDefault: Bool = false
    ) {
        self.attributes = attributes
        self.firstName = firstName
        self.secondName = secondName
        self.type = type
        self.isVariadic = isVariadic
        self.hasDefault = hasDefault
    }

    /// Returns the parameter with another type.
    package func with(_ type: TypeExpression) -> ParameterDeclaration {
        ParameterDeclaration(
            attributes: attributes, firstName: firstName, secondName: secondName, type: type, isVariadic: isVariadic,
            hasDefault: hasDefault)
    }

    /// The argument label at a call of a function or an initializer; `_` for none.
    package var label: String { firstName }
    /// In a subscript a single name is no label.
    package var subscriptLabel: String { secondName == nil ? "_" : firstName }
    /// The name inside the body, as written; `_` if there is none.
    package var internalName: String { secondName ?? firstName }
}

extension ParameterDeclaration: Hashable {
    package static func == (left: ParameterDeclaration, right: ParameterDeclaration) -> Bool {
        left === right
            || left.attributes == right.attributes && left.firstName == right.firstName
                && left.secondName == right.secondName && left.type == right.type
                && left.isVariadic == right.isVariadic && left.hasDefault == right.hasDefault
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(attributes)
        hasher.combine(firstName)
        hasher.combine(secondName)
        hasher.combine(type)
        hasher.combine(isVariadic)
        hasher.combine(hasDefault)
    }
}

package struct PropertyDeclaration: Hashable, Sendable {
    package var name: String
    /// `nil` if a class leaves the type to inference.
    package var type: TypeExpression?
    package var accessors: Accessors
    /// `let` in a class.
    package var isConstant: Bool

    package init(name: String, type: TypeExpression?, accessors: Accessors, isConstant: Bool = false) {
        self.name = name
        self.type = type
        self.accessors = accessors
        self.isConstant = isConstant
    }
}

/// The accessors of a property or a subscript.
package struct Accessors: Hashable, Sendable {
    package var getEffects: Effects
    package var hasSetter: Bool
    package var isGetterMutating: Bool
    package var isSetterNonmutating: Bool
    /// The `@available(…)` attributes of the setter alone.
    package var setterAvailability: [String]

    package init(
        getEffects: Effects = .none, hasSetter: Bool = false, isGetterMutating: Bool = false,
        isSetterNonmutating: Bool = false, setterAvailability: [String] = []
    ) {
        self.getEffects = getEffects
        self.hasSetter = hasSetter
        self.isGetterMutating = isGetterMutating
        self.isSetterNonmutating = isSetterNonmutating
        self.setterAvailability = setterAvailability
    }
}

package struct SubscriptDeclaration: Hashable, Sendable {
    package var genericParameters: [GenericParameter]
    package var parameters: [ParameterDeclaration]
    package var result: TypeExpression
    package var genericRequirements: [GenericRequirement]
    package var accessors: Accessors

    package init(
        genericParameters: [GenericParameter] = [], parameters: [ParameterDeclaration], result: TypeExpression,
        genericRequirements: [GenericRequirement] = [], accessors: Accessors
    ) {
        self.genericParameters = genericParameters
        self.parameters = parameters
        self.result = result
        self.genericRequirements = genericRequirements
        self.accessors = accessors
    }
}

package struct InitializerDeclaration: Hashable, Sendable {
    /// `?`, `!` or empty.
    package var optionalMark: String
    package var genericParameters: [GenericParameter]
    package var parameters: [ParameterDeclaration]
    package var effects: Effects
    package var genericRequirements: [GenericRequirement]

    package init(
        optionalMark: String = "", genericParameters: [GenericParameter] = [],
        parameters: [ParameterDeclaration] = [], effects: Effects = .none,
        genericRequirements: [GenericRequirement] = []
    ) {
        self.optionalMark = optionalMark
        self.genericParameters = genericParameters
        self.parameters = parameters
        self.effects = effects
        self.genericRequirements = genericRequirements
    }
}

package struct AssociatedTypeDeclaration: Hashable, Sendable {
    package var name: String
    package var inherited: [TypeExpression]
    package var defaultType: TypeExpression?
    package var genericRequirements: [GenericRequirement]

    package init(
        name: String, inherited: [TypeExpression] = [], defaultType: TypeExpression? = nil,
        genericRequirements: [GenericRequirement] = []
    ) {
        self.name = name
        self.inherited = inherited
        self.defaultType = defaultType
        self.genericRequirements = genericRequirements
    }
}

package struct TypealiasDeclaration: Hashable, Sendable {
    package var name: String
    package var genericParameters: [GenericParameter]
    package var target: TypeExpression

    package init(name: String, genericParameters: [GenericParameter] = [], target: TypeExpression) {
        self.name = name
        self.genericParameters = genericParameters
        self.target = target
    }
}

extension Substring {
    /// The text without the characters at both ends that fulfil a condition.
    fileprivate func trimmed(_ isDropped: (Character) -> Bool) -> Substring {
        var text = drop(while: isDropped)
        while let last = text.last, isDropped(last) { text.removeLast() }
        return text
    }
}
