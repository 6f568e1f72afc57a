internal import MockModel

/// Plans the mock of one type: `Conformance` in, `WrapperMock` out.
struct WrapperPlanner {
    private let conformance: Conformance
    private(set) var diagnostics: [PlanDiagnostic] = []

    init(_ conformance: Conformance) { self.conformance = conformance }

    mutating func plan() -> WrapperMock {
        let names = SpyNaming.shortest.names(of: conformance.witnesses, in: scope.resolved).names
        var taken = Set(scope.resolved.members.lazy.map { Identifier.withoutBackticks($0.member.baseName) })
        var members: [WrapperMember] = []
        for (witness, name) in zip(conformance.witnesses, names) {
            var distinct = name
            var number = 2
            while !taken.isDisjoint(with: ["\(distinct)Mock", "\(distinct)SetMock"]) {
                distinct = "\(name)\(number)"
                number += 1
            }
            taken.formUnion(["\(distinct)Mock", "\(distinct)SetMock"])
            members.append(plan(witness, distinct))
        }
        return WrapperMock(conformance: conformance, members: members)
    }

    private var scope: MemberScope { conformance.scope }
    private var spelling: NameSpelling { scope.spelling }

    private mutating func plan(_ witness: Witness, _ name: String) -> WrapperMember {
        let place = place(of: witness)
        let body: WrapperMember.Body
        switch MemberForm(witness, isGeneric: !conformance.genericClause.isEmpty) {
        case .empty: body = .empty
        case .initializer(let head): body = .initializer(head)
        case .function: body = .call(call(witness, witness.signature, "\(name)Mock"))
        case .accessors, .storage:
            let set = witness.newValue.map { call(witness, witness.signature.adding($0), "\(name)SetMock", sets: true) }
            body = .accessors(get: call(witness, witness.signature, "\(name)Mock"), set: set)
        }
        return WrapperMember(witness: witness, place: place, body: body)
    }

    private func place(of witness: Witness) -> WrapperPlace {
        if witness.member.isStatic { return .statics }
        let resolved = scope.resolved
        let isOther = resolved.isActor || resolved.globalActor != nil && SpyPlace(of: witness).isGuarded
        // A typealias with `Sendable` in it leaves no place for `@unchecked Sendable`, which a class with wrappers needs.
        if resolved.isComposition, resolved.isSendable { return .closures }
        // The compiler accepts no property wrapper in a class that is `nonisolated`.
        if conformance.keyword.hasPrefix("nonisolated") || resolved.isNonisolated { return .closures }
        return isOther || witness.isNonisolated && resolved.globalActor != nil ? .closures : .mock
    }

    // MARK: Calls

    private mutating func call(
        _ witness: Witness, _ signature: SignaturePlan, _ name: String, sets: Bool = false
    ) -> WrapperCall {
        var call = WrapperCall(signature: signature)
        let spied = SpyCallPlanner(witness, signature, .sourcery).plan()
        call.cast = spied.cast
        if let obstacle = obstacle(witness, signature) {
            call.standard = spied.defaultValue
            if !spied.neverReturns, !witness.isStandard {
                diagnostics.append(
                    StyleLimit.note(
                        witness,
                        "'\(witness.member.displayName)' has no '\(name)' in style wrapper, because \(obstacle)"))
            }
            return call
        }
        call.property = name
        call.wrapper = spelling(Self.wrapper(signature))
        let erasure = SpyErasure(signature, member: witness.member, of: scope.resolved)
        let result = signature.result.flatMap { $0.isVoid ? nil : erasure.erased($0.asValue) }
        call.types.value = result.map { "\($0)" } ?? signature.spelling("Void")
        addArguments(to: &call, witness, erasure)
        if result != nil, spied.cast.isEmpty { call.standard = standard(witness, signature) }
        call.forward = forward(witness, signature, sets: sets)
        noteInout(witness, signature)
        return call
    }

    private func obstacle(_ witness: Witness, _ signature: SignaturePlan) -> String? {
        if witness.member.isStatic, !conformance.genericClause.isEmpty {
            return "a static member of a generic mock has no place for it"
        }
        let hasPlace = signature.result.map { !scope.isGenericDependentAlias($0) } ?? true
        return witness.canReturn(signature) && hasPlace ? nil : "its result cannot be stored"
    }

    private mutating func noteInout(_ witness: Witness, _ signature: SignaturePlan) {
        guard signature.traits.contains(.inout), !witness.isStandard else { return }
        diagnostics.append(
            StyleLimit.note(
                witness,
                "'\(witness.member.displayName)' does not change its inout arguments in style wrapper, because closures get one argument by value"
            ))
    }

    private static func wrapper(_ signature: SignaturePlan) -> String {
        let isThrowing =
            switch signature.effects.throwing {
            case .never, .rethrows: false
            case .untyped, .typed: true
            }
        return (signature.effects.isAsync ? "Async" : "") + (isThrowing ? "Throwing" : "") + "Mock"
    }

    private func addArguments(to call: inout WrapperCall, _ witness: Witness, _ erasure: SpyErasure) {
        let recorded = RecordedArguments(call.signature, member: witness.member)
        let kept = zip(call.signature.parameters, recorded.areKept).filter(\.1).map(\.0)
        let types = kept.map { erasure.erased($0.value) }
        switch kept.count {
        case 0:
            call.types.context = call.signature.spelling("Void")
            call.argument = "()"
        case 1:
            call.types.context = "\(types[0])"
            call.argument = kept[0].local
        case _ where Set(types.map(\.description)).count == 1 && !types[0].isClosure:
            call.types.context = "\(spelling("EquatableTuple"))<\(types[0])>"
            call.argument = "\(spelling("EquatableTuple"))([\(kept.map(\.local).joined(separator: ", "))])"
        default:
            let elements = zip(kept, types).map { TupleElement(label: Identifier.asLabel($0.recordLabel), type: $1) }
            call.types.context = "\(TypeExpression.tuple(elements))"
            let values = kept.map { "\(Identifier.asArgumentLabel($0.recordLabel)): \($0.local)" }
            call.argument = "(\(values.joined(separator: ", ")))"
        }
    }

    /// The value that only generated code can make: a mock, a closure, a tuple.
    private func standard(_ witness: Witness, _ signature: SignaturePlan) -> String? {
        guard let result = signature.result?.asValue else { return nil }
        let expression = DefaultExpression(scope: witness.scope, generics: signature.genericNames)
        if expression.capturesMetatypes(result) { return nil }
        return expression.make(for: result).map { $0.hasPrefix("{") ? "\($0) as \(result)" : $0 }
    }

    // MARK: The real object

    /// The call of the member on another object; `nil` where a closure cannot make it.
    private func forward(_ witness: Witness, _ signature: SignaturePlan, sets: Bool) -> String? {
        let isPlain =
            conformance.forwardsToReal && conformance.conditions.isEmpty && !witness.member.isStatic
            && !witness.isStandard && witness.conditions.isEmpty
            && !witness.isNarrowed && !witness.isImplied && !witness.isOnOtherActor && !witness.isNonisolated
            && signature.generics.isEmpty
            && !witness.member.modifiers.contains("mutating") && witness.member.attributes.isEmpty
            && !signature.isSendingResult && signature.effects.throwing != .rethrows
        let areKept = RecordedArguments(signature, member: witness.member).areKept
        guard isPlain, areKept.allSatisfy(\.self),
            !signature.traits.containsAny(of: [.variadic, .inout, .autoclosure, .sending])
        else { return nil }
        if signature.effects.isAsync, !isSendable(signature) { return nil }
        let arguments = arguments(of: signature)
        switch witness.head.kind {
        case .function(let name, let isOperator):
            if isOperator { return nil }
            let list = zip(signature.parameters, arguments).map { parameter, value in
                parameter.label == "_" ? value : "\(Identifier.asArgumentLabel(parameter.label)): \(value)"
            }
            return "\(signature.effectPrefix)real.\(name)(\(list.joined(separator: ", ")))"
        case .property(let name):
            guard case .property(let property) = witness.member.kind, !property.accessors.isGetterMutating else {
                return nil
            }
            guard sets else { return "\(signature.effectPrefix)real.\(name)" }
            // The object may be a value in the type's eyes.
            return "\(spelling("MockDefault")).change(real) { $0.\(name) = context }"
        case .subscript, .initializer: return nil
        }
    }

    private func isSendable(_ signature: SignaturePlan) -> Bool {
        scope.isSendable && signature.parameters.allSatisfy(\.value.isSurelySendable)
            && signature.result.map { $0.isVoid || $0.isSurelySendable } ?? true
    }

    private func arguments(of signature: SignaturePlan) -> [String] {
        let parameters = signature.parameters
        if parameters.count < 2 { return parameters.map { _ in "context" } }
        let isList = Set(parameters.map { "\($0.value)" }).count == 1 && !parameters[0].value.isClosure
        return parameters.indices.map { index in
            isList ? "context.inputs[\(index)]" : "context.\(Identifier.quoted(parameters[index].recordLabel))"
        }
    }
}

extension Conformance {
    /// True if an initializer takes the object that the mock calls by default.
    var forwardsToReal: Bool {
        forwards && classType == nil && !inheritsInitializers && !scope.resolved.isActor
            && scope.resolved.associatedTypeNames.isEmpty && scope.resolved.dependentAliases.isEmpty
            && !scope.resolved.mentionsSelf && !witnesses.contains { $0.member.isInitializer }
    }
}
