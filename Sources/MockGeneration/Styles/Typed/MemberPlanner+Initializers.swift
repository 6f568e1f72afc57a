internal import MockModel

// Required initializers: recorded as calls of a static member that creates a mock.
extension MemberPlanner {
    func plan(_ head: InitializerHead) -> MemberPlan {
        let declared = witness.signature
        // A mock's initializer never calls its closures.
        let signature = declared.replacing(
            effects: declared.effects.throwing == .rethrows ? .none : declared.effects,
            result: head.isFailable ? .named(spelling("Bool")) : nil)
        let call = callPlan(signature, suffix: overloadSuffix(signature), target: CallTarget(member: .none))
        call.isInitializer = true
        return MemberPlan(
            witness,
            body: .initializer(InitializerCall(call: call, head: head, names: names)),
            clauses: [clause(.method("initialize"), call, .call())])
    }
}
