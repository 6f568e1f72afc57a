internal import MockModel

/// What the members of one mock need to know about the mock they belong to.
///
/// A class, because every part of every plan has it, and a copy of all that it holds would cost more than the plan.
final class MemberScope {
    let resolved: ResolvedType
    let runtime: RuntimeSpelling
    /// Names of the mock's own generic parameters.
    let genericNames: Set<String>
    /// What calls are forwarded to.
    let target: String
    /// How many members of each side share a base name, and how many a full name.
    let nameCounts: MemberNameCounts
    /// `any P` cannot say which associated types it has; members that mention them cannot be forwarded.
    let unforwardableNames: Set<String>
    /// Nor does `any P.Type` say anything of them.
    private(set) lazy var untoldStaticNames = resolved.associatedTypeNames.union(resolved.dependentAliases)
    /// What says nothing about its actor is on the main actor, conformances too.
    let isMainActorByDefault: Bool
    /// The members of a protocol's mock can pass calls on.
    let forwards: Bool
    /// Generic parameters of the member whose values cannot be stored.
    private let suppressedGenerics: Set<String>
    /// The mock can be passed from one actor to another.
    let isSendable: Bool
    /// The name of the property with the mock's state.
    let stateName: String
    let mockName: String

    /// The static side, seen from a static member. A requirement of the same name hides it.
    var statics: String { nameCounts.contains("statics") ? "\(mockName).__statics" : "statics" }

    init(
        resolved: ResolvedType, runtime: RuntimeSpelling, genericNames: Set<String>, target: String,
        nameCounts: MemberNameCounts, unforwardableNames: Set<String>, isMainActorByDefault: Bool = false,
        forwards: Bool = true, suppressedGenerics: Set<String> = []
    ) {
        self.resolved = resolved
        self.runtime = runtime
        self.genericNames = genericNames
        self.target = target
        self.nameCounts = nameCounts
        self.unforwardableNames = unforwardableNames
        self.isMainActorByDefault = isMainActorByDefault
        self.forwards = forwards
        self.suppressedGenerics = suppressedGenerics
        isSendable = resolved.isSendable || resolved.globalActor != nil
        stateName = Self.stateName(nameCounts)
        mockName = resolved.mockName
    }

    private static func stateName(_ counts: MemberNameCounts) -> String {
        var (name, number) = ("mocking", 1)
        while counts.contains(name) {
            name = number == 1 ? "mockState" : "mockState\(number)"
            number += 1
        }
        return name
    }

    /// In a mock `Self` is the mock, and `Self.Element` its own `Element`.
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

    /// `Element` for `Self.Element`.
    func withoutOwnQualifier(_ type: TypeExpression) -> TypeExpression {
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

    /// Values of such types can be passed on, but neither recorded nor compared.
    func isUnstorable(_ type: TypeExpression) -> Bool {
        switch type {
        case .optional(let wrapped), .implicitlyUnwrapped(let wrapped): isUnstorable(wrapped)
        case .attributed(_, _, let base): isUnstorable(base)
        case .any(let constraint), .some(let constraint): constraint.isSuppression
        case .named(let name, let arguments):
            if !arguments.isEmpty, ["Optional", "Result", "InlineArray"].contains(name) {
                arguments.contains(where: isUnstorable)
            } else {
                isUnstorable(name) && !resolved.storableNames.contains(name)
            }
        case .member: type.namePath.map(isUnstorable) ?? false
        case .verbatim(let text) where text.hasPrefix("["): type.mentionedNames.contains(where: isUnstorable)
        case .verbatim(let name): isUnstorable(name)
        default: false
        }
    }

    /// A parameter that says nothing about ownership can be copied, whatever its type is for other arguments.
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

    private func isUnstorable(_ path: [String]) -> Bool {
        let spellings = path.suffixSpellings
        return spellings.contains(where: isUnstorable)
            && !spellings.contains(where: resolved.storableNames.contains)
    }

    /// The scope inside a member: its generic parameters may hide what the names mean outside.
    func entering(_ member: MemberDeclaration) -> MemberScope {
        let suppressed = member.suppressedGenericNames
        guard !suppressed.isEmpty else { return self }
        return MemberScope(
            resolved: resolved, runtime: runtime, genericNames: genericNames, target: target, nameCounts: nameCounts,
            unforwardableNames: unforwardableNames, isMainActorByDefault: isMainActorByDefault,
            forwards: forwards, suppressedGenerics: suppressed)
    }
}

extension [String] {
    /// `A.B.C`, `B.C`, `C`: a name may have got qualifiers that it was not found with.
    fileprivate var suffixSpellings: [String] { indices.map { self[$0...].joined(separator: ".") } }
}

extension MemberDeclaration {
    /// Generic parameters whose values need not be copyable: `<T: ~Copyable>` or `where T: ~Copyable`.
    fileprivate var suppressedGenericNames: Set<String> {
        let parameters = genericParameters
        guard !parameters.isEmpty else { return [] }
        var names = Set(parameters.filter { $0.constraint?.isSuppression == true }.map(\.name))
        for requirement in genericRequirements where requirement.right.isSuppression {
            if let name = requirement.left.namePath?.first { names.insert(name) }
        }
        return names
    }
}

extension TypeExpression {
    var optionalWrapped: TypeExpression? {
        switch self {
        case .optional(let wrapped), .implicitlyUnwrapped(let wrapped): wrapped
        default: nil
        }
    }
}
