internal import MockModel

/// Writes the one call into the runtime that a witness consists of.
struct CallPlanner {
    let scope: MemberScope
    let signature: SignaturePlan
    let key: String
    /// `mocking` or `statics.mocking`.
    let receiver: String
    /// Why no other object can answer in the mock's place; `nil` when one can.
    var unforwardable: String?
    /// The call of the same member on the target: `$0.name(a: a)` without effects.
    var forward: (_ target: String) -> String
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
        return "\(clauseName)<\(arguments.joined(separator: ", "))>"
    }

    func body() -> BodyPlan {
        var plan = BodyPlan(preparations: preparations, call: needsBody ? bodyCall() : plainCall())
        if case .rethrows = signature.effects.throwing {
            plan.wrapper =
                signature.effects.isAsync ? .rethrownAsync(result: resultText) : .rethrown(result: resultText)
        }
        return plan
    }

    private var resultText: String { signature.result.map { "\($0.bare)" } ?? runtime("Void") }

    /// A `borrowing` or `consuming` parameter of a copyable type becomes an ordinary value.
    private var preparations: [String] {
        signature.parameters.compactMap { parameter in
            switch parameter.copies {
            case "borrowing": "let \(parameter.local) = copy \(parameter.local)"
            case "consuming": "let \(parameter.local) = \(parameter.local)"
            default:
                parameter.isUnrecorded && parameter.declared.specifiers.contains("consuming")
                    ? "var \(parameter.local): \(parameter.value)? = consume \(parameter.local)" : nil
            }
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
            return "\(prefix)\(receiver).\(function)(\(arguments.joined(separator: ", ")))"
        }
        return "\(prefix)\(receiver).\(function)(\(arguments.joined(separator: ", "))) \(forwarding)"
    }

    /// The value of an unstubbed call, for results that the runtime cannot make.
    var defaultValue: String? {
        guard let result = signature.result else { return nil }
        if let name = result.existentialName, signature.generics.contains(where: { $0.name == name }) { return nil }
        return DefaultExpression.make(for: result, scope: scope)
    }

    private var failureMetatype: String {
        if case .typed(let failure) = signature.effects.throwing { return "(\(failure)).self" }
        return "(any \(runtime("Error"))).self"
    }

    private var sends: Bool { unforwardable == nil && signature.parameters.contains(where: \.isSending) }

    private var function: String {
        if isOpened { return signature.effects.isAsync ? "callOpenedAsync" : "callOpened" }
        let changesTarget = isMutating && unforwardable == nil && !isOverride
        if signature.effects.isAsync {
            if changesTarget { return "callMutatingAsync" }
            return isActorIsolated && unforwardable == nil ? "callActor" : "callAsync"
        }
        if sends { return "callSending" }
        return changesTarget ? "callMutating" : "call"
    }

    /// What the superclass does.
    var superClosure: String {
        guard let failure = typedFailure else { return "{ \(prefix)\(forward("super")) }" }
        return "{ () \(signature.effects.isAsync ? "async " : "")throws(\(failure)) in \(prefix)\(forward("super")) }"
    }

    private var typedFailure: TypeExpression? {
        if case .typed(let failure) = signature.effects.throwing { failure } else { nil }
    }

    /// What another object does.
    private var forwarding: String {
        if !needsBody, function == "callActor" || function == "callSending" { return sendingForward }
        if signature.effects.isAsync, isMutating, needsBody {
            return "{ \(typedHead("target"))var target = target; return \(prefix)\(forward("target")) }"
        }
        if typedFailure != nil { return "{ \(typedHead("target"))\(prefix)\(forward("target")) }" }
        return "{ \(prefix)\(forward("$0")) }"
    }

    /// Only an explicit signature makes a closure throw what it throws, and not `any Error`.
    private func typedHead(_ target: String) -> String {
        let effects = typedFailure.map { (signature.effects.isAsync ? "async " : "") + "throws(\($0)) " } ?? ""
        let isChanged = isOpened || isMutating && !(signature.effects.isAsync && needsBody) && !isOverride
        return "(\(target)\(isChanged ? ": inout \(scope.target)" : "")) \(effects)in "
    }

    /// The arguments travel with the target, because they may not be captured.
    private var sendingForward: String {
        let parameters = signature.parameters
        let names = parameters.map { parameter in
            let value = "arguments" + (parameters.count == 1 ? "" : ".\(Identifier.quoted(parameter.recordLabel))")
            return parameter.label == "_" ? value : "\(Identifier.asArgumentLabel(parameter.label)): \(value)"
        }
        let call = forward("target")
        let end = call.firstIndex(of: "(") ?? call.endIndex
        let effects = typedFailure.map { (signature.effects.isAsync ? "async " : "") + "throws(\($0)) " } ?? ""
        let head = "(target, \(parameters.isEmpty ? "_" : "arguments")) \(effects)in"
        return "{ \(head) \(prefix)\(call[..<end])(\(names.joined(separator: ", "))) }"
    }

    // MARK: Body calls

    private func bodyCall() -> String {
        var arguments = ["\"\(key)\"", signature.argumentsValue]
        if let defaultValue, !returnsUnstorable { arguments.append("default: \(defaultValue)") }
        if isOverride { arguments.append("super: \(superClosure)") }
        if let unforwardable { arguments.append("unforwardable: \"\(unforwardable)\"") }
        let call = "\(prefix)\(receiver).\(bodyFunction)(\(arguments.joined(separator: ", "))) \(application)"
        return unforwardable == nil ? "\(call) forward: \(forwarding)" : call
    }

    private var bodyFunction: String {
        if returnsUnstorable { return signature.effects.isAsync ? "callNoncopyableAsync" : "callNoncopyable" }
        if signature.effects.isAsync { return "callBodyAsync" }
        return isMutating && unforwardable == nil && !isOverride ? "callBodyMutating" : "callBody"
    }

    /// The closure that calls a stub, which is a closure of the member's own type.
    private var application: String {
        let passed = signature.parameters.map(\.bodyArgument).joined(separator: ", ")
        var apply = "\(prefix)stub(\(passed))"
        var head = "(stub: \(signature.escapingBodyType(attribute: bodyAttribute))) "
        if let failure = typedFailure {
            apply = "\(prefix)\(runtime("narrowing"))(to: (\(failure)).self) { \(apply) }"
            head += (signature.effects.isAsync ? "async " : "") + "throws(\(failure)) "
        }
        return "{ \(head)in \(apply) }"
    }
}
