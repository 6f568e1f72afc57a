internal import MockModel

/// Why a member of a class keeps its real behaviour in the mock.
struct OverrideObstacle {
    /// The message for the user; `nil` where a user would not expect the member to be mocked.
    let message: String?

    /// The obstacle, or `nil` for a member that can be overridden.
    init?(_ resolved: ResolvedMember, scope: MemberScope) {
        let member = resolved.member
        let modifiers = Set(member.modifiers)
        let access = AccessLevel(modifiers: member.modifiers)
        let module = resolved.origin.located.module
        let isInOtherModule = scope.importsPlainly || module != scope.resolved.type.module
        let isHidden = access < (isInOtherModule ? .public : .internal)
        let isPrivate = isInOtherModule && member.attributes.contains { $0.hasPrefix("@_spi") }
        if isHidden || isPrivate || member.isUnavailable {
            message = nil
            return
        }
        let isClosed = isInOtherModule && access < .open
        let closed = isClosed ? "is not open in \(module) and keeps its real behaviour" : nil
        let hidden =
            resolved.isNarrowed ? "has an overload that every call of it chooses, and keeps its real behaviour" : nil
        guard let reason = closed ?? hidden ?? Self.reason(member, modifiers, scope) else { return nil }
        message = "'\(member.displayName)' \(reason)"
    }

    private static func reason(_ member: MemberDeclaration, _ modifiers: Set<String>, _ scope: MemberScope) -> String? {
        let consequence = "keeps its real behaviour"
        if modifiers.contains("final") { return "is final and \(consequence)" }
        if modifiers.contains("static") { return "is static and \(consequence)" }
        switch member.kind {
        case .other(_, .pattern): return "is a pattern and \(consequence); declare each property to have it mocked"
        case .other(_, .accessors(let words)):
            return "has accessors that mockd does not know (\(words)) and \(consequence)"
        default: break
        }
        if case .property(let property) = member.kind {
            if property.isConstant { return "is a constant and \(consequence)" }
            if property.type == nil {
                return "has no written type and \(consequence); write its type to have it mocked"
            }
        }
        let result = member.result ?? .void
        if result.holdsOpaqueType { return "returns an opaque type and \(consequence)" }
        if result.mentions("Self") { return "returns Self and \(consequence)" }
        if member.parameters.contains(where: { $0.type.mentions("Self") }) {
            return "has a Self parameter and \(consequence)"
        }
        if member.genericParameters.contains(where: { $0.specifier == "each" }) {
            return "is generic over a parameter pack, which the compiler overrides in no class, and \(consequence)"
        }
        // A type parameter of the member may be such a type, too.
        if scope.entering(member).isUnstorable(result.bare) {
            return "returns a value that cannot be copied and \(consequence)"
        }
        if member.parameters.contains(where: \.isVariadic) { return "has a variadic parameter and \(consequence)" }
        if member.parameters.contains(where: {
            $0.type.isIsolatedToOneActor || $0.type.isIsolated && !member.isAsyncFunction
        }) {
            return "has an isolated parameter and \(consequence)"
        }
        if member.parameters.contains(where: { $0.type.specifiers.contains("sending") }) {
            return "has a sending parameter and \(consequence)"
        }
        if hasUndeterminedFailure(member) {
            return "throws an error type that a call does not tell and \(consequence)"
        }
        if crashesCompiler(member, scope) {
            return "is generic and can be set, which crashes the compiler in a generic mock, and \(consequence)"
        }
        let own = (scope.resolved.declaration.genericParameters + member.genericParameters).map(\.name)
        if !member.genericRequirements.allSatisfy({ $0.left.namePath?.first.map(own.contains) ?? false }) {
            return "is there for some arguments of its class only and \(consequence)"
        }
        return nil
    }

    /// True if only the error, or an autoclosure, mentions a generic parameter of the function: `super` cannot be called.
    private static func hasUndeterminedFailure(_ member: MemberDeclaration) -> Bool {
        guard case .function(let function) = member.kind, !function.genericParameters.isEmpty else { return false }
        return function.effects.hasUndeterminedFailure(
            Set(function.genericParameters.map(\.name)),
            toldBy: function.parameters.map(\.type).filter { !$0.attributes.contains("@autoclosure") }
                + [function.result].compactMap(\.self))
    }

    /// True for a generic subscript that can be set, if the mock has more generic parameters than it and its superclass
    /// has none: the compiler (6.3.1) aborts on any such override.
    private static func crashesCompiler(_ member: MemberDeclaration, _ scope: MemberScope) -> Bool {
        guard case .subscript(let declaration) = member.kind, declaration.accessors.hasSetter,
            scope.resolved.superclass?.arguments.isEmpty ?? false
        else { return false }
        let implicit = declaration.parameters.count { if case .some = $0.type.bare { true } else { false } }
        let count = declaration.genericParameters.count + implicit
        return count > 0 && scope.genericNames.count > count
    }
}

extension TypeExpression {
    /// True if the type contains `some P`.
    fileprivate var holdsOpaqueType: Bool {
        var found = false
        _ = replacing { part in
            if case .some = part { found = true }
            return nil
        }
        return found
    }
}

extension TypeDeclaration {
    /// The index of an initializer over a parameter pack that subclasses inherit.
    var initializerOverPack: Int? {
        members.firstIndex { member in
            guard case .initializer(let initializer) = member.kind else { return false }
            return AccessLevel(modifiers: member.modifiers) >= .internal
                && initializer.genericParameters.contains { $0.specifier == "each" }
        }
    }
}
