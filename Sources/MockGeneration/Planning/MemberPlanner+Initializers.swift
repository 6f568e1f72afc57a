internal import MockModel

// Initializers that a protocol requires: static members that make a mock.
extension MemberPlanner {
    func plan(_ initializer: InitializerDeclaration) -> MemberPlan {
        var planner = parameterPlanner
        let parameters = planner.plan(initializer.parameters)
        let isFailable = !initializer.optionalMark.isEmpty
        let signature = SignaturePlan(
            parameters: parameters, generics: initializer.genericParameters + planner.addedGenerics,
            requirements: initializer.genericRequirements, effects: initializer.effects.withoutRethrowing,
            result: isFailable ? .named(runtime("Bool")) : nil, scope: scope)
        let call = callPlanner(signature, suffix: overloadSuffix(signature)) { _, _ in "" }
        let arguments: [String] =
            [
                "\"\(call.key)\"", signature.argumentsValue, "default: \(isFailable ? "true" : "()")",
            ] + (signature.isThrowing ? ["throwing: (\(signature.failure)).self"] : []) + [
                "unforwardable: \"an initializer\""
            ]
        let function = signature.effects.isAsync ? "callAsync" : "call"
        let staticSide = scope.nameCounts.contains("statics") ? "__statics" : "statics"
        let impossible = parameters.lazy.compactMap { parameter in
            parameter.placeOfNever.map { BodyPlan(call: "switch \(parameter.local)\($0) {}", wrapper: .performed) }
        }.first
        let body =
            impossible
            ?? BodyPlan(
                preparations: [
                    // Whatever inherits from a class has its state already, and gets the rest from there.
                    resolved.superclass == nil
                        ? "\(scope.stateName) = \(runtime("MockState"))(\"\(Identifier.asLiteral(scope.mockName))\")"
                        : "self.init()"
                ],
                call:
                    "\(signature.effectPrefix)\(scope.mockName).\(staticSide).mocking.\(function)(\(arguments.joined(separator: ", ")))",
                wrapper: isFailable ? .guarded : .performed, conclusion: "\(scope.mockName).\(staticSide).add(self)")
        let head =
            "\(attributePrefix)\(access)\(kept(["nonisolated"]))\(resolved.superclass == nil ? "" : "convenience ")init\(initializer.optionalMark)\(signature.genericClause)"
            + "\(signature.parameterList)\(initializer.effects)\(signature.whereClause)"
        return MemberPlan(
            conditions: member.conditions, isStatic: true, access: access, witness: .function(head: head, body: body),
            clauses: [initializerClause(call)])
    }

    /// An initializer runs no body of the test's, so its clause is a plain one whatever its parameters are.
    private func initializerClause(_ call: CallPlanner) -> ClausePlan {
        var plan = clause("func initialize", call, isOverloaded: isOverloaded)
        let signature = call.signature
        let name = signature.effects.isAsync ? "AsyncClause" : "Clause"
        plan.type =
            "\(runtime(name))<\(call.mode), \(signature.argumentsType), \(signature.recordedResult), \(signature.failure)>"
        return plan
    }
}
