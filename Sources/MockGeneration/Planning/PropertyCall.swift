internal import MockModel

/// Calls of a property that the runtime can keep a value for: until it is stubbed, it behaves as if it were stored.
struct PropertyCall {
    let call: CallPlanner
    /// A setter is recorded under a key of its own but stores for the getter.
    var keyOfGetter: String?

    func get() -> BodyPlan {
        let signature = call.signature
        var arguments = ["\"\(call.key)\""]
        if let value = call.defaultValue { arguments.append("default: \(value)") }
        if call.isOverride { arguments.append("super: \(call.superClosure)") }
        let prefix = "\(signature.effectPrefix)\(call.receiver).get"
        if let reason = call.unforwardable {
            if signature.isThrowing { arguments.append("throwing: (\(signature.failure)).self") }
            arguments.append("unforwardable: \"\(reason)\"")
            return BodyPlan(call: "\(prefix)(\(arguments.joined(separator: ", ")))")
        }
        return BodyPlan(call: "\(prefix)(\(arguments.joined(separator: ", "))) \(getter)")
    }

    func set() -> BodyPlan {
        if let impossible = call.impossible { return impossible }
        let arguments =
            "\"\(keyOfGetter ?? call.key)\", newValue" + (call.isOverride ? ", super: \(call.superClosure)" : "")
        if let reason = call.unforwardable {
            return BodyPlan(
                call: "\(call.receiver).set(\(arguments), unforwardable: \"\(reason)\")", wrapper: .performed)
        }
        return BodyPlan(
            call: "\(call.receiver).set(\(arguments)) { \(call.forward("$0") { _ in "" }) }", wrapper: .performed)
    }

    private var getter: String {
        let signature = call.signature
        var head = ""
        if case .typed(let failure) = signature.effects.throwing { head = "(target) throws(\(failure)) in " }
        if call.isMutating {
            head = head.isEmpty ? "(target) in " : head
            return
                "{ \(head)var target = target; return \(signature.effectPrefix)\(call.forward("target") { _ in "" }) }"
        }
        return head.isEmpty
            ? "{ \(signature.effectPrefix)\(call.forward("$0") { _ in "" }) }"
            : "{ \(head)\(signature.effectPrefix)\(call.forward("target") { _ in "" }) }"
    }
}
