package import MockModel

/// A type to be mocked, with everything that its mock depends on from other files: the entire input of planning.
package struct ResolvedType: Hashable, Sendable {
    package var type: LocatedType
    package var mockName: String
    /// The annotated extension that asks for the mock; `nil` if the type itself does.
    package var request: LocatedType?
    /// The result of looking up the type that the extension extends.
    package var extended: ExtendedType?
    /// True if the mocked type is a typealias of several protocols, and perhaps of a class.
    package var isComposition = false
    /// True if resolution exceeded the work budget of one mock; all other properties are then empty.
    package var isTooComplex = false
    /// Another type with the mock's name in the module that compiles the mock.
    package var precedent: Precedent?
    /// True if the mock and the type are in different modules.
    package var isInOtherModule = false
    /// All requirements, own and inherited, each once; parents' before children's.
    package var members: [ResolvedMember] = []
    /// Names of the standard library protocols that the type conforms to.
    package var knownParents: Set<String> = []
    /// Parents whose requirements are unknown.
    package var unknownParents: [UnknownParent] = []
    /// True if a type in a signature may be declared in sources that are not there at present.
    package var lacksTypes = false
    /// Standard library protocols that only plain values conform to.
    package var valueParents: [String] = []
    /// The class that conforming types must inherit from.
    package var superclass: TypeExpression?
    /// The actor of the superclass or of a class above it.
    package var superclassActor: String?
    /// True if the superclass does not state its isolation, so the module's default applies.
    package var hasImplicitSuperclassIsolation = false
    /// Properties that several protocols declare with incompatible types.
    package var contradictions: [RestatedType] = []
    /// Functions without parameters that have the name of a property.
    package var namesakesOfProperties: [Namesake] = []
    /// The class whose initializers the mock would inherit, if none of them can be seen.
    package var classWithoutInitializer: ClassWithoutInitializer?
    package var uninheritedInitializer: UninheritedInitializer?
    /// True if the class has only the initializer that the compiler generates, which is nonisolated.
    package var hasImplicitInitializer = false
    /// The modifier with which a subclass redeclares the plain `init()` that is the class's only designated
    /// initializer, own or inherited, if that is nonisolated.
    package var nonisolatedInitializer: String?
    /// Those that the mock inherits from its superclass.
    package var nonisolatedInitializers: [NonisolatedInitializer] = []
    /// True if a nonisolated `init()` is required, and the mock inherits it from its superclass.
    package var inheritsFreeInitializer = false
    /// The access of the class's own or inherited plain `init()`, which callers can use from anywhere; `nil` if it has
    /// none.
    package var plainInitializer: AccessLevel?
    /// The superclass, or a class above it, that cannot be subclassed outside its module.
    package var closedSuperclass: String?
    /// The superclass, if it is final.
    package var finalSuperclass: String?
    /// Associated types fixed by a same-type requirement, a typealias or the annotation.
    package var fixedTypes: [String: TypeExpression] = [:]
    /// Protocols that the mock must name itself: an associated type that is `Self` has to conform to them.
    package var impliedParents: [TypeExpression] = []
    /// The methods that return the mock itself, which is its own iterator: `makeIterator`.
    package var ownIterators: [String] = []
    /// Requirements of where clauses on associated types.
    package var genericRequirements: [GenericRequirement] = []
    package var globalActor: String?
    /// True if the module's default isolation does not apply to the type.
    package var isNonisolated = false
    /// True for a protocol for actors that refines one on the default actor of the module, if that has one.
    package var refinesDefaultActor = false
    /// True if a parent is on an actor and the type is not, although types that conform to it would be by default.
    package var optsOutOfActor = false
    /// Generic types in signatures that constrain their arguments, if the module's default isolation may make
    /// conformances to those constraints isolated.
    package var constrainedGenerics: Set<String> = []
    /// The generic parameters of the types that contain the mocked type.
    package var outerGenericNames: Set<String> = []
    /// The outermost type around the mocked type that no other file sees, if there is one.
    package var hiddenOuterType: String?
    /// Attributes of the types that contain the mocked type, outermost first.
    package var namespaceAttributes: [String] = []
    /// Targets of typealiases in signatures, where they affect how a parameter is passed.
    package var functionAliases: [String: FunctionAlias] = [:]
    /// Generic typealiases of optional types in signatures, as spelled there.
    package var optionalAliases: Set<String> = []
    /// Protocols' typealiases that the mock must redeclare.
    package var restatedAliases: [TypealiasDeclaration] = []
    /// Typealiases that mention associated types.
    package var dependentAliases: Set<String> = []
    /// Types in signatures whose values cannot be stored (`~Copyable` or `~Escapable`), as spelled there. Those of the
    /// standard library are not included.
    package var unstorableNames: Set<String> = []
    /// Generic types whose values can be copied if their arguments can.
    package var conditionallyCopyableNames: Set<String> = []
    /// Classes and actors in signatures, as spelled there: `some Oven` is an `Oven` then, and not an `any Oven`.
    package var classNames: Set<String> = []
    /// The user's types that only share their name with an unstorable type.
    package var storableNames: Set<String> = []
    /// True if a member's signature mentions `Self`, or if that is not known yet.
    package var mentionsSelf = true
    /// Global actors that attributes of members name.
    package var globalActors: Set<String> = ["MainActor"]
    /// Mocks of protocols that members return, keyed by protocol.
    package var resultMocks: [String: String] = [:]
    /// Types of the module that members return and that have an `init()`.
    package var plainTypes: [String: PlainType] = [:]
    /// Types of parameters whose values may have names.
    package var matchedTypes: [MatchedType] = []
    /// `@_spi(…)` attributes of the module's types that signatures mention.
    package var interfaceGroups: Set<String> = []
    /// Runtime and standard library names that the user's module also declares.
    package var shadowedNames: Set<String> = []
    /// The module to prefix to the type's name, because other types of that name are visible in the mock's file; with
    /// `::` behind it if a type hides the module.
    package var qualifier: String?
    /// The imports that the mock's signatures need, as the user's files spell them.
    package var imports: [ImportDeclaration] = []
    /// The imports that certainly provide a type of a signature: a public mock must import them publicly.
    package var mentionedImports: Set<ImportDeclaration> = []

    package init(type: LocatedType, mockName: String) {
        self.type = type
        self.mockName = mockName
    }

    package var declaration: TypeDeclaration { type.declaration }
    /// True if a declaration that the mock depends on is not there at present, as opposed to one that is wrong.
    package var lacksDeclarations: Bool {
        if case .obstructed(.unknown(let reason, _), _) = extended { return reason.isAbsence }
        return lacksTypes || unknownParents.contains(where: \.reason.isAbsence)
    }
    /// The names of the members that are associated types.
    var associatedTypeNames: Set<String> {
        members.indices.reduce(into: []) { names, index in
            if let name = members[index].member.associatedTypeName { names.insert(name) }
        }
    }
    /// True if values of the type with this name cannot be stored, unless the user declares a type of that name.
    func isUnstorable(_ name: String) -> Bool {
        StandardLibraryNames.unstorable.contains(name) || unstorableNames.contains(name)
    }
    /// The type's name as written in its own namespace.
    package var spelledName: String {
        guard qualifier != nil else { return declaration.name }
        return qualified(declaration.enclosing + [declaration.name]).joined(separator: ".")
    }
    /// The types whose extension holds the mock.
    package var spelledNamespace: [String] {
        let enclosing = declaration.enclosing
        return enclosing.isEmpty ? [] : qualified(enclosing)
    }

    /// - Parameter path: names of types, each nested in the one before.
    private func qualified(_ path: [String]) -> [String] {
        guard let qualifier else { return path }
        return qualifier.hasSuffix("::") ? [qualifier + path[0]] + path.dropFirst() : [qualifier] + path
    }
    package var isSendable: Bool { !knownParents.isDisjoint(with: Self.sendableProtocols) }
    private static let sendableProtocols: Set = ["Sendable", "Error", "Actor", "CodingKey"]
    package var isActor: Bool { knownParents.contains("Actor") }
    /// True if a parent is `NSObjectProtocol`, which only subclasses of Foundation's `NSObject` should conform to.
    package var inheritsFromNSObject: Bool {
        superclass.map { $0 == Self.nsObject || $0 == Self.qualifiedNSObject } ?? false
    }
    /// True if the superclass's `init()` can be called from anywhere, although the superclass may be on an actor.
    package var hasNonisolatedInitializer: Bool {
        hasImplicitInitializer || nonisolatedInitializer != nil || inheritsFromNSObject
    }
    /// True if `MockCook()` means an asynchronous initializer in asynchronous functions.
    var hidesPlainInitializer: Bool { members.contains(where: \.member.hidesPlainInitializer) }
    static let nsObject = TypeExpression.named("NSObject")
    static let qualifiedNSObject = TypeExpression.member(of: .named("Foundation"), "NSObject", arguments: [])
    package var isClass: Bool { declaration.kind == .class }
}

extension ResolvedType {
    /// Hashes everything. A member that is unchanged from its declaration is hashed as that declaration's digest and
    /// its index.
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
            // The mocked type itself was hashed above, so its own members need only their index.
            if resolved.origin.located === type {
                hasher.combine(resolved.origin.memberIndex)
            } else {
                hasher.combine(resolved.origin)
            }
            resolved.hashResults(into: &hasher)
        }
    }
}

/// A parent whose declaration was not found, and the reason.
package struct UnknownParent: Hashable, Sendable {
    package var name: String
    package var reason: CompiledAnswer.Reason
}

/// A class without an initializer that a subclass in the tests could inherit.
package struct ClassWithoutInitializer: Hashable, Sendable {
    package var name: String
    /// The level that one of its initializers needs; `nil` for a class of the library, which lets no subclass have any.
    package var access: AccessLevel?
}

/// A function that no type can declare, because it has to declare a property of that name.
package struct Namesake: Hashable, Sendable {
    package var member: ResolvedMember
    /// True if an extension of a protocol implements it.
    package var isImplemented: Bool
}

/// A property that two protocols declare, with both types.
package struct RestatedType: Hashable, Sendable {
    package var name: String
    package var type: TypeExpression
    package var other: TypeExpression
    /// The member that declares it again.
    package var origin: MemberOrigin
}

/// A requirement and its origin.
package struct ResolvedMember: Hashable, Sendable {
    package var member: MemberDeclaration
    package var origin: MemberOrigin
    /// True if a class declares the member and the mock overrides it.
    package var isOverride: Bool
    package var isolation: MemberIsolation
    /// The actor of the protocol that requires it.
    package var actor: String?
    /// True if its protocol is on another actor than the mock.
    package var isOnOtherActor = false
    /// True if several protocols require it with incompatible effects or actors.
    package var isNarrowed = false
    /// True if a protocol on an actor restates a requirement of a nonisolated one.
    package var isRestated = false
    /// True if only a constraint of an associated type that is `Self` requires it: existentials of the protocol lack it.
    package var isImplied = false

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

    /// The digest of the declaring type; `nil` if it has none or if resolution changed the member.
    fileprivate var digestOfDeclaration: ContentHash? {
        let (declared, index) = (origin.located.declaration.members, origin.memberIndex)
        return declared.indices.contains(index) && member.isSame(as: declared[index]) ? origin.located.digest : nil
    }

    /// Hashes the results of resolution, without the declaration itself.
    fileprivate func hashResults(into hasher: inout Hasher) {
        hasher.combine(isOverride)
        hasher.combine(isolation)
        hasher.combine(actor)
        hasher.combine(isOnOtherActor)
        hasher.combine(isNarrowed)
        hasher.combine(isRestated)
        hasher.combine(isImplied)
    }
}

/// The isolation that a requirement gets from its protocol. If several protocols require it, the least isolated one
/// decides.
package enum MemberIsolation: Int, Hashable, Sendable, Comparable {
    /// Nonisolated: the protocol says so, or it is from a module without a default that could say otherwise.
    case none
    /// The module's default.
    case implicit
    /// The mocked type's own actor, if it has one.
    case declared

    package static func < (left: MemberIsolation, right: MemberIsolation) -> Bool { left.rawValue < right.rawValue }
}

/// A typealias of a function type or an optional function type.
package struct FunctionAlias: Hashable, Sendable {
    package var parameters: [String]
    package var target: TypeExpression

    /// The function type with the alias's generic arguments.
    ///
    /// - Parameter budget: pays for the copy; when it is exhausted, the target is returned unchanged.
    func applied(to arguments: [TypeExpression], _ budget: WorkBudget? = nil) -> TypeExpression {
        let replacements = Dictionary(zip(parameters, arguments)) { first, _ in first }
        guard !replacements.isEmpty else { return target }
        if let budget {
            // A parameter's mention copies only a reference, but every later visitor walks each occurrence.
            let mentions = target.partCount
            guard budget.spend(mentions, times: 1 + arguments.reduce(0) { $0 + $1.partCount }) else { return target }
        }
        return target.replacing { part in
            if case .named(let name, let inner) = part, inner.isEmpty { replacements[name] } else { nil }
        }
    }
}

/// The declaration of a member, identified in terms that survive edits of unrelated lines.
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
    /// The conditions around the declaring type, which distinguish it from others with its name.
    package var conditions: [String] { located.declaration.conditions }
    /// True if the library declares the requirement, not the user.
    package var isBuiltIn: Bool { located.path.isEmpty }
}

/// Only the member's position in its type counts, not the rest of the type's content.
extension MemberOrigin: Hashable {
    package static func == (left: MemberOrigin, right: MemberOrigin) -> Bool {
        left.memberIndex == right.memberIndex && left.located.isSameDeclaration(as: right.located)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(located.path)
        hasher.combine(located.declaration.enclosing)
        hasher.combine(located.declaration.name)
        hasher.combine(located.declaration.conditions)
        hasher.combine(memberIndex)
    }
}
