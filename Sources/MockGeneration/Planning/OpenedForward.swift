internal import MockModel

/// Forwards a function that mentions associated types which `any P` does not tell.
///
/// The target is opened by a local generic function. There its type has a name, and the associated types with it, so
/// that values can be cast to what they are if the target fits the mock.
struct OpenedForward {
    private static let function = "forwardOpened"
    private static let target = "MockTargetType"

    let function: FunctionDeclaration
    let signature: SignaturePlan
    let scope: MemberScope

    /// Whether a cast is all that is missing.
    static func applies(to function: FunctionDeclaration, _ call: CallPlanner, scope: MemberScope) -> Bool {
        let signature = call.signature
        let types = signature.parameters.map(\.value) + [signature.result].compactMap(\.self)
        let isPlain = !call.needsBody && !call.isActorIsolated && !signature.parameters.contains { $0.isSending }
        // Values would have to travel to another actor, which the compiler cannot see to be safe for an opened type.
        let stays = !signature.effects.isAsync || scope.resolved.globalActor == nil
        // A constraint between the opened type's associated types and others cannot be cast away.
        let constraints =
            signature.generics.compactMap(\.constraint) + signature.requirements.flatMap { [$0.left, $0.right] }
        let isFree = !constraints.contains { scope.mentionsUntold($0) }
        return isPlain && stays && isFree && !function.isOperator
            && scope.unforwardableNames.isDisjoint(with: ["Type", "Protocol", "`Type`", "`Protocol`"])
            && !types.contains { scope.mentionsUntold($0) && $0.containsFunction }
    }

    /// The call of the local function with the target.
    static func call(_ target: String) -> String { "\(function)(&\(target))" }

    /// The local function; it returns nothing if the target does not fit.
    var line: String {
        var statements = signature.parameters.filter { scope.mentionsUntold($0.value) }.map { parameter in
            "guard let \(parameter.local) = \(cast(parameter.local, to: opened(parameter.value))) else { return nil }"
        }
        let arguments = signature.parameters.map { $0.forwarded(scope.runtime) }.joined(separator: ", ")
        let call = "\(signature.effectPrefix)target.\(function.name)(\(arguments))"
        let result = signature.result.flatMap { type in
            type.isVoid ? nil : (type.isClosure ? type.withoutSpecifiers : type.bare).withoutImplicitUnwrapping
        }
        let returned = result.map { scope.mentionsUntold($0) ? cast(call, to: $0) : call } ?? call
        if case .typed(let failure) = signature.effects.throwing, scope.mentionsUntold(failure) {
            let rethrown = "guard let error = \(cast("error", to: failure)) else { return nil }; throw error"
            statements.append("do throws(\(opened(failure))) { return \(returned) } catch { \(rethrown) }")
        } else {
            statements.append("return \(returned)")
        }
        let head =
            "func \(Self.function)<\(Self.target): \(scope.resolved.spelledName)>"
            + "(_ target: inout \(Self.target))\(effects) -> (\(result.map { "\($0)" } ?? scope.runtime("Void")))?"
        return "\(head) { \(statements.joined(separator: "; ")) }"
    }

    /// What the member throws for its closures, a local function throws itself.
    private var effects: Effects {
        guard case .rethrows = signature.effects.throwing else { return signature.effects }
        return Effects(isAsync: signature.effects.isAsync, throwing: .untyped)
    }

    /// The compiler complains about a cast of which it knows the outcome; a call keeps it from knowing.
    private func cast(_ value: String, to type: TypeExpression) -> String {
        "\(scope.stateName).cast(\(value)) as (\(type))?"
    }

    private func opened(_ type: TypeExpression) -> TypeExpression {
        type.replacing { part in
            switch part {
            case .named(let name, _) where scope.unforwardableNames.contains(name),
                .verbatim(let name) where scope.unforwardableNames.contains(name):
                .member(of: .named(Self.target), name, arguments: [])
            default: nil
            }
        }
    }
}

extension MemberScope {
    fileprivate func mentionsUntold(_ type: TypeExpression) -> Bool {
        type.mentions(anyOf: unforwardableNames)
    }
}

extension TypeExpression {
    fileprivate var containsFunction: Bool {
        var found = false
        _ = replacing { part in
            if case .function = part { found = true }
            return nil
        }
        return found
    }
}
