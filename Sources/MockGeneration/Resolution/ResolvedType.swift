package import MockModel

/// A type to be mocked with everything that other files have to say about it: the whole input of its mock.
package struct ResolvedType: Hashable, Sendable {
    package var type: LocatedType
    package var mockName: String
    /// It would take more work than a mock may, so nothing else is known.
    package var isTooComplex = false
    /// Another type of the mock's name that is compiled beside it.
    package var precedent: Precedent?
    /// The mock is in another module than the type.
    package var isElsewhere = false
    /// All requirements, own and inherited, each once; parents before children.
    package var members: [ResolvedMember] = []
    /// Protocols of the standard library that the type conforms to, by name.
    package var knownParents: Set<String> = []
    /// Parents whose requirements nobody knows.
    package var unknownParents: [UnknownParent] = []
    /// Protocols of the standard library that only plain values conform to.
    package var valueParents: [String] = []
    /// The class that conforming types must inherit from.
    package var superclass: TypeExpression?
    /// The actor that the superclass is on, or one above it.
    package var superclassActor: String?
    /// The superclass says nothing about that, so that the module's default does.
    package var isSuperclassUnspoken = false
    /// Properties that several protocols declare with types that have nothing in common.
    package var contradictions: [RestatedType] = []
    /// The superclass, or the one that it gets its initializers from, keeps them all to itself.
    package var lacksInitializer = false
    /// The class gets its only initializer from the compiler, which puts it on no actor.
    package var hasImplicitInitializer = false
    /// How far `init()` of the class can be seen, its own or the one it inherits; nothing if there is none that is plain.
    package var plainInitializer: AccessLevel?
    /// The superclass, or one above it, that its module does not let others inherit from.
    package var closedSuperclass: String?
    /// Associated types that are fixed by a same-type requirement, a typealias or the annotation.
    package var fixedTypes: [String: TypeExpression] = [:]
    /// Requirements of where clauses that concern associated types.
    package var genericRequirements: [GenericRequirement] = []
    package var globalActor: String?
    /// The module's default isolation does not concern the type.
    package var isNonisolated = false
    /// A parent is on an actor, and the type is not, though whoever conforms to it would be by default.
    package var leavesActor = false
    /// Those of the types that it is nested in, outermost first.
    package var namespaceAttributes: [String] = []
    /// What typealiases in signatures stand for, where it changes how a parameter is passed.
    package var functionAliases: [String: FunctionAlias] = [:]
    /// Typealiases of protocols that the mock has to declare itself.
    package var restatedAliases: [TypealiasDeclaration] = []
    /// Typealiases that mention associated types.
    package var dependentAliases: Set<String> = []
    /// Types of values that cannot be stored, as signatures spell them: `~Copyable` or `~Escapable`. Those of the
    /// standard library are not among them.
    package var unstorableNames: Set<String> = []
    /// Types of the user's that only share their name with such.
    package var storableNames: Set<String> = []
    /// `Self` stands in a member's signature, or nobody has looked.
    package var mentionsSelf = true
    /// Attributes on members that name a global actor.
    package var globalActors: Set<String> = ["MainActor"]
    /// Mocks of protocols that members return, by the name of the protocol.
    package var resultMocks: [String: String] = [:]
    /// Types of the module that members return and that have an `init()`, with how far that can be seen.
    package var plainTypes: [String: AccessLevel] = [:]
    /// `@_spi(…)` of the module's types that signatures mention.
    package var interfaceGroups: Set<String> = []
    /// Names of the runtime library or the standard library that the user's module declares too.
    package var shadowedNames: Set<String> = []
    /// The module to write in front of the type's name, because a file with the mock sees others of that name.
    package var qualifier: String?
    /// The imports, as the user's files have them, that the mock's signatures need.
    package var imports: [ImportDeclaration] = []
    /// Those that certainly bring a type into a signature: a public mock must import them publicly.
    package var mentionedImports: Set<ImportDeclaration> = []

    package init(type: LocatedType, mockName: String) {
        self.type = type
        self.mockName = mockName
    }

    package var declaration: TypeDeclaration { type.declaration }
    /// Of the members that are associated types.
    var associatedTypeNames: Set<String> {
        members.indices.reduce(into: []) { names, index in
            if let name = members[index].member.associatedTypeName { names.insert(name) }
        }
    }
    /// Whether values of the type of that name cannot be stored, unless the user calls one of his own so.
    func isUnstorable(_ name: String) -> Bool {
        StandardLibraryNames.unstorable.contains(name) || unstorableNames.contains(name)
    }
    /// The type's name as it is written beside it, in the same namespace.
    package var spelledName: String {
        qualifier.map { "\($0).\(declaration.qualifiedName)" } ?? declaration.name
    }
    /// The types whose extension holds the mock.
    package var spelledNamespace: [String] {
        let enclosing = declaration.enclosing
        return enclosing.isEmpty ? [] : (qualifier.map { [$0] } ?? []) + enclosing
    }
    package var isSendable: Bool { !knownParents.isDisjoint(with: Self.sendableProtocols) }
    private static let sendableProtocols: Set = ["Sendable", "Error", "Actor", "CodingKey"]
    package var isActor: Bool { knownParents.contains("Actor") }
    package var isClass: Bool { declaration.kind == .class }
}

extension ResolvedType {
    /// Hashes everything, but members that are as their type declares them by its digest and their place.
    package func digest(into hasher: inout Hasher) {
        var head = self
        head.members = []
        hasher.combine(head)
        hasher.combine(members.count)
        for resolved in members {
            if let digest = resolved.digestOfDeclaration {
                hasher.combine(digest.low)
            } else {
                hasher.combine(resolved.member)
            }
            // Of its own members the type has been told once.
            if resolved.origin.located === type {
                hasher.combine(resolved.origin.memberIndex)
            } else {
                hasher.combine(resolved.origin)
            }
            resolved.hashFindings(into: &hasher)
        }
    }
}

/// A parent that nobody can find, and why.
package struct UnknownParent: Hashable, Sendable {
    package var name: String
    package var reason: CompiledAnswer.Reason
}

/// What a property is declared as by a protocol and again by another one.
package struct RestatedType: Hashable, Sendable {
    package var name: String
    package var type: TypeExpression
    package var other: TypeExpression
    /// Where it is declared again.
    package var origin: MemberOrigin
}

/// A requirement and the declaration it was found in.
package struct ResolvedMember: Hashable, Sendable {
    package var member: MemberDeclaration
    package var origin: MemberOrigin
    /// A class has the member already; the mock overrides it.
    package var isOverride: Bool
    package var isolation: MemberIsolation
    /// The actor of the protocol that asks for it.
    package var actor: String?
    /// Its protocol is on another actor than the mock.
    package var isElsewhere = false
    /// Several protocols ask for it with errors that have nothing in common.
    package var isNarrowed = false
    /// A protocol on an actor states again what one without asks for.
    package var isRestated = false

    package init(
        member: MemberDeclaration, origin: MemberOrigin, isOverride: Bool = false,
        isolation: MemberIsolation = .declared, actor: String? = nil
    ) {
        self.member = member
        self.origin = origin
        self.isOverride = isOverride
        self.isolation = isolation
        self.actor = actor
    }

    /// What the declaration around it says, if somebody has that ready and the member is as it stands there.
    fileprivate var digestOfDeclaration: ContentHash? {
        let (declared, index) = (origin.located.declaration.members, origin.memberIndex)
        return declared.indices.contains(index) && member.isSame(as: declared[index]) ? origin.located.digest : nil
    }

    /// Hashes all but what the declaration says.
    fileprivate func hashFindings(into hasher: inout Hasher) {
        hasher.combine(isOverride)
        hasher.combine(isolation)
        hasher.combine(actor)
        hasher.combine(isElsewhere)
        hasher.combine(isNarrowed)
        hasher.combine(isRestated)
    }
}

/// What a requirement's protocol says about the actor that it runs on. A requirement of several protocols has to
/// please the freest of them.
package enum MemberIsolation: Int, Hashable, Sendable, Comparable {
    /// On none: the protocol says so, or is not of the module whose default might say otherwise.
    case none
    /// On what is the module's default.
    case unspoken
    /// On the mocked type's own actor, if it has one.
    case declared

    package static func < (left: MemberIsolation, right: MemberIsolation) -> Bool { left.rawValue < right.rawValue }
}

/// A typealias of a function type, or of an optional one.
package struct FunctionAlias: Hashable, Sendable {
    package var parameters: [String]
    package var target: TypeExpression

    /// The function type for the arguments that the alias is used with.
    ///
    /// - Parameter budget: what the copy takes is taken from it; when it is used up, the target is as it is written.
    func applied(to arguments: [TypeExpression], _ budget: WorkBudget? = nil) -> TypeExpression {
        let replacements = Dictionary(zip(parameters, arguments)) { first, _ in first }
        guard !replacements.isEmpty else { return target }
        if let budget {
            // Each mention of a parameter copies nothing but a reference, and whoever walks the result walks all.
            let mentions = target.partCount
            guard budget.spend(mentions, times: 1 + arguments.reduce(0) { $0 + $1.partCount }) else { return target }
        }
        return target.replacing { part in
            if case .named(let name, let inner) = part, inner.isEmpty { replacements[name] } else { nil }
        }
    }
}

/// Where a member is declared, in terms that survive an edit of unrelated lines.
package struct MemberOrigin: Sendable {
    /// The declaring type.
    package let located: LocatedType
    package var memberIndex: Int

    package init(_ located: LocatedType, memberIndex: Int) {
        self.located = located
        self.memberIndex = memberIndex
    }

    package var path: String { located.path }
    /// Qualified name of the declaring type.
    package var type: String { located.declaration.qualifiedName }
    /// The conditions around the declaring type, which tell it from others of its name.
    package var conditions: [String] { located.declaration.conditions }
    /// No user wrote it: the library asks for it.
    package var isBuiltIn: Bool { located.path.isEmpty }
}

/// Where it stands in its type is what counts, not what else that says.
extension MemberOrigin: Hashable {
    package static func == (left: MemberOrigin, right: MemberOrigin) -> Bool {
        left.memberIndex == right.memberIndex && left.located.isSamePlace(as: right.located)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(located.path)
        hasher.combine(located.declaration.enclosing)
        hasher.combine(located.declaration.name)
        hasher.combine(located.declaration.conditions)
        hasher.combine(memberIndex)
    }
}
