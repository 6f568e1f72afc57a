internal import MockModel

/// The one call into the runtime that a witness consists of.
///
/// An object, because the member and its clauses all speak about it. Who makes it completes it.
final class CallPlan {
    let scope: MemberScope
    let signature: SignaturePlan
    /// The result can be passed on, but not kept.
    let returnsUnstorable: Bool
    let key: String
    /// `mocking` or `statics.mocking`.
    let receiver: String
    /// Why no other object can answer in the mock's place; `nil` when one can.
    var unforwardable: String?
    /// What another object does instead.
    var target: CallTarget
    /// The member changes a value: the target is passed `inout`.
    var isMutating = false
    /// The global actor of the member when it is none of the runtime's own.
    var bodyActor: String?
    /// What a closure has to be that stands in for the whole member: `@Sendable`, `@MainActor` or nothing.
    var bodyAttribute: String?
    var isActorIsolated = false
    /// The superclass has the member, too.
    var isOverride = false
    /// The mock lives on the main actor, and the member can be called from outside of it.
    var leavesMainActor = false
    /// Initializers run no body of the test's, so their clauses are plain ones whatever their parameters are.
    var isInitializer = false

    init(
        scope: MemberScope, signature: SignaturePlan, key: String, receiver: String, unforwardable: String?,
        target: CallTarget
    ) {
        self.scope = scope
        self.signature = signature
        self.key = key
        self.receiver = receiver
        self.unforwardable = unforwardable
        self.target = target
        returnsUnstorable = signature.result.map(scope.isUnstorable) ?? false
    }

    /// The same call of a member that is generic over nothing.
    func withoutGenerics() -> CallPlan {
        let call = CallPlan(
            scope: scope, signature: signature.withoutGenerics, key: key, receiver: receiver,
            unforwardable: unforwardable, target: target)
        call.isMutating = isMutating
        call.bodyActor = bodyActor
        call.bodyAttribute = bodyAttribute
        call.isActorIsolated = isActorIsolated
        call.isOverride = isOverride
        call.leavesMainActor = leavesMainActor
        call.isInitializer = isInitializer
        return call
    }

    var runtime: RuntimeSpelling { scope.runtime }

    var effectPrefix: String { signature.effectPrefix }

    var needsBody: Bool {
        bodyActor != nil || signature.traits.containsAny(of: [.unrecorded, .inout]) || returnsUnstorable
    }

    /// The target is opened to find out its associated types.
    var isOpened: Bool { if case .opened = target.member { true } else { false } }

    /// What nobody can call, because there is no value of a parameter's type: the compiler wants no statement at all.
    var isImpossible: Bool { signature.traits.contains(.uninhabited) }

    /// What can neither return nor be answered ends the test.
    var isFatal: Bool { signature.effects.isAsync && signature.result?.isNever ?? false }

    var isRethrowing: Bool { if case .rethrows = signature.effects.throwing { true } else { false } }

    /// How a witness that rethrows says that what the runtime throws is what a closure of the caller's threw.
    enum Rethrowing {
        /// Through a `Result`.
        case result
        /// By catching it, where no `Result` can hold the call: it is asynchronous, or its value cannot be copied.
        case caught
        /// The same, of a function of its own: only that keeps the compiler (6.3.1) from thinking that nothing is thrown.
        case answered
    }

    /// `nil` for a member that does not rethrow.
    var rethrowing: Rethrowing? {
        guard isRethrowing else { return nil }
        if signature.effects.isAsync { return !needsBody && unforwardable != nil ? .answered : .caught }
        // A specifier of a function type is understood in types only, not in expressions.
        return returnsUnstorable || returned?.spellsIsolation ?? false ? .caught : .result
    }

    /// Whether a result comes back freely from another actor; any other is let go there.
    var isResultFree: Bool { (signature.result ?? .void).isSurelySendable }

    var neverReturns: Bool { !isRethrowing && signature.result?.isNever ?? false }

    /// The type of the value that the call has.
    var returned: TypeExpression? { signature.result?.asValue }

    /// The runtime's type of the clause.
    var clauseName: String {
        if needsBody, !isInitializer { return runtime("BodyClause") }
        return runtime(signature.effects.isAsync ? "AsyncClause" : "Clause")
    }

    var mode: String { leavesMainActor ? "\(runtime.mode).Nonisolated" : runtime.mode }

    /// The function of the runtime for a call that is recorded with its arguments.
    var function: String {
        if isOpened { return signature.effects.isAsync ? "callOpenedAsync" : "callOpened" }
        let changesTarget = isMutating && unforwardable == nil && !isOverride
        if signature.effects.isAsync {
            if changesTarget { return "callMutatingAsync" }
            return isActorIsolated && unforwardable == nil ? "callActor" : "callAsync"
        }
        return changesTarget ? "callMutating" : "call"
    }

    /// The same for one that is answered by a closure of the member's own type.
    var bodyFunction: String {
        if returnsUnstorable { return signature.effects.isAsync ? "callNoncopyableAsync" : "callNoncopyable" }
        if signature.effects.isAsync { return "callBodyAsync" }
        return isMutating && unforwardable == nil && !isOverride ? "callBodyMutating" : "callBody"
    }

    /// What the runtime lends, but the member changes.
    var copiesTarget: Bool {
        isMutating && !isOverride && needsBody && (signature.effects.isAsync || returnsUnstorable)
    }

    /// A `try` for an autoclosure reads as if the closure around it threw.
    var evaluatesThrowing: Bool { !signature.isThrowing && signature.traits.contains(.throwingAutoclosure) }

    /// The value of an unstubbed call, for results that the runtime cannot make.
    var defaultValue: String? {
        guard let result = signature.result else { return nil }
        // Without a `return` only this tells the type.
        if neverReturns, unforwardable != nil { return "nil as \(returned?.description ?? runtime("Void"))?" }
        let generics = signature.genericNames
        guard let value = DefaultExpression(scope: scope, generics: generics).make(for: result) else { return nil }
        // A closure on an actor, or a `@Sendable` one, would capture the types that generic parameters stand for.
        let expanded = scope.expandingFunctionAlias(result.bare)
        let isConcurrent = result.contains { part in
            !part.attributes.isEmpty || !scope.expandingFunctionAlias(part.bare).attributes.isEmpty
        }
        let own = scope.genericNames.isEmpty ? [] : scope.genericNames.union([scope.mockName])
        let open = generics.union(own)
        if isConcurrent, !open.isDisjoint(with: result.mentionedNames.union(expanded.mentionedNames)) { return nil }
        return value
    }
}
