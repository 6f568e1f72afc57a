internal import MockModel

/// One parameter of a requirement: how it is declared, recorded, matched and passed on.
///
/// A class, because it is printed in five places, and copying it for each would cost more.
final class ParameterPlan: Sendable {
    /// Argument label, `_` for none.
    let label: String
    /// The name inside the mock's member, never a keyword.
    let local: String
    /// The label in records.
    let recordLabel: String
    /// The type as the witness declares it.
    let declared: TypeExpression
    /// The type without specifiers, attributes and `!`; variadics as arrays.
    let value: TypeExpression
    /// The part of `try await ` that evaluating an autoclosure needs.
    let autoclosureEffects: String
    let traits: ParameterTraits

    /// - Parameter traits: the traits that do not follow from the other arguments.
    init(
        label: String, local: String, recordLabel: String, declared: TypeExpression, value: TypeExpression,
        autoclosureEffects: String, traits: ParameterTraits
    ) {
        self.label = label
        self.local = local
        self.recordLabel = recordLabel
        self.declared = declared
        self.value = value
        self.autoclosureEffects = autoclosureEffects
        self.traits = traits.union(Self.implied(by: traits, declared, value, autoclosureEffects))
    }

    private static func implied(
        by traits: ParameterTraits, _ declared: TypeExpression, _ value: TypeExpression, _ autoclosureEffects: String
    ) -> ParameterTraits {
        var implied: ParameterTraits = []
        if value.pathToNever != nil { implied.insert(.uninhabited) }
        // Most types are plain names, which imply no further traits.
        if case .named(_, let arguments) = declared, arguments.isEmpty, !traits.contains(.sending) { return implied }
        if traits.contains(.autoclosure), autoclosureEffects.hasPrefix("try") { implied.insert(.throwingAutoclosure) }
        let isConsuming = declared.specifiers.contains("consuming")
        if traits.contains(.unrecorded), isConsuming { implied.insert(.consumed) }
        if traits.isSuperset(of: [.unrecorded, .sending]), !isConsuming { implied.insert(.lentClosure) }
        if case .tuple(let elements) = value, elements.contains(where: \.type.isPackExpansion) {
            implied.insert(.tupleOfPack)
        }
        if isIndescribable(declared, traits) { implied.insert(.indescribable) }
        if declared.isIsolated {
            implied.insert(.isolated)
            if declared.isIsolatedToOneActor { implied.insert(.onOneActor) }
        }
        return implied
    }

    private static func isIndescribable(_ declared: TypeExpression, _ traits: ParameterTraits) -> Bool {
        if traits.contains(.pack) { return traits.contains(.inout) || declared.contains(where: \.isFunction) }
        return declared.contains { $0.isFunction && $0.holdsPack }
    }

    var isVariadic: Bool { traits.contains(.variadic) }
    var isInout: Bool { traits.contains(.inout) }
    var isAutoclosure: Bool { traits.contains(.autoclosure) }
    var isUnrecorded: Bool { traits.contains(.unrecorded) }
    var isSending: Bool { traits.contains(.sending) }
    var isPack: Bool { traits.contains(.pack) }
    var isLentClosure: Bool { traits.contains(.lentClosure) }
    var isConsumed: Bool { traits.contains(.consumed) }

    /// True if one name serves as label and local name; a label needs no backticks for a keyword.
    var isNamedLikeLabel: Bool {
        label == local || Identifier.withoutBackticks(label) == Identifier.withoutBackticks(local)
    }
}

extension TypeExpression {
    /// The type with `T!` as `T?`: `T!` is valid in declarations only.
    var withoutImplicitUnwrapping: TypeExpression {
        switch self {
        case .implicitlyUnwrapped(let wrapped): .optional(wrapped)
        case .attributed(let specifiers, let attributes, let base):
            .attributed(specifiers: specifiers, attributes: attributes, base.withoutImplicitUnwrapping)
        default: self
        }
    }

    /// True if the type contains `repeat …` or `each T`.
    var holdsPack: Bool {
        contains { part in
            switch part {
            case .packExpansion, .packElement: true
            default: false
            }
        }
    }

    var isPackExpansion: Bool { if case .packExpansion = self { true } else { false } }

    var isIsolated: Bool { specifiers.contains("isolated") }

    /// True for `isolated Worker`, false for `isolated any Actor`.
    var isIsolatedToOneActor: Bool { isIsolated && !contains { if case .any = $0 { true } else { false } } }

    /// The suffix that reaches the uninhabited part of a value: empty for `Never`, `.1` for `(Int, Never)`; `nil` if
    /// the type has values.
    var pathToNever: String? {
        if isNever { return "" }
        guard case .tuple(let elements) = bare else { return nil }
        for (index, element) in elements.enumerated() {
            if let path = element.type.pathToNever { return ".\(index)\(path)" }
        }
        return nil
    }

    /// True if the type may be an existential: a name may denote a protocol.
    var mayBeExistential: Bool {
        switch bare {
        case .any, .composition, .named, .member: true
        default: false
        }
    }

    /// True if the type contains `(any P).Type`, which the compiler (6.3.1) never allows to be sent.
    var holdsExistentialMetatype: Bool {
        contains { if case .metatype(.any) = $0 { true } else { false } }
    }
}
