internal import MockModel

/// Forwards a function that mentions associated types which `any P` does not tell.
///
/// The target is opened by a local generic function. There its type has a name, and the associated types with it, so
/// that values can be cast to what they are if the target fits the mock.
struct OpenedForward {
    static let localName = "forwardOpened"
    static let targetName = "MockTargetType"

    let function: FunctionDeclaration
    let signature: SignaturePlan
    /// Other members have the same name, so that only what is made of a result tells which one is meant.
    let isOverloaded: Bool
    /// The requirement runs on any thread; where that is not the default, the local function has to say so.
    let isConcurrent: Bool
    let scope: MemberScope

    /// Whether a cast is all that is missing.
    static func applies(to function: FunctionDeclaration, _ call: CallPlan, scope: MemberScope) -> Bool {
        let signature = call.signature
        let types = signature.parameters.map(\.value) + [signature.result].compactMap(\.self)
        let isPlain = !call.needsBody && !call.isActorIsolated && !signature.traits.contains(.sending)
        // Values would have to travel to another actor, which the compiler cannot see to be safe for an opened type.
        let stays = !signature.effects.isAsync || scope.resolved.globalActor == nil
        // A constraint between the opened type's associated types and others cannot be cast away.
        let constraints =
            signature.generics.compactMap(\.constraint) + signature.requirements.flatMap { [$0.left, $0.right] }
        let isFree = !constraints.contains { scope.mentionsUntold($0) }
        return isPlain && stays && isFree && !function.isOperator
            && scope.unforwardableNames.isDisjoint(with: ["Type", "Protocol", "`Type`", "`Protocol`"])
            && !types.contains { scope.mentionsUntold($0) && $0.contains(where: \.isFunction) }
    }

    /// What the member throws for its closures, a local function throws itself.
    var effects: Effects {
        guard case .rethrows = signature.effects.throwing else { return signature.effects }
        return Effects(isAsync: signature.effects.isAsync, throwing: .untyped)
    }

    /// The type with the associated types that the target has.
    func opened(_ type: TypeExpression) -> TypeExpression {
        type.replacing { part in
            switch part {
            case .named(let name, _) where scope.unforwardableNames.contains(name),
                .verbatim(let name) where scope.unforwardableNames.contains(name):
                .member(of: .named(Self.targetName), name, arguments: [])
            default: nil
            }
        }
    }
}

extension MemberScope {
    /// Whether only the opened target knows what the type is.
    func mentionsUntold(_ type: TypeExpression) -> Bool {
        type.mentions(anyOf: unforwardableNames)
    }
}
