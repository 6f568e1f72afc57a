internal import MockModel

extension MemberDeclaration {
    /// True if any type in the signature satisfies the condition.
    func signatureContains(where condition: (TypeExpression) -> Bool) -> Bool {
        var found = false
        visitSignature { found = found || condition($0) }
        return found
    }

    /// The number of parts in the signature.
    var partCount: Int {
        var count = parameters.count + genericParameters.count + genericRequirements.count
        visitSignature { count += $0.partCount }
        return count
    }

    var mentionedNames: Set<String> {
        var names: Set<String> = []
        visitNames { names.insert($0) }
        return names
    }

    /// Visits every plain name in the signature, once per occurrence.
    func visitNames(_ body: (String) -> Void) {
        visitSignature { $0.visitNames(body) }
    }

    /// The name without labels, as an expression refers to it.
    var baseName: String {
        switch kind {
        case .function(let function): Identifier.withoutBackticks(function.name)
        case .property(let property): Identifier.withoutBackticks(property.name)
        case .subscript: "subscript"
        case .initializer: "init"
        case .associatedType(let associated): associated.name
        case .typealias(let alias): alias.name
        case .other(let name, _): name
        }
    }

    var genericParameterNames: Set<String> { Set(genericParameters.map(\.name)) }
}

extension Effects {
    var failureTypes: [TypeExpression] {
        if case .typed(let failure) = throwing { return [failure] }
        return []
    }

    /// True if the error mentions generic parameters that these types do not. `Array<T>.Index` is the same for each `T`,
    /// so it does not tell any.
    func hasUndeterminedFailure(_ generics: Set<String>, toldBy types: @autoclosure () -> [TypeExpression]) -> Bool {
        let failures = failureTypes
        guard !failures.isEmpty, !generics.isEmpty else { return false }
        let told = types().reduce(into: Set<String>()) { names, type in
            let telling = type.replacing { part in
                if case .member(_, let name, let arguments) = part { .named(name, arguments: arguments) } else { nil }
            }
            names.formUnion(telling.mentionedNames)
        }
        return failures.contains { !$0.mentionedNames.isDisjoint(with: generics.subtracting(told)) }
    }
}

extension GenericParameter {
    /// The constraints that concern the parameter directly, those in the `where` clause included.
    func constraints(with requirements: [GenericRequirement]) -> [TypeExpression] {
        let required = requirements.filter { $0.relation == .conforms && $0.left == .named(name) }.map(\.right)
        return ([constraint].compactMap(\.self) + required).flatMap(\.composed)
    }
}

extension TypeExpression {
    /// `A` and `B` of `A & B`.
    var composed: [TypeExpression] {
        if case .composition(let members) = self { members.flatMap(\.composed) } else { [self] }
    }

    /// `~Copyable`, alone or in a composition.
    var isSuppression: Bool {
        switch self {
        case .suppressed: true
        case .composition(let members): members.contains(where: \.isSuppression)
        default: false
        }
    }

    /// `Kitchen` for `any Kitchen`, `Kitchen` and `Kitchen?`: the protocol whose mock could be the value.
    var existentialName: String? {
        switch self {
        case .any(.named(let name, let arguments)) where arguments.isEmpty: name
        case .any(.member(of: .named, _, arguments: [])), .member(of: .named, _, arguments: []):
            bareExistential.description
        case .named(let name, let arguments) where arguments.isEmpty: name
        default: nil
        }
    }

    private var bareExistential: TypeExpression { if case .any(let base) = self { base } else { self } }

    /// `Element` for `Element` and `Self.Element`; otherwise `nil`.
    var selfAssociatedTypeName: String? {
        switch self {
        case .named(let name, let arguments) where arguments.isEmpty: name
        case .member(of: .named("Self", _), let name, let arguments) where arguments.isEmpty: name
        default: nil
        }
    }
}
