internal import MockModel

/// Plans the parameters of one requirement together, because their names and opaque types must not clash.
struct ParameterPlanner {
    /// Generic parameters that replace opaque `some P` parameters, so that bodies can spell their types.
    private(set) var addedGenerics: [GenericParameter] = []

    private let scope: MemberScope
    private let member: MemberDeclaration
    private let styleNames: StyleNames
    private let hasFixedTypes: Bool

    init(scope: MemberScope, member: MemberDeclaration) {
        self.scope = scope
        self.member = member
        styleNames = scope.spelling.names
        hasFixedTypes = !scope.resolved.fixedTypes.isEmpty
    }

    mutating func plan(_ parameters: [ParameterDeclaration], isSubscript: Bool = false) -> [ParameterPlan] {
        var plans: [ParameterPlan] = []
        plans.reserveCapacity(parameters.count)
        var names = RecordNames(capacity: parameters.count)
        for parameter in parameters {
            let name = names.next(of: parameter)
            // A name that the generated body uses gets a suffix.
            let local = styleNames.isLocal(name) ? names.unused("\(name)Argument") : Identifier.asLocal(name)
            plans.append(plan(parameter, named: name, local: local, isSubscript: isSubscript))
        }
        return plans
    }

    private mutating func plan(
        _ parameter: ParameterDeclaration, named name: String, local: String, isSubscript: Bool
    ) -> ParameterPlan {
        var declared = scope.substitutingSelf(namingOpaque(parameter.type))
        if hasFixedTypes, !parameter.isVariadic, scope.isAssociatedClosure(declared) {
            declared = .attributed(specifiers: [], attributes: ["@escaping"], declared)
        }
        let bare = declared.bare
        let underlying = scope.expandingFunctionAlias(bare).bare
        let traits = traits(of: declared, bare, underlying, isVariadic: parameter.isVariadic)
        let kept = declared.dropping(traits.contains(.unrecorded) ? [] : Self.ownership)
        return ParameterPlan(
            label: Identifier.asLabel(isSubscript ? parameter.subscriptLabel : parameter.label),
            local: local,
            recordLabel: name,
            declared: isSubscript ? kept.dropping(["sending"]) : kept,
            value: Self.recordedType(bare, declared.attributes, isVariadic: parameter.isVariadic),
            autoclosureEffects: Self.effects(of: underlying),
            traits: traits)
    }

    private func traits(
        of declared: TypeExpression, _ bare: TypeExpression, _ underlying: TypeExpression, isVariadic: Bool
    ) -> ParameterTraits {
        var traits: ParameterTraits = isVariadic ? .variadic : []
        let specifiers = declared.specifiers
        let attributes = declared.attributes
        if case .packExpansion(let pattern) = bare {
            traits.insert(.pack)
            if pattern.specifiers.contains("inout") { traits.insert(.inout) }
        }
        if specifiers.contains("inout") { traits.insert(.inout) }
        if specifiers.contains("sending") { traits.insert(.sending) }
        if attributes.contains("@autoclosure") { traits.insert(.autoclosure) }
        let isEscaping = attributes.contains("@escaping") || traits.containsAny(of: [.variadic, .inout])
        let isFunction = if case .function = underlying { true } else { false }
        if isFunction && !isEscaping || scope.isUnstorable(bare, specifiers: specifiers) || isSuppressedOpaque(bare) {
            traits.insert(.unrecorded)
        }
        return traits
    }

    /// Ownership specifiers, which the witness of a class may omit for copyable types. The compiler (6.3.1) copies no
    /// borrowed tuple.
    private static let ownership: Set<String> = ["borrowing", "consuming", "__owned", "__shared"]

    private func isSuppressedOpaque(_ type: TypeExpression) -> Bool {
        addedGenerics.contains { .named($0.name) == type && $0.constraint?.isSuppression == true }
    }

    private static func effects(of type: TypeExpression) -> String {
        guard case .function(let function) = type else { return "" }
        return (function.effects.throwing == .never ? "" : "try ") + (function.effects.isAsync ? "await " : "")
    }

    /// Replaces `some Collection<some Hashable>` by `Some1: Collection<Some2>`, in the order that overrides must keep.
    private mutating func namingOpaque(_ type: TypeExpression) -> TypeExpression {
        guard type.contains(where: { if case .some = $0 { true } else { false } }) else { return type }
        // Type names that the signature already uses.
        let namesInUse = scope.genericNames.union(member.genericParameterNames).union(member.mentionedNames)
        var added = addedGenerics
        func naming(_ type: TypeExpression) -> TypeExpression {
            type.replacing { part in
                guard case .some(let constraint) = part else { return nil }
                let index = added.count
                var number = index + 1
                while namesInUse.contains("Some\(number)") { number += namesInUse.count }
                added.append(GenericParameter(name: "Some\(number)"))
                added[index].constraint = naming(constraint)
                return .named(added[index].name)
            }
        }
        let result = naming(type)
        addedGenerics = added
        return result
    }

    private static func recordedType(
        _ bare: TypeExpression, _ attributes: [String], isVariadic: Bool
    ) -> TypeExpression {
        var type = bare
        if case .implicitlyUnwrapped(let wrapped) = type { type = .optional(wrapped) }
        if case .function = type {
            let kept = attributes.filter { $0 != "@escaping" && $0 != "@autoclosure" }
            if !kept.isEmpty { type = .attributed(specifiers: [], attributes: kept, type) }
        }
        if case .packExpansion(let pattern) = type { type = .packExpansion(pattern.bare) }
        return isVariadic ? .array(type) : type
    }
}

extension TypeExpression {
    fileprivate func dropping(_ names: Set<String>) -> TypeExpression {
        guard case .attributed(let specifiers, let attributes, let base) = self else { return self }
        let kept = specifiers.filter { !names.contains($0) }
        return kept.isEmpty && attributes.isEmpty
            ? base : .attributed(specifiers: kept, attributes: attributes, base)
    }
}
