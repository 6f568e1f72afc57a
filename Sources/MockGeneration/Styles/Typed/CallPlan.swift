internal import MockModel

/// The single call into the runtime that a witness makes.
///
/// A class, because the member and its clauses share it. The planner that creates it also sets the remaining
/// properties.
final class CallPlan {
    let scope: MemberScope
    let signature: SignaturePlan
    /// True if the result can be passed on but not stored.
    let returnsUnstorable: Bool
    private(set) var key: String
    /// True if the clause has matchers also for arguments that are not recorded.
    private(set) var matchesUnrecorded = false
    /// `mocking` or `statics.mocking`.
    let receiver: String
    /// Why the call cannot be forwarded to another object; `nil` if it can.
    var unforwardable: String?
    /// The call that forwarding makes on the other object.
    var target: CallTarget
    /// True if the member is `mutating`: the target is passed `inout`.
    var isMutating = false
    /// The member's global actor, unless it is `MainActor`, which the runtime supports itself.
    var bodyActor: String?
    /// The attribute of a closure that replaces the whole member: `@Sendable`, `@MainActor` or none.
    var bodyAttribute: String?
    var isActorIsolated = false
    /// True if the superclass declares the member, too.
    var isOverride = false
    /// True if the mock is isolated to the main actor and the synchronous member is nonisolated.
    var isNonisolatedInMainActorMock = false
    /// True if the forwarded call says that it returns nothing: the compiler (6.3.1) prefers an overload with a parameter
    /// of type `Any` to one that takes the closure, and only its result can tell that another one is meant.
    var statesResult = false
    /// True if an overload takes a value of any type.
    var wrapsClosures = false
    /// `nonisolated(nonsending) ` if the member says that it runs with its caller.
    var isolation = ""
    /// True for an initializer. It never runs a closure from the test, so its clause is plain whatever its parameters
    /// are.
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

    /// Gives arguments that are not recorded matchers in the clause, whose labels distinguish it from another one. In the
    /// key, `!` marks their labels, so that messages can spell the clause.
    func matchUnrecorded() {
        guard !matchesUnrecorded, signature.traits.contains(.unrecorded), let open = key.firstIndex(of: "("),
            let close = key[open...].firstIndex(of: ")")
        else { return }
        let labels = key[open..<close].dropFirst().split(separator: ":")
        matchesUnrecorded = true
        key =
            key[...open]
            + zip(labels, signature.parameters).map { "\($0)\($1.isUnrecorded ? "!" : ""):" }.joined()
            + key[close...]
    }

    /// A copy of the call without generic parameters.
    func withoutGenerics() -> CallPlan {
        let call = CallPlan(
            scope: scope, signature: signature.withoutGenerics, key: key, receiver: receiver,
            unforwardable: unforwardable, target: target)
        call.isMutating = isMutating
        call.bodyActor = bodyActor
        call.bodyAttribute = bodyAttribute
        call.isActorIsolated = isActorIsolated
        call.isOverride = isOverride
        call.isNonisolatedInMainActorMock = isNonisolatedInMainActorMock
        call.isolation = isolation
        call.isInitializer = isInitializer
        return call
    }

    var spelling: NameSpelling { scope.spelling }

    var effectPrefix: String { signature.effectPrefix }

    var needsBody: Bool {
        bodyActor != nil || signature.traits.containsAny(of: [.unrecorded, .inout]) || returnsUnstorable
    }

    /// True if forwarding opens the target's existential to learn its associated types.
    var isOpened: Bool { if case .opened = target.member { true } else { false } }

    /// True if a parameter's type has no values, so the member cannot be called. The compiler then wants an empty body.
    var isImpossible: Bool { signature.traits.contains(.uninhabited) }

    /// True if the call can neither return nor be answered; such a call ends the test.
    var isFatal: Bool { signature.effects.isAsync && signature.result?.bare.isNever ?? false }

    var isRethrowing: Bool { if case .rethrows = signature.effects.throwing { true } else { false } }

    /// How a rethrowing witness shows the compiler that an error from the runtime was thrown by one of its closures.
    enum Rethrowing {
        /// Uses a `Result` around the call, whose `rethrowGet()` throws the error.
        case result
        /// Catches the error, where a `Result` cannot hold the call: it is asynchronous, or its value is sent or not
        /// copyable.
        case caught
        /// Like `caught`, inside a local function. Otherwise the compiler (6.3.1) concludes that nothing is thrown.
        case answered
    }

    /// `nil` for a member that does not rethrow.
    var rethrowing: Rethrowing? {
        guard isRethrowing else { return nil }
        // A specifier of a function type is valid in type positions only, and a `Result` spells the type in an
        // expression.
        let isHeld =
            !signature.effects.isAsync && !signature.isSendingResult && !returnsUnstorable
            && returned?.spellsIsolation != true
        return isHeld ? .result : !needsBody && unforwardable != nil ? .answered : .caught
    }

    /// True if the result can cross from another actor because it is `Sendable`; any other result is sent from there.
    var isResultFree: Bool {
        // The compiler (6.3.1) sends generic arguments of a subscript to the actor without regard to their regions.
        if case .subscript = target.member, !signature.genericNames.isEmpty { return false }
        return (signature.result ?? .void).isSurelySendable
    }

    var neverReturns: Bool { !isRethrowing && signature.result?.bare.isNever ?? false }

    /// The type of the call's value.
    var returned: TypeExpression? { signature.result?.asValue }

    /// The runtime type of the clause.
    var clauseName: String {
        if needsBody, !isInitializer { return spelling("BodyClause") }
        return spelling(signature.effects.isAsync ? "AsyncClause" : "Clause")
    }

    var mode: String {
        let mode = spelling.parameter(TypedStyle.mode)
        return isNonisolatedInMainActorMock ? "\(mode).Nonisolated" : mode
    }

    /// The runtime function for a call that is recorded with its arguments.
    var function: String {
        if isOpened { return signature.effects.isAsync ? "callOpenedAsync" : "callOpened" }
        let changesTarget = isMutating && unforwardable == nil && !isOverride
        if signature.effects.isAsync {
            if changesTarget { return "callMutatingAsync" }
            return isActorIsolated && unforwardable == nil ? "callActor" : "callAsync"
        }
        return changesTarget ? "callMutating" : "call"
    }

    /// The runtime function for a call that is answered by a closure of the member's own type.
    var bodyFunction: String {
        if returnsUnstorable { return signature.effects.isAsync ? "callNoncopyableAsync" : "callNoncopyable" }
        if signature.effects.isAsync { return "callBodyAsync" }
        return isMutating && unforwardable == nil && !isOverride ? "callBodyMutating" : "callBody"
    }

    /// True if the member mutates the target although the runtime only lends it, so the target is copied first.
    var copiesTarget: Bool {
        isMutating && !isOverride && needsBody && (signature.effects.isAsync || returnsUnstorable)
    }

    /// True if an autoclosure needs a `try` although the member does not throw: the closure around it would seem to
    /// throw.
    var evaluatesThrowing: Bool { !signature.isThrowing && signature.traits.contains(.throwingAutoclosure) }

    /// The value of an unstubbed call, for results that the runtime cannot make.
    var defaultValue: String? {
        guard let result = signature.result else { return nil }
        // Without a `return` statement, only this expression gives the type.
        if neverReturns, unforwardable != nil { return "nil as \(returned?.description ?? spelling("Void"))?" }
        let generics = signature.genericNames
        let defaults = DefaultExpression(scope: scope, generics: generics)
        guard let value = defaults.make(for: result), !defaults.capturesMetatypes(result) else { return nil }
        return value
    }
}
