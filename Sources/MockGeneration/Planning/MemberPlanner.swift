internal import MockModel

/// Plans one requirement: `ResolvedMember` in, `MemberPlan` out.
struct MemberPlanner {
    let scope: MemberScope
    let access: String
    let member: MemberDeclaration
    let isOverride: Bool
    /// True if two protocols require the member with different effects or on different actors: a forwarded call would
    /// be ambiguous.
    let isNarrowed: Bool
    /// True if the witness is nonisolated while other implementations are isolated to an actor that is not the mock's.
    let isElsewhere: Bool
    /// True if the member runs on any thread, which may differ from the default of the mock's module.
    let isConcurrent: Bool
    /// True if the standard library declares the requirement.
    let isStandard: Bool

    var runtime: RuntimeSpelling { scope.runtime }
    var resolved: ResolvedType { scope.resolved }

    init(scope: MemberScope, access: String, resolved: ResolvedMember) {
        self.scope = scope.entering(resolved.member)
        self.access = access
        member = resolved.member
        isOverride = resolved.isOverride
        isNarrowed = resolved.isNarrowed
        isElsewhere = resolved.isElsewhere
        isConcurrent = resolved.isConcurrent
        isStandard = resolved.origin.isBuiltIn
    }

    /// The plan, or `nil` if the mock needs no witness.
    func plan() -> MemberPlan? {
        switch member.kind {
        case .function(let function): plan(function)
        case .property(let property): plan(property)
        case .subscript(let declaration): plan(declaration)
        case .initializer(let initializer): plan(initializer)
        case .associatedType, .typealias, .other: nil
        }
    }

    // MARK: Functions

    private func plan(_ function: FunctionDeclaration) -> MemberPlan {
        var parameters = parameterPlanner
        let planned = parameters.plan(function.isOperator ? function.parameters.map(\.unlabelled) : function.parameters)
        let signature = SignaturePlan(
            parameters: planned, generics: function.genericParameters + parameters.addedGenerics,
            requirements: function.genericRequirements, effects: function.effects, result: function.result,
            scope: scope)
        // A closure whose result is not copyable cannot have a parameter pack (6.3.1).
        let isLetGo = signature.result.map(scope.isUnstorable) ?? false
        let isDescribable =
            signature.traits.isDescribable && !(isLetGo && signature.traits.containsAny(of: [.pack, .tupleOfPack]))
        let call = callPlan(
            isDescribable ? signature : signature.withoutArguments, suffix: overloadSuffix(signature),
            target: CallTarget(member: .function(function.name), arguments: planned))
        if function.isOperator { call.unforwardable = "an operator" }
        if !isDescribable { call.unforwardable = "a closure over a parameter pack" }
        let opened = openedForward(function, call)
        let clauseName = function.isOperator ? OperatorName.word(for: function.name) : function.name
        return MemberPlan(
            conditions: member.conditions, isStatic: member.isStatic, access: access,
            head: HeadPlan(
                kind: .function(function.name, isOperator: function.isOperator), modifiers: modifiers,
                signature: signature),
            body: signature.traits.contains(.uninhabited) ? .empty(mayBuild: mayBuild) : .call(call, opened: opened),
            clauses: clauses(.method(clauseName), call, isDescribable: isDescribable))
    }

    /// True if the requirement has an attribute that may be a result builder.
    private var mayBuild: Bool { member.attributes.contains { $0.dropFirst().first?.isUppercase ?? false } }

    /// The local function that forwards calls, if the signature uses types that `any P` does not expose.
    private func openedForward(_ function: FunctionDeclaration, _ call: CallPlan) -> OpenedForward? {
        // Asynchronous members of the library leave the caller's actor, and the target would have to be sent from
        // there.
        let leaves = isStandard && function.effects.isAsync
        guard let reason = call.unforwardable, reason == Self.untoldType(of: resolved), !member.isStatic, !leaves,
            OpenedForward.applies(to: function, call, scope: scope)
        else { return nil }
        call.unforwardable = nil
        call.target = CallTarget(member: .opened)
        return OpenedForward(
            function: function, signature: call.signature,
            isOverloaded: scope.nameCounts.isDisplayNameOverloaded(member), isConcurrent: isConcurrent, scope: scope)
    }

    // MARK: Properties

    private func plan(_ property: PropertyDeclaration) -> MemberPlan? {
        guard let declared = property.type else { return nil }
        let name = property.name
        let accessors = property.accessors
        let getter = SignaturePlan(parameters: [], effects: accessors.getEffects, result: declared, scope: scope)
        let get = callPlan(getter, target: CallTarget(member: .property(name)))
        get.isMutating = accessors.isGetterMutating
        // The runtime stores a property instead of running it, so its stubs need no actor-isolated closure.
        get.bodyActor = nil
        get.unforwardable = get.unforwardable ?? unforwardableValue(declared)
        let value = accessors.hasSetter && isSetterVisible ? newValue(of: declared) : nil
        let set = value.map { value -> CallPlan in
            let signature = SignaturePlan(parameters: [value], result: nil, scope: scope)
            let set = callPlan(
                signature, suffix: " =", target: CallTarget(member: .property(name), newValue: value))
            set.isMutating = true
            set.bodyActor = nil
            return set
        }
        let usesStorage = !accessors.getEffects.isAsync && !get.needsBody && set?.needsBody != true
        var clauses = [clause(.property(name), get, .call(isOverloaded: false))]
        if let set { clauses.append(clause(.method(name), set, .call(isOverloaded: false, setLabel: setLabel(name)))) }
        return MemberPlan(
            conditions: member.conditions, isStatic: member.isStatic, access: access,
            head: HeadPlan(kind: .property(name), modifiers: modifiers, signature: getter),
            body: usesStorage
                ? .storage(
                    get: PropertyCall(call: get), set: set.map { PropertyCall(call: $0, keyOfGetter: get.key) })
                : .accessors(get: get, set: set),
            clauses: clauses)
    }

    private func newValue(of type: TypeExpression, named name: String = "newValue") -> ParameterPlan? {
        var planner = parameterPlanner
        let underlying = scope.expandingFunctionAlias(type.bare)
        let isFunction = if case .function = underlying.bare { true } else { false }
        let declared = TypeExpression.attributed(
            specifiers: scope.isUnstorable(type.bare) ? ["consuming"] : [],
            attributes: isFunction ? ["@escaping"] : [], type)
        return planner.plan([ParameterDeclaration(firstName: name, type: declared)]).first
    }

    // MARK: Subscripts

    private func plan(_ declaration: SubscriptDeclaration) -> MemberPlan {
        var planner = parameterPlanner
        let parameters = planner.plan(declaration.parameters, isSubscript: true)
        let generics = declaration.genericParameters + planner.addedGenerics
        let accessors = declaration.accessors
        let getter = SignaturePlan(
            parameters: parameters, generics: generics, requirements: declaration.genericRequirements,
            effects: accessors.getEffects, result: declaration.result, scope: scope)
        let suffix = overloadSuffix(getter)
        var target = CallTarget(member: .subscript, arguments: parameters)
        let get = callPlan(getter, suffix: suffix, target: target)
        get.isMutating = accessors.isGetterMutating
        get.unforwardable = get.unforwardable ?? unforwardableValue(declaration.result)
        var clauses = [clause(.subscript, get, .call(isOverloaded: true))]
        var set: CallPlan?
        let newName = parameters.contains { $0.recordLabel == "newValue" } ? "assigned" : "newValue"
        if accessors.hasSetter, isSetterVisible, let value = newValue(of: declaration.result, named: newName) {
            let setter = SignaturePlan(
                parameters: parameters + [value], generics: generics, requirements: declaration.genericRequirements,
                result: nil, scope: scope)
            target.newValue = value
            let call = callPlan(setter, suffix: suffix + " =", target: target)
            call.isMutating = true
            clauses.append(clause(.subscript, call, .call(isOverloaded: true, setLabel: "set")))
            set = call
        }
        return MemberPlan(
            conditions: member.conditions, isStatic: member.isStatic, access: access,
            head: HeadPlan(kind: .subscript, modifiers: modifiers, signature: getter),
            body: .accessors(get: get, set: set, newValue: newName), clauses: clauses)
    }

    // MARK: Parts

    var parameterPlanner: ParameterPlanner {
        ParameterPlanner(scope: scope, member: member)
    }

    /// False if the setter of a class is hidden from subclasses in other files, by `private(set)` for example.
    private var isSetterVisible: Bool {
        !member.modifiers.contains { $0 == "private(set)" || $0 == "fileprivate(set)" }
    }

    var isOverloaded: Bool { scope.nameCounts.isBaseNameOverloaded(member) }

    func overloadSuffix(_ signature: SignaturePlan) -> String {
        guard scope.nameCounts.isDisplayNameOverloaded(member) else { return "" }
        let types = signature.parameters.map { "\($0.isInout ? "inout " : "")\($0.value)" }.joined(separator: ", ")
        return " (\(types)) -> \(signature.recordedResult?.description ?? runtime("Void"))"
    }

    func callPlan(_ signature: SignaturePlan, suffix: String = "", target: CallTarget) -> CallPlan {
        let isNonisolated =
            member.modifiers.contains { $0.hasPrefix("nonisolated") } || member.attributes.contains("@concurrent")
        let ownActor = ownActor
        let actor = isNonisolated ? nil : ownActor ?? resolved.globalActor
        let isActorIsolated = resolved.isActor && !isNonisolated && !member.isStatic && ownActor == nil
        let plan = CallPlan(
            scope: scope, signature: signature,
            key: Identifier.asLiteral(suffix.isEmpty ? key(signature) : key(signature) + suffix),
            receiver: member.isStatic ? "\(scope.statics).mocking" : scope.stateName,
            unforwardable: unforwardable(signature), target: target)
        plan.isMutating = member.modifiers.contains("mutating")
        plan.isOverride = isOverride
        let bodyActor = actor == nil || needsNoActor(signature) ? nil : actor
        plan.bodyActor = bodyActor == "MainActor" ? nil : bodyActor
        plan.bodyAttribute = bodyActor.map { "@\($0)" } ?? (scope.isSendable ? "@Sendable" : nil)
        plan.leavesMainActor = isNonisolated && resolved.globalActor == "MainActor" && !signature.effects.isAsync
        plan.isActorIsolated = isActorIsolated
        if isActorIsolated, !signature.effects.isAsync {
            plan.unforwardable = "a synchronous actor-isolated member"
        } else if actor != nil || isActorIsolated, plan.unforwardable == nil, let warning = member.warningOnActors {
            plan.unforwardable = warning
        } else if isActorIsolated, plan.needsBody || signature.traits.containsAny(of: .boundToPlace) {
            plan.unforwardable = "a parameter that cannot travel to another actor"
        } else if isActorIsolated, signature.result?.holdsExistentialMetatype ?? false {
            plan.unforwardable = "a result that cannot travel to another actor"
        }
        return plan
    }

    /// The actor that the member's own attributes name.
    private var ownActor: String? {
        if member.attributes.isEmpty { return nil }
        return member.attributes.lazy.map { String($0.dropFirst()) }.first { resolved.globalActors.contains($0) }
    }

    /// True if no actor-isolated closure can replace the member: it sends a value, has an `isolated` parameter, is
    /// `@concurrent` or has a pack.
    private func needsNoActor(_ signature: SignaturePlan) -> Bool {
        signature.isSendingResult || member.attributes.contains("@concurrent")
            || signature.traits.containsAny(of: [.sending, .pack, .tupleOfPack, .isolated])
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
        guard !isOverride else { return obstacle(signature) }
        if !scope.forwards { return "forwarding switched off" }
        if isNarrowed { return "a member that two protocols declare differently" }
        if isElsewhere { return "a member of another actor" }
        if member.modifiers.contains("optional") { return "an optional requirement" }
        return obstacle(signature)
    }

    /// Why the signature prevents forwarding; `nil` if it does not.
    private func obstacle(_ signature: SignaturePlan) -> String? {
        let traits = signature.traits
        if traits.contains(.variadic) { return "a variadic parameter" }
        if traits.contains(.lentClosure) { return "a sending closure that does not escape" }
        if traits.contains(.isolated), !staysWithActor(signature) { return "an isolated parameter" }
        // A closure that captures such a tuple crashes the compiler (6.3.1).
        if traits.contains(.tupleOfPack) { return "a tuple of a parameter pack" }
        if traits.contains(.pack), case .subscript = member.kind { return "a parameter pack" }
        if hasUntoldFailure(signature) { return "an error type that a call does not tell" }
        let untold = member.isStatic ? scope.untoldStaticNames : scope.unforwardableNames
        if untold.isEmpty, !resolved.mentionsSelf { return nil }
        var (mentionsSelf, mentionsUntold) = (false, false)
        member.visitNames { name in
            if name == "Self" { mentionsSelf = true }
            if !untold.isEmpty, untold.contains(name) { mentionsUntold = true }
        }
        if mentionsSelf {
            // `Self.Element` means the same as `Element`.
            mentionsSelf = false
            member.visitSignature { type in
                let type = scope.withoutOwnQualifier(type)
                mentionsSelf = mentionsSelf || type.mentions("Self")
                mentionsUntold = mentionsUntold || type.mentions(anyOf: untold)
            }
        }
        if mentionsSelf { return "a Self parameter or result" }
        return mentionsUntold ? Self.untoldType(of: resolved) : nil
    }

    /// True if a forwarded call can run on the actor that an `isolated` parameter names.
    private func staysWithActor(_ signature: SignaturePlan) -> Bool {
        // No closure may capture such a parameter (6.3.1).
        guard signature.effects.isAsync else { return false }
        guard signature.traits.contains(.onOneActor) else { return true }
        // The compiler (6.3.1) cannot check values that cross to or from one such actor unless they are `Sendable`.
        let others = signature.parameters.filter { !$0.traits.contains(.onOneActor) }
        return (others.map(\.value) + [signature.result].compactMap(\.self)).allSatisfy(\.isSurelySendable)
    }

    /// True for `func f<E: Error>() throws(E)`: no argument of a call determines `E`, and neither does an autoclosure.
    private func hasUntoldFailure(_ signature: SignaturePlan) -> Bool {
        let failures = signature.effects.failureTypes
        guard !failures.isEmpty else { return false }
        let told =
            (signature.parameters.filter { !$0.isAutoclosure }.map(\.declared) + [signature.result].compactMap(\.self))
            .reduce(into: Set<String>()) { $0.formUnion($1.mentionedNames) }
        let generics = signature.genericNames.subtracting(told)
        return failures.contains { !$0.mentionedNames.isDisjoint(with: generics) }
    }

    private static func untoldType(of resolved: ResolvedType) -> String {
        Identifier.asLiteral("an associated type that 'any \(resolved.declaration.name)' does not tell")
    }

    /// Why a property of this type cannot be forwarded: its value is lent, and a value that is not copyable cannot be
    /// returned.
    private func unforwardableValue(_ type: TypeExpression) -> String? {
        scope.isUnstorable(type.bare) ? "a value that cannot be copied" : nil
    }

    /// Attributes that affect callers; those that only affect the implementation are dropped.
    private var keptAttributes: [String] {
        member.attributes.filter { attribute in
            let name = String(attribute.dropFirst().prefix { $0 != "(" })
            return Self.attributesOfCallers.contains(name) || resolved.globalActors.contains(name)
        } + interfaceGroups
    }

    /// Repeats `@_spi` on the witness: its signature may use types visible only under that SPI group.
    var interfaceGroups: [String] {
        access == "public " ? member.attributes.filter { $0.hasPrefix("@_spi(") } : []
    }

    private static let attributesOfCallers: Set<String> = [
        "available", "discardableResult", "concurrent", "Sendable", "preconcurrency",
    ]

    var attributePrefix: String {
        member.attributes.isEmpty ? "" : keptAttributes.map { "\($0) " }.joined()
    }

    private var modifiers: String {
        var modifiers = attributePrefix
        modifiers += access
        if isOverride { modifiers += "override " }
        if !member.modifiers.isEmpty { modifiers += kept(Self.modifiersOfWitnesses) }
        return modifiers
    }

    private static let modifiersOfWitnesses: Set = ["nonisolated", "static", "class", "prefix", "postfix", "infix"]

    func kept(_ names: Set<String>) -> String {
        member.modifiers
            .filter { modifier in names.contains { modifier == $0 || modifier.hasPrefix("\($0)(") } }
            .map { $0 == "nonisolated(unsafe)" ? "nonisolated " : "\($0) " }
            .joined()
    }
}

extension ParameterDeclaration {
    /// `_ a: T` for an operator's `a: T`: calls of operators have no labels.
    fileprivate var unlabelled: ParameterDeclaration {
        ParameterDeclaration(firstName: "_", secondName: secondName ?? firstName, type: type)
    }
}

extension Effects {
    /// The effects without `rethrows`: a mock's initializer never calls its closures.
    var withoutRethrowing: Effects {
        throwing == .rethrows ? .none : self
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
