internal import MockModel

/// Plans the body and the clauses of one member: `Witness` in, `MemberPlan` out.
struct MemberPlanner {
    let witness: Witness
    let scope: MemberScope
    let member: MemberDeclaration
    let names: TypedNames
    /// True if a protocol's mock can forward calls.
    private let forwards: Bool

    var spelling: NameSpelling { scope.spelling }
    var resolved: ResolvedType { scope.resolved }

    init(_ witness: Witness, names: TypedNames, forwards: Bool) {
        self.witness = witness
        scope = witness.scope
        member = witness.member
        self.names = names
        self.forwards = forwards
    }

    func plan() -> MemberPlan {
        switch witness.head.kind {
        case .function(let name, let isOperator): planFunction(name, isOperator: isOperator)
        case .property(let name): planProperty(name)
        case .subscript: planSubscript()
        case .initializer(let head): plan(head)
        }
    }

    // MARK: Functions

    private func planFunction(_ name: String, isOperator: Bool) -> MemberPlan {
        let signature = witness.signature
        // A closure whose result is not copyable cannot have a parameter pack (6.3.1).
        let isLetGo = signature.result.map(scope.isUnstorable) ?? false
        let isDescribable =
            signature.traits.isDescribable && !(isLetGo && signature.traits.containsAny(of: [.pack, .tupleOfPack]))
        let call = callPlan(
            isDescribable ? signature : signature.withoutArguments, suffix: overloadSuffix(signature),
            target: CallTarget(member: .function(name), arguments: signature.parameters))
        if isOperator { call.unforwardable = "an operator" }
        if !isDescribable { call.unforwardable = "a closure over a parameter pack" }
        let opened = openedForward(call, isOperator: isOperator)
        return MemberPlan(
            witness,
            body: signature.traits.contains(.uninhabited) ? .empty : .call(call, opened: opened),
            clauses: clauses(
                .method(isOperator ? OperatorName.word(for: name) : name), call, isDescribable: isDescribable))
    }

    /// The local function that forwards calls, if the signature uses types that `any P` does not expose.
    private func openedForward(_ call: CallPlan, isOperator: Bool) -> OpenedForward? {
        // Asynchronous members of the library leave the caller's actor, and the target would have to be sent from
        // there.
        let crossesActors = witness.isStandard && witness.signature.effects.isAsync
        guard let reason = call.unforwardable, reason == Self.unexposedTypeReason(of: resolved), !member.isStatic,
            !crossesActors,
            !isOperator, OpenedForward.applies(to: call, scope: scope)
        else { return nil }
        call.unforwardable = nil
        call.target = CallTarget(member: .opened)
        return OpenedForward(
            witness: witness, names: names, signature: call.signature,
            isOverloaded: scope.nameCounts.isDisplayNameOverloaded(member))
    }

    // MARK: Properties

    private func planProperty(_ name: String) -> MemberPlan {
        let get = callPlan(witness.signature, target: CallTarget(member: .property(name)))
        get.isMutating = accessors.isGetterMutating
        // The runtime stores a property instead of running it, so its stubs need no actor-isolated closure.
        get.bodyActor = nil
        get.unforwardable = get.unforwardable ?? unforwardableValue(witness.signature)
        let set = witness.newValue.map { value -> CallPlan in
            let signature = SignaturePlan(parameters: [value], result: nil, scope: scope)
            let set = callPlan(
                signature, suffix: " =", target: CallTarget(member: .property(name), newValue: value))
            set.isMutating = true
            set.bodyActor = nil
            return set
        }
        let usesStorage = !accessors.getEffects.isAsync && !get.needsBody && set?.needsBody != true
        var clauses = [clause(.property(name), get, .call())]
        if let set { clauses.append(clause(.method(name), set, .call(setLabel: setLabel(name)))) }
        return MemberPlan(
            witness,
            body: usesStorage
                ? .storage(
                    get: PropertyCall(call: get), set: set.map { PropertyCall(call: $0, keyOfGetter: get.key) })
                : .accessors(get: get, set: set),
            clauses: clauses)
    }

    private var accessors: Accessors {
        switch member.kind {
        case .property(let property): property.accessors
        case .subscript(let declaration): declaration.accessors
        case .function, .initializer, .associatedType, .typealias, .other: Accessors()
        }
    }

    // MARK: Subscripts

    private func planSubscript() -> MemberPlan {
        let getter = witness.signature
        let suffix = overloadSuffix(getter)
        var target = CallTarget(member: .subscript, arguments: getter.parameters)
        let get = callPlan(getter, suffix: suffix, target: target)
        get.isMutating = accessors.isGetterMutating
        get.unforwardable = get.unforwardable ?? unforwardableValue(getter)
        var clauses = [clause(.subscript, get, .call())]
        var set: CallPlan?
        if let value = witness.newValue {
            target.newValue = value
            let call = callPlan(getter.adding(value), suffix: suffix + " =", target: target)
            call.isMutating = true
            clauses.append(clause(.subscript, call, .call(setLabel: "set")))
            set = call
        }
        return MemberPlan(
            witness, body: .accessors(get: get, set: set, newValue: witness.newValue?.local ?? "newValue"),
            clauses: clauses)
    }

    // MARK: Parts

    var isOverloaded: Bool { scope.nameCounts.isBaseNameOverloaded(member) }

    /// The part of the key that distinguishes members with the same full name: ` async <T: P>(T) -> Int`.
    func overloadSuffix(_ signature: SignaturePlan) -> String {
        guard scope.nameCounts.isDisplayNameOverloaded(member) else { return "" }
        let types = signature.parameters.map { "\($0.isInout ? "inout " : "")\($0.value)" }.joined(separator: ", ")
        var code = CodeWriter()
        if isAsyncTwin { code += " async" }
        code += " "
        let isConstrained = signature.generics.contains { $0.constraint != nil }
        if isConstrained { signature.writeGenericClause(to: &code) }
        code += "(\(types)) -> \(signature.recordedResult?.description ?? spelling("Void"))"
        signature.writeWhereClause(to: &code)
        return code.text
    }

    /// True if the clause ends with `.async`, because a synchronous member has the same name and arguments.
    var isAsyncTwin: Bool { scope.nameCounts.isAsyncTwin(member) }

    func callPlan(_ signature: SignaturePlan, suffix: String = "", target: CallTarget) -> CallPlan {
        let isNonisolated = witness.isNonisolated
        let declaredActor = witness.declaredActor
        let actor = isNonisolated ? nil : declaredActor ?? resolved.globalActor
        let isActorIsolated = resolved.isActor && !isNonisolated && !member.isStatic && declaredActor == nil
        let plan = CallPlan(
            scope: scope, signature: signature,
            key: Identifier.asLiteral(suffix.isEmpty ? key(signature) : key(signature) + suffix),
            receiver: member.isStatic ? "\(names.qualifiedStatics).mocking" : names.state,
            unforwardable: unforwardable(signature), target: target)
        plan.isMutating = member.modifiers.contains("mutating")
        plan.isOverride = witness.isOverride
        let bodyActor = actor == nil ? nil : witness.closureActor(signature)
        plan.bodyActor = bodyActor == "MainActor" ? nil : bodyActor
        plan.bodyAttribute = bodyActor.map { "@\($0)" } ?? (scope.isSendable ? "@Sendable" : nil)
        plan.isNonisolatedInMainActorMock =
            isNonisolated && resolved.globalActor == "MainActor" && !signature.effects.isAsync
        plan.isActorIsolated = isActorIsolated
        if case .function = member.kind, signature.result == nil,
            signature.parameters.contains(where: \.value.isFunction)
        {
            plan.statesResult = scope.nameCounts.isDisplayNameOverloaded(member)
        }
        plan.wrapsClosures = scope.nameCounts.hasOverloadForAnyValue(member)
        if member.modifiers.contains("nonisolated(nonsending)") { plan.isolation = "nonisolated(nonsending) " }
        if isActorIsolated, !signature.effects.isAsync {
            plan.unforwardable = "a synchronous actor-isolated member"
        } else if actor != nil || isActorIsolated, plan.unforwardable == nil, let warning = member.warningOnActors {
            plan.unforwardable = warning
        } else if isActorIsolated,
            plan.needsBody || signature.traits.containsAny(of: .unsendable) || pairsSentWithIsolated(signature)
        {
            plan.unforwardable = "a parameter that cannot travel to another actor"
        } else if isActorIsolated, signature.result?.holdsExistentialMetatype ?? false {
            plan.unforwardable = "a result that cannot travel to another actor"
        }
        return plan
    }

    /// The key: the member's name with its labels. An operator gets the labels of its plan; dots mark the label of a
    /// pack.
    private func key(_ signature: SignaturePlan) -> String {
        let name = member.displayName
        guard member.isOperator || signature.traits.contains(.pack), let open = name.firstIndex(of: "(") else {
            return name
        }
        let labels = signature.parameters.map { Identifier.withoutBackticks($0.label) + ($0.isPack ? "...:" : ":") }
        return "\(name[...open])\(labels.joined()))"
    }

    /// Why the call cannot be forwarded; `nil` if it can.
    private func unforwardable(_ signature: SignaturePlan) -> String? {
        guard !witness.isOverride else { return obstacle(signature) }
        if !forwards { return "forwarding switched off" }
        if witness.isNarrowed { return "a member that is declared in two ways" }
        if witness.isImplied { return "a member that the constraint of an associated type requires" }
        if witness.isOnOtherActor { return "a member of another actor" }
        if member.modifiers.contains("optional") { return "an optional requirement" }
        // The compiler warns about the rest of the closure behind such a call.
        if let result = signature.result, !result.bare.isNever, result.pathToNever != nil {
            return "a result without values"
        }
        return obstacle(signature)
    }

    /// Why the signature prevents forwarding; `nil` if it does not.
    private func obstacle(_ signature: SignaturePlan) -> String? {
        let traits = signature.traits
        if traits.contains(.variadic) { return "a variadic parameter" }
        if traits.contains(.lentClosure) { return "a sending closure that does not escape" }
        if traits.contains(.isolated), !canForwardOnActor(signature) { return "an isolated parameter" }
        // A closure that captures such a tuple crashes the compiler (6.3.1).
        if traits.contains(.tupleOfPack) { return "a tuple of a parameter pack" }
        if traits.contains(.pack), case .subscript = member.kind { return "a parameter pack" }
        if hasUndeterminedFailure(signature) { return "an error type that a call does not tell" }
        let unexposed = member.isStatic ? scope.unexposedStaticNames : scope.unexposedNames
        if unexposed.isEmpty, !resolved.mentionsSelf { return nil }
        var (mentionsSelf, mentionsUnexposed) = (false, false)
        member.visitNames { name in
            if name == "Self" { mentionsSelf = true }
            if !unexposed.isEmpty, unexposed.contains(name) { mentionsUnexposed = true }
        }
        if mentionsSelf {
            // `Self.Element` means the same as `Element`.
            mentionsSelf = false
            member.visitSignature { type in
                let type = scope.withoutSelfQualifier(type)
                mentionsSelf = mentionsSelf || type.mentions("Self")
                mentionsUnexposed = mentionsUnexposed || type.mentions(anyOf: unexposed)
            }
        }
        if mentionsSelf { return "a Self parameter or result" }
        return mentionsUnexposed ? Self.unexposedTypeReason(of: resolved) : nil
    }

    /// True if a forwarded call can run on the actor that an `isolated` parameter names.
    private func canForwardOnActor(_ signature: SignaturePlan) -> Bool {
        // No closure may capture such a parameter (6.3.1).
        guard signature.effects.isAsync else { return false }
        guard signature.traits.contains(.onOneActor) else { return true }
        // The compiler (6.3.1) cannot check values that cross to or from one such actor unless they are `Sendable`.
        let others = signature.parameters.filter { !$0.traits.contains(.onOneActor) }
        return (others.map(\.value) + [signature.result].compactMap(\.self)).allSatisfy(\.isSurelySendable)
    }

    /// True for `func f<E: Error>() throws(E)`: no argument of a call determines `E`, and neither does an autoclosure.
    private func hasUndeterminedFailure(_ signature: SignaturePlan) -> Bool {
        signature.effects.hasUndeterminedFailure(
            signature.genericNames,
            toldBy: signature.parameters.filter { !$0.isAutoclosure }.map(\.declared)
                + [signature.result].compactMap(\.self))
    }

    /// True if a value is sent beside a closure that is on a global actor: the compiler (6.3.1) takes both for that
    /// actor's.
    private func pairsSentWithIsolated(_ signature: SignaturePlan) -> Bool {
        signature.traits.contains(.sending)
            && signature.parameters.contains { parameter in
                parameter.value.isFunction
                    && parameter.declared.attributes.contains {
                        $0 != "@Sendable" && $0.dropFirst().first?.isUppercase ?? false
                    }
            }
    }

    private static func unexposedTypeReason(of resolved: ResolvedType) -> String {
        Identifier.asLiteral("an associated type that 'any \(resolved.declaration.name)' does not tell")
    }

    /// Why a property of this type cannot be forwarded: its value is lent, and a value that is not copyable cannot be
    /// returned.
    private func unforwardableValue(_ getter: SignaturePlan) -> String? {
        guard let type = getter.result, scope.isUnstorable(type.bare) else { return nil }
        return "a value that cannot be copied"
    }
}

extension MemberDeclaration {
    /// The warning that the compiler (6.3.1) gives for every forwarded call of the member on an actor; `nil` if none.
    fileprivate var warningOnActors: String? {
        if attributes.contains("@warn_unqualified_access") {
            return "a warning for every call of it (@warn_unqualified_access)"
        }
        return Identifier.withoutBackticks(baseName) == "self" ? "a name that Swift has a meaning of its own for" : nil
    }
}
