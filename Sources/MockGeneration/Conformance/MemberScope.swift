internal import MockModel

/// The facts about a mock that the plans of its members need.
///
/// A class, because every part of every plan refers to it, and copying it would cost more than planning.
final class MemberScope {
    let resolved: ResolvedType
    let spelling: NameSpelling
    /// Names of the mock's own generic parameters.
    let genericNames: Set<String>
    /// The type of all objects in whose place the mock can be: `any Cook`, or the mocked class.
    let objectType: String
    /// The number of members per base name and per full name, for each side.
    let nameCounts: MemberNameCounts
    /// Associated types that `any P` does not expose; members that mention them cannot be called on other objects.
    let unexposedNames: Set<String>
    /// The same for static members: `any P.Type` exposes no associated types.
    private(set) lazy var unexposedStaticNames = resolved.associatedTypeNames.union(resolved.dependentAliases)
    /// True if declarations without explicit isolation, and conformances, are isolated to the main actor.
    let isMainActorByDefault: Bool
    /// True if the target that compiles the mock isolates declarations to the main actor by default.
    let isCompiledOnMainActor: Bool
    /// True if the mock is in another module and sees only what every module sees.
    let importsPlainly: Bool
    /// The member's generic parameters whose values cannot be stored.
    private let suppressedGenerics: Set<String>
    /// True if the mock can be passed between actors.
    let isSendable: Bool
    /// True if the mock is an actor.
    let isActor: Bool
    let mockName: String
    /// The mocked type's `spelledName`, which would copy the type each time that it is asked for.
    let typeName: String

    init(
        resolved: ResolvedType, spelling: NameSpelling, genericNames: Set<String>, objectType: String,
        nameCounts: MemberNameCounts, unexposedNames: Set<String>, isMainActorByDefault: Bool = false,
        isCompiledOnMainActor: Bool = false, importsPlainly: Bool = false,
        suppressedGenerics: Set<String> = []
    ) {
        self.resolved = resolved
        self.spelling = spelling
        self.genericNames = genericNames
        self.objectType = objectType
        self.nameCounts = nameCounts
        self.unexposedNames = unexposedNames
        self.isMainActorByDefault = isMainActorByDefault
        self.isCompiledOnMainActor = isCompiledOnMainActor
        self.importsPlainly = importsPlainly
        self.suppressedGenerics = suppressedGenerics
        isSendable = resolved.isSendable || resolved.globalActor != nil
        isActor = resolved.isActor
        mockName = resolved.mockName
        typeName = resolved.spelledName
    }

    /// Replaces `Self` by the mock, and `Self.Element` by the mock's own `Element`.
    func substitutingSelf(_ type: TypeExpression) -> TypeExpression {
        guard resolved.mentionsSelf else { return type }
        return type.replacing(mentionsOf: "Self") { part in
            switch part {
            case .named("Self", _): .named(mockName)
            case .member(of: .named("Self", _), let name, let arguments): .named(name, arguments: arguments)
            default: nil
            }
        }
    }

    /// Replaces `Self.Element` by `Element`.
    func withoutSelfQualifier(_ type: TypeExpression) -> TypeExpression {
        type.replacing(mentionsOf: "Self") { part in
            guard case .member(of: .named("Self", _), let name, let arguments) = part else { return nil }
            return .named(name, arguments: arguments)
        }
    }

    func substitutingSelf(_ requirement: GenericRequirement) -> GenericRequirement {
        GenericRequirement(
            left: substitutingSelf(requirement.left), relation: requirement.relation,
            right: substitutingSelf(requirement.right))
    }

    func expandingFunctionAlias(_ type: TypeExpression) -> TypeExpression {
        guard !resolved.functionAliases.isEmpty, let path = type.namePath else { return type }
        let alias = path.suffixSpellings.lazy.compactMap { self.resolved.functionAliases[$0] }.first
        return alias?.applied(to: type.arguments) ?? type
    }

    /// True for an associated type that is fixed to a closure type: the requirement lets such a closure escape, as any
    /// other value.
    func isAssociatedClosure(_ type: TypeExpression) -> Bool {
        guard case .named(let name, let arguments) = type, arguments.isEmpty,
            case .function = resolved.fixedTypes[name]?.bare
        else { return false }
        return resolved.associatedTypeNames.contains(name)
    }

    /// True if values of the type can be passed on, but neither recorded nor compared.
    func isUnstorable(_ type: TypeExpression) -> Bool {
        switch type {
        case .optional(let wrapped), .implicitlyUnwrapped(let wrapped): isUnstorable(wrapped)
        case .attributed(_, _, let base): isUnstorable(base)
        // The constraint may be a typealias of one with `~Copyable`.
        case .any(let constraint), .some(let constraint):
            constraint.composed.contains { $0.isSuppression || isUnstorable($0) }
        case .named(let name, let arguments):
            if !arguments.isEmpty, Self.isWrapper(name) || resolved.conditionallyCopyableNames.contains(name) {
                arguments.contains(where: isUnstorable)
            } else {
                isUnstorable(name) && !resolved.storableNames.contains(name)
            }
        case .member(.named("Swift", _), let name, let arguments) where Self.isWrapper(name):
            arguments.contains(where: isUnstorable)
        case .member(_, _, let arguments):
            type.namePath.map { path in
                isConditionallyCopyable(path) ? arguments.contains(where: isUnstorable) : isUnstorable(path)
            } ?? false
        case .verbatim(let text) where text.hasPrefix("["): type.mentionedNames.contains(where: isUnstorable)
        case .verbatim(let name): isUnstorable(name)
        default: false
        }
    }

    /// Types of the standard library whose values can be copied if their generic arguments can.
    private static func isWrapper(_ name: String) -> Bool {
        switch name {
        case "Optional", "Result", "InlineArray": true
        default: false
        }
    }

    /// The same for a parameter. Without an ownership specifier, its type is copyable for these generic arguments.
    func isUnstorable(_ bare: TypeExpression, specifiers: [String]) -> Bool {
        guard isUnstorable(bare) else { return false }
        let isOwned = specifiers.contains { ["borrowing", "consuming", "inout", "__owned", "__shared"].contains($0) }
        return isOwned || bare.arguments.isEmpty || Self.isSpan(bare)
    }

    private static func isSpan(_ type: TypeExpression) -> Bool {
        type.namePath?.last.map { $0.hasSuffix("Span") } ?? false
    }

    private func isUnstorable(_ name: String) -> Bool {
        resolved.isUnstorable(name) || suppressedGenerics.contains(name)
    }

    private func isConditionallyCopyable(_ path: [String]) -> Bool {
        !resolved.conditionallyCopyableNames.isEmpty
            && path.suffixSpellings.contains(where: resolved.conditionallyCopyableNames.contains)
    }

    private func isUnstorable(_ path: [String]) -> Bool {
        let spellings = path.suffixSpellings
        return spellings.contains(where: isUnstorable)
            && !spellings.contains(where: resolved.storableNames.contains)
    }

    /// The scope inside a member, whose generic parameters may hide names from outside.
    func entering(_ member: MemberDeclaration) -> MemberScope {
        var suppressed = member.suppressedGenericNames
        for parameter in member.genericParameters {
            let parts = parameter.constraint?.composed ?? []
            if parts.contains(where: { isUnstorable($0) }) { suppressed.insert(parameter.name) }
        }
        guard !suppressed.isEmpty else { return self }
        return MemberScope(
            resolved: resolved, spelling: spelling, genericNames: genericNames, objectType: objectType,
            nameCounts: nameCounts, unexposedNames: unexposedNames, isMainActorByDefault: isMainActorByDefault,
            isCompiledOnMainActor: isCompiledOnMainActor, importsPlainly: importsPlainly,
            suppressedGenerics: suppressed)
    }
}

extension [String] {
    /// `A.B.C`, `B.C` and `C`: qualification may have added prefixes since the name was looked up.
    fileprivate var suffixSpellings: [String] { indices.map { self[$0...].joined(separator: ".") } }
}

extension TypeDeclaration {
    /// Generic parameters that need not be copyable: `<T: ~Copyable>` or `where T: ~Copyable`.
    var suppressedGenericNames: Set<String> {
        genericParameters.isEmpty ? [] : genericParameters.suppressedNames(besides: genericRequirements)
    }
}

extension [GenericParameter] {
    fileprivate func suppressedNames(besides requirements: [GenericRequirement]) -> Set<String> {
        var names = Set(filter { $0.constraint?.isSuppression == true }.map(\.name))
        for requirement in requirements where requirement.right.isSuppression {
            // A name that equals one of the library is verbatim.
            names.insert(requirement.left.namePath?.first ?? "\(requirement.left)")
        }
        return names
    }
}

extension MemberDeclaration {
    /// Generic parameters that need not be copyable: `<T: ~Copyable>` or `where T: ~Copyable`.
    fileprivate var suppressedGenericNames: Set<String> {
        let parameters = genericParameters
        return parameters.isEmpty ? [] : parameters.suppressedNames(besides: genericRequirements)
    }
}
