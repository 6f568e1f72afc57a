internal import MockModel

// Required initializers: recorded as calls of a static member that creates a mock.
extension MemberPlanner {
    func planInitializer(isFailable: Bool) -> MemberPlan {
        let declared = witness.signature
        // A mock's initializer never calls its closures.
        let signature = declared.replacing(
            effects: declared.effects.throwing == .rethrows ? .none : declared.effects,
            result: isFailable ? .named(spelling("Bool")) : nil)
        let call = callPlan(signature, suffix: overloadSuffix(signature), target: CallTarget(member: .none))
        call.isInitializer = true
        let inherits = resolved.superclass != nil
        return MemberPlan(
            witness,
            body: .initializer(
                InitializerCall(
                    call: call, isFailable: isFailable, inherits: inherits,
                    overrides: inherits && signature.parameters.isEmpty && !isFailable, state: names.state,
                    statics: names.statics)),
            clauses: [
                ClausePlan(
                    attributes: clauseAttributes, form: .method("initialize"), call: call,
                    content: .call(isOverloaded: isOverloaded))
            ])
    }
}
