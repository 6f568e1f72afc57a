internal import MockModel

/// Writes the one call into the runtime that a witness consists of.
struct CallPlanner {
    let scope: MemberScope
    var signature: SignaturePlan
    let key: String
    /// `mocking` or `statics.mocking`.
    let receiver: String
    /// Why no other object can answer in the mock's place; `nil` when one can.
    var unforwardable: String?
    /// The call of the same member on the target: `$0.name(a: a)` without effects.
    var forward: (_ target: String, _ argument: (ParameterPlan) -> String) -> String
    /// The member changes a value: the target is passed `inout`.
    var isMutating = false
    /// The global actor of the member when it is none of the runtime's own.
    var bodyActor: String?
    /// The target is opened to find out its associated types.
    var isOpened = false
    /// What a closure has to be that stands in for the whole member: `@Sendable`, `@MainActor` or nothing.
    var bodyAttribute: String?
    var isActorIsolated = false
    /// The superclass has the member, too.
    var isOverride = false
    /// The mock lives on the main actor, and the member can be called from outside of it.
    var leavesMainActor = false

    private var runtime: RuntimeSpelling { scope.runtime }

    private func forward(to target: String) -> String { forward(target) { $0.forwarded(runtime) } }

    private var prefix: String { signature.effectPrefix }

    var needsBody: Bool {
        bodyActor != nil || signature.parameters.contains { $0.isUnrecorded || $0.isInout } || returnsUnstorable
    }

    private var returnsUnstorable: Bool { signature.result.map { scope.isUnstorable($0.bare) } ?? false }

    var clauseName: String {
        runtime(needsBody ? "BodyClause" : signature.effects.isAsync ? "AsyncClause" : "Clause")
    }

    var mode: String { leavesMainActor ? "\(runtime.mode).Nonisolated" : runtime.mode }

    func clauseType() -> String {
        let result =
            returnsUnstorable ? "\(runtime("Unrecorded"))<\(signature.recordedResult)>" : signature.recordedResult
        var arguments = [mode, signature.argumentsType, result, signature.failure]
        if needsBody { arguments.append(signature.bodyType(attribute: bodyAttribute)) }
        return String(listing: arguments, clauseName + "<", ">") { $1 += $0 }
    }

    func body() -> BodyPlan {
        if let impossible { return impossible }
        var plan = BodyPlan(preparations: preparations, call: needsBody ? bodyCall() : plainCall())
        if signature.result?.isNever ?? false, signature.effects.isAsync {
            return BodyPlan(
                call:
                    "\(runtime.swift("fatalError"))(\"\(Identifier.asLiteral(scope.mockName)).\(key) would never return, so it is not mocked\")",
                wrapper: .performed)
        }
        // The compiler complains about a `return` that cannot be reached.
        if neverReturns { plan.wrapper = .performed }
        if case .rethrows = signature.effects.throwing {
            let isSimple = !signature.effects.isAsync && !returnsUnstorable
            // A specifier of a function type is understood in types only, not in expressions.
            let isSpelled = !resultText.contains("nonisolated")
            plan.wrapper = isSimple && isSpelled ? .rethrown(result: resultText) : .caught
            if signature.effects.isAsync, !needsBody, unforwardable != nil {
                // Only a function of its own keeps the compiler (6.3.1) from thinking that nothing is thrown.
                plan.preparations.append("func answer() async throws -> \(resultText) { return \(plan.call) }")
                plan.call = "try await answer()"
            }
        }
        return plan
    }

    /// What nobody can call, because there is no value of a parameter's type: the compiler wants no statement at all.
    var impossible: BodyPlan? {
        signature.parameters.contains(where: \.isUninhabited) ? BodyPlan(call: "", wrapper: .performed) : nil
    }

    private var neverReturns: Bool {
        if case .rethrows = signature.effects.throwing { return false }
        return signature.result?.isNever ?? false
    }

    private var resultText: String {
        signature.result.map { "\($0.isClosure ? $0.withoutSpecifiers : $0.bare.withoutImplicitUnwrapping)" }
            ?? runtime("Void")
    }

    private var preparations: [String] {
        signature.parameters.compactMap { parameter in
            let isLetGo = parameter.isUnrecorded && parameter.declared.specifiers.contains("consuming")
            return isLetGo ? "var \(parameter.local): \(parameter.value)? = consume \(parameter.local)" : nil
        }
    }

    // MARK: Plain calls

    private func plainCall() -> String {
        var arguments = ["\"\(key)\"", signature.argumentsValue]
        if let defaultValue { arguments.append("default: \(defaultValue)") }
        if isOverride { arguments.append("super: \(superClosure)") }
        if let unforwardable {
            if signature.isThrowing { arguments.append("throwing: \(failureMetatype)") }
            arguments.append("unforwardable: \"\(unforwardable)\"")
            return called(String(listing: arguments, function + "(", ")") { $1 += $0 })
        }
        return called(String(listing: arguments, function + "(", ") \(forwarding)") { $1 += $0 })
    }

    /// A result belongs to the mock's actor or to the task that the arguments came with, unless it says otherwise.
    private func called(_ call: String) -> String {
        guard signature.isSendingResult else { return "\(prefix)\(receiver).\(call)" }
        return "\(prefix)\(runtime("disconnected"))(\(receiver).\(call))"
    }

    /// The value of an unstubbed call, for results that the runtime cannot make.
    var defaultValue: String? {
        guard let result = signature.result else { return nil }
        // Without a `return` only this tells the type.
        if neverReturns, unforwardable != nil { return "nil as \(resultText)?" }
        let generics = Set(signature.generics.map(\.name))
        if let name = result.existentialName, generics.contains(name) { return nil }
        // A closure on an actor, or a `@Sendable` one, would capture the types that generic parameters stand for.
        let expanded = scope.expandingFunctionAlias(result.bare)
        let isConcurrent = result.contains { part in
            !part.attributes.isEmpty || !scope.expandingFunctionAlias(part.bare).attributes.isEmpty
        }
        let own = scope.genericNames.isEmpty ? [] : scope.genericNames.union([scope.mockName])
        let open = generics.union(own)
        if isConcurrent, !open.isDisjoint(with: result.mentionedNames.union(expanded.mentionedNames)) { return nil }
        return DefaultExpression.make(for: result, scope: scope)
    }

    private var failureMetatype: String {
        if case .typed(let failure) = signature.effects.throwing { return "(\(failure)).self" }
        return "(any \(runtime("Error"))).self"
    }

    private var function: String {
        if isOpened { return signature.effects.isAsync ? "callOpenedAsync" : "callOpened" }
        let changesTarget = isMutating && unforwardable == nil && !isOverride
        if signature.effects.isAsync {
            if changesTarget { return "callMutatingAsync" }
            return isActorIsolated && unforwardable == nil ? "callActor" : "callAsync"
        }
        return changesTarget ? "callMutating" : "call"
    }

    /// What the superclass does.
    var superClosure: String {
        let never = evaluatesThrowing ? runtime("Never") : nil
        guard let failure = typedFailure.map({ "\($0)" }) ?? never else {
            return "{ \(prefix)\(forward(to: "super")) }"
        }
        return
            "{ () \(signature.effects.isAsync ? "async " : "")throws(\(failure)) in \(prefix)\(forward(to: "super")) }"
    }

    private var typedFailure: TypeExpression? {
        if case .typed(let failure) = signature.effects.throwing { failure } else { nil }
    }

    /// What another object does.
    private var forwarding: String {
        if !needsBody, function == "callActor" { return actorForward }
        if copiesTarget {
            return "{ \(typedHead("target"))var target = target; return \(prefix)\(forward(to: "target")) }"
        }
        if typedFailure != nil || evaluatesThrowing {
            return "{ \(typedHead("target"))\(prefix)\(forward(to: "target")) }"
        }
        return "{ \(prefix)\(forward(to: "$0")) }"
    }

    /// What the runtime lends, but the member changes.
    private var copiesTarget: Bool {
        isMutating && !isOverride && needsBody && (signature.effects.isAsync || returnsUnstorable)
    }

    /// A `try` for an autoclosure reads as if the closure around it threw.
    private var evaluatesThrowing: Bool {
        !signature.isThrowing
            && signature.parameters.contains { $0.isAutoclosure && $0.autoclosureEffects.contains("try") }
    }

    /// Only an explicit signature makes a closure throw what it throws, and not `any Error`.
    private func typedHead(_ target: String) -> String {
        var effects = typedFailure.map { (signature.effects.isAsync ? "async " : "") + "throws(\($0)) " } ?? ""
        if evaluatesThrowing { effects = "\(signature.effects.isAsync ? "async " : "")throws(\(runtime("Never"))) " }
        if copiesTarget, effects.isEmpty { return "(\(target)) in " }
        let isChanged = isOpened || isMutating && !copiesTarget && !isOverride
        return "(\(target)\(isChanged ? ": inout \(scope.target)" : "")) \(effects)in "
    }

    /// The arguments travel with the target, because what is captured may not go to another actor. A result comes back
    /// freely if it is `Sendable`; any other is let go on the actor itself.
    private var actorForward: String {
        let parameters = signature.parameters
        let call = forward("target") { parameter in
            let list = parameters.count == 1 && !parameter.isPack
            let stored = "arguments" + (list ? "" : ".\(Identifier.quoted(parameter.recordLabel))")
            let value = parameter.isAutoclosure ? "\(parameter.autoclosureEffects)\(stored)()" : stored
            return parameter.label == "_" ? value : "\(Identifier.asArgumentLabel(parameter.label)): \(value)"
        }
        let throwing = typedFailure.map { "throws(\($0)) " } ?? ""
        let result = signature.result ?? .void
        guard !result.isSurelySendable else {
            let effects = throwing.isEmpty ? "" : "async \(throwing)"
            return "{ (target, \(parameters.isEmpty ? "_" : "arguments")) \(effects)in \(prefix)\(call) }"
        }
        let isFunction = parameters.count == 1 && parameters.allSatisfy(\.value.isClosure)
        // The compiler (6.3.1) sends a tuple of several to an actor as a whole, or parts of it twice.
        let isSent = parameters.count == 1 || parameters.contains(where: \.isSending)
        let sending = isSent ? "sending " : ""
        let escaping = isFunction ? "@escaping " : ""
        let effects = "async " + (signature.isThrowing && throwing.isEmpty ? "throws " : throwing)
        let local =
            "func forward(_ target: isolated \(scope.target), _ arguments: \(sending)\(escaping)\(signature.argumentsType))"
            + " \(effects)-> sending \(signature.recordedResult)"
        // Without its type the compiler would open an existential on the way, of which it loses the region.
        let mayBeOpened =
            switch result.bare {
            case .any, .composition, .named, .member: true
            default: false
            }
        let value = mayBeOpened ? "\(call) as \(signature.recordedResult)" : call
        return "{ (target, arguments) \(effects)in \(local) { \(prefix)\(runtime("disconnected"))(\(value)) };"
            + " return \(prefix)forward(target, arguments) }"
    }

    // MARK: Body calls

    private func bodyCall() -> String {
        var arguments = ["\"\(key)\"", signature.argumentsValue]
        if let defaultValue, !returnsUnstorable { arguments.append("default: \(defaultValue)") }
        if isOverride { arguments.append("super: \(superClosure)") }
        if let unforwardable { arguments.append("unforwardable: \"\(unforwardable)\"") }
        let call = "\(bodyFunction)(\(arguments.joined(separator: ", "))) \(application)"
        return called(call + bodyForwarding)
    }

    private var bodyForwarding: String { unforwardable == nil ? " forward: \(forwarding)" : "" }

    private var bodyFunction: String {
        if returnsUnstorable { return signature.effects.isAsync ? "callNoncopyableAsync" : "callNoncopyable" }
        if signature.effects.isAsync { return "callBodyAsync" }
        return isMutating && unforwardable == nil && !isOverride ? "callBodyMutating" : "callBody"
    }

    /// The closure that calls a stub, which is a closure of the member's own type.
    private var application: String {
        let passed = signature.parameters.map { $0.bodyArgument(runtime) }.joined(separator: ", ")
        var apply = "\(prefix)stub(\(passed))"
        var head = "(stub: \(signature.escapingBodyType(attribute: bodyAttribute))) "
        if let failure = typedFailure {
            apply = "\(prefix)\(runtime("narrowing"))(to: (\(failure)).self) { \(apply) }"
            head += (signature.effects.isAsync ? "async " : "") + "throws(\(failure)) "
        }
        return "{ \(head)in \(apply) }"
    }
}
