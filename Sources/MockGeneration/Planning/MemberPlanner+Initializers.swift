internal import MockModel

// Required initializers: recorded as calls of a static member that creates a mock.
extension MemberPlanner {
    func plan(_ initializer: InitializerDeclaration) -> MemberPlan {
        var planner = parameterPlanner
        let parameters = planner.plan(initializer.parameters)
        let isFailable = !initializer.optionalMark.isEmpty
        let signature = SignaturePlan(
            parameters: parameters, generics: initializer.genericParameters + planner.addedGenerics,
            requirements: initializer.genericRequirements, effects: initializer.effects.withoutRethrowing,
            result: isFailable ? .named(runtime("Bool")) : nil, scope: scope)
        var effects = initializer.effects
        if case .typed(let failure) = effects.throwing {
            effects.throwing = .typed(scope.withoutOwnQualifier(failure))
        }
        let call = callPlan(signature, suffix: overloadSuffix(signature), target: CallTarget(member: .none))
        call.isInitializer = true
        let inherits = resolved.superclass != nil
        // `NSObject` declares `init()`.
        let overrides = inherits && parameters.isEmpty && !isFailable
        let keywords = (overrides ? "override init" : inherits ? "convenience init" : "init") + initializer.optionalMark
        return MemberPlan(
            conditions: member.conditions, isStatic: true, access: access,
            head: HeadPlan(
                kind: .initializer(keywords, effects),
                modifiers: attributePrefix + access + kept(["nonisolated"]), signature: signature),
            body: .initializer(
                InitializerCall(
                    call: call, isFailable: isFailable, inherits: inherits, overrides: overrides,
                    statics: scope.nameCounts.contains("statics") ? "__statics" : "statics")),
            clauses: [
                ClausePlan(
                    attributes: clauseAttributes, form: .method("initialize"), call: call,
                    content: .call(isOverloaded: isOverloaded))
            ])
    }
}
