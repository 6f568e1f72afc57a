internal import MockModel

/// Forwards a function that mentions associated types which `any P` does not expose.
///
/// A local generic function opens the target's existential. Inside it, the target's type and its associated types have
/// names, so values can be cast if the target's types match the mock's.
struct OpenedForward {
    static let localName = "forwardOpened"
    static let targetName = "MockTargetType"

    let witness: Witness
    let names: TypedNames
    let signature: SignaturePlan
    /// True if other members have the same name, so that only the type of the result selects the overload.
    let isOverloaded: Bool

    var scope: MemberScope { witness.scope }

    /// True if casts are enough to forward the function.
    static func applies(to call: CallPlan, scope: MemberScope) -> Bool {
        let signature = call.signature
        let types = signature.parameters.map(\.value) + [signature.result].compactMap(\.self)
        let isPlain = !call.needsBody && !call.isActorIsolated && !signature.traits.contains(.sending)
        // Values would cross to another actor, and the compiler cannot prove that safe for an opened type.
        let stays = !signature.effects.isAsync || scope.resolved.globalActor == nil
        // A constraint that relates the opened type's associated types to others cannot be satisfied by casts.
        let constraints =
            signature.generics.compactMap(\.constraint) + signature.requirements.flatMap { [$0.left, $0.right] }
        let isFree = !constraints.contains { scope.mentionsUnexposed($0) }
        return isPlain && stays && isFree
            && scope.unexposedNames.isDisjoint(with: ["Type", "Protocol", "`Type`", "`Protocol`"])
            && !types.contains { scope.mentionsUnexposed($0) && $0.contains(where: \.isFunction) }
    }

    /// The effects of the local function: it throws where the member rethrows.
    var effects: Effects {
        guard case .rethrows = signature.effects.throwing else { return signature.effects }
        return Effects(isAsync: signature.effects.isAsync, throwing: .untyped)
    }

    /// The type with the target's associated types.
    func opened(_ type: TypeExpression) -> TypeExpression {
        type.replacing { part in
            switch part {
            case .named(let name, _) where scope.unexposedNames.contains(name),
                .verbatim(let name) where scope.unexposedNames.contains(name):
                .member(of: .named(Self.targetName), name, arguments: [])
            default: nil
            }
        }
    }
}

extension MemberScope {
    /// True if the type uses associated types that only the opened target knows.
    func mentionsUnexposed(_ type: TypeExpression) -> Bool {
        type.mentions(anyOf: unexposedNames)
    }
}
