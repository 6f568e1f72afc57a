internal import MockModel

/// Plans the mock of one type: `Conformance` in, `MimusMock` out.
struct MimusPlanner {
    private let conformance: Conformance
    private(set) var diagnostics: [PlanDiagnostic] = []

    init(_ conformance: Conformance) { self.conformance = conformance }

    mutating func plan() -> MimusMock {
        let names = SpyNaming.labels.names(of: conformance.witnesses, in: conformance.scope.resolved).names
        var taken = Set(conformance.scope.resolved.members.lazy.map { Identifier.withoutBackticks($0.member.baseName) })
        var verifications: Set<String> = []
        var members: [MimusMember] = []
        for (witness, name) in zip(conformance.witnesses, names) {
            var identifier = name.loweredFirstWord
            var number = 2
            while !taken.isDisjoint(with: Self.properties(of: identifier)) {
                identifier = "\(name.loweredFirstWord)\(number)"
                number += 1
            }
            taken.formUnion(Self.properties(of: identifier))
            var member = plan(witness, identifier)
            if case .call = member.body {
                member.verification = verification(of: witness, identifier, besides: &verifications)
            }
            members.append(member)
        }
        return MimusMock(conformance: conformance, members: members)
    }

    private static func properties(of identifier: String) -> [String] {
        let simulated = "simulated\(identifier.capitalizedFirst)"
        return [simulated, "\(simulated)Error", "underlying\(identifier.capitalizedFirst)"]
    }

    private var isGeneric: Bool { !conformance.genericClause.isEmpty }

    private func verification(
        of witness: Witness, _ identifier: String, besides taken: inout Set<String>
    ) -> MimusMember.Verification {
        let side = witness.member.isStatic ? "static " : ""
        let isFirst = taken.insert(side + Identifier.asLiteral(witness.member.displayName)).inserted
        let quoted = Identifier.quoted(identifier)
        let name = if case .function(let name, false) = witness.head.kind, isFirst { name } else { quoted }
        return MimusMember.Verification(
            name: name, identifier: identifier, parameters: witness.signature.parameters)
    }

    // MARK: Members

    private mutating func plan(_ witness: Witness, _ identifier: String) -> MimusMember {
        var slots: [MimusSlot] = []
        let body: MimusMember.Body
        switch MemberForm(witness, isGeneric: isGeneric) {
        case .empty: body = .empty
        case .initializer(let head): body = .initializer(head)
        case .function: body = .call(call(witness, witness.signature, identifier, &slots))
        case .accessors:
            let get = call(witness, witness.signature, identifier, &slots)
            let set = witness.newValue.map { value in
                call(witness, witness.signature.adding(value), identifier + "Set", &slots)
            }
            body = .accessors(get: get, set: set)
        case .storage(let name, let type, let storage):
            body = plan(witness, Identifier.asPart(name), type.asValue, storage)
        }
        return MimusMember(witness: witness, body: body, slots: slots)
    }

    private func plan(
        _ witness: Witness, _ name: String, _ type: TypeExpression, _ storage: MemberForm.Storage
    ) -> MimusMember.Body {
        let object = DefaultExpression(scope: witness.scope, generics: []).initialValue(of: type)
        if storage == .plain {
            if type.isOptional || type.isCollection {
                let literal = SpyDefault.literal(of: type) ?? "nil"
                let isLazy = !witness.member.isStatic && literal != "nil" && witness.scope.isInitializedOnActor(type)
                return .stored(literal, isLazy: isLazy)
            }
            if let object { return .stored(object, isLazy: !witness.member.isStatic) }
        }
        let isOptional = type.isOptional
        let slot = MimusSlot(
            name: "underlying\(name.capitalizedFirst)",
            type: isOptional ? "\(type)" : "\(TypeExpression.implicitlyUnwrapped(type))",
            value: object ?? "nil", isLazy: object != nil)
        return .storage(slot, setter: witness.newValue?.local ?? "newValue")
    }

    // MARK: Calls

    private mutating func call(
        _ witness: Witness, _ signature: SignaturePlan, _ identifier: String, _ slots: inout [MimusSlot]
    ) -> MimusCall {
        var call = MimusCall(
            signature: signature, identifier: identifier,
            arguments: RecordedArguments(signature, member: witness.member))
        let spied = SpyCallPlanner(witness, signature, .sourcery).plan()
        let hasPlace = !(witness.member.isStatic && isGeneric)
        let name = "simulated\(identifier.capitalizedFirst)"
        let isRecorded = Self.isAnsweredByArguments(witness, call)
        if isRecorded {
            call.error = spied.failure.map { _ in ("", spied.errorCast) }
            call.answer = spied.returnsValue ? .recorded : .none
            return call
        }
        if hasPlace, let failure = spied.failure {
            slots.append(
                MimusSlot(
                    name: "\(name)Error", type: "\(TypeExpression.optional(failure))", value: "nil", isLazy: false))
            call.error = ("\(name)Error", spied.errorCast)
        }
        guard spied.returnsValue else { return call }
        if hasPlace, witness.canReturn(signature), let result = signature.result,
            !witness.scope.isGenericDependentAlias(result)
        {
            call.answer = answer(witness, signature, name, spied, &slots)
        } else {
            call.answer = spied.defaultValue.map { .value($0) } ?? .trap
            if !spied.neverReturns, !witness.isStandard { report(witness, name, hasPlace: hasPlace) }
        }
        return call
    }

    private func answer(
        _ witness: Witness, _ signature: SignaturePlan, _ name: String, _ spied: SpyCall, _ slots: inout [MimusSlot]
    ) -> MimusCall.Answer {
        guard let result = signature.result?.asValue else { return .none }
        let erasure = SpyErasure(signature, member: witness.member, of: witness.scope.resolved)
        let type = erasure.erased(result)
        let forced = witness.member.annotations["forceMock"].flatMap { _ in result.withoutOptional.existentialName }
            .map { "Mock\($0)" }
        let isOptional = type.isOptional
        let expression = DefaultExpression(scope: witness.scope, generics: signature.genericNames)
        let object = isOptional || type != result ? nil : expression.initialValue(of: result)
        let unwrapped = TypeExpression.implicitlyUnwrapped(type)
        slots.append(
            MimusSlot(
                name: name, type: forced.map { "\($0)!" } ?? (isOptional ? "\(type)" : "\(unwrapped)"),
                value: forced.map { "\($0)()" } ?? object ?? "nil", isLazy: forced != nil || object != nil))
        return .simulated(name, cast: spied.cast, isOptional: isOptional && !signature.isSendingResult)
    }

    /// True for a member with `advancedReturn`, whose values depend on the arguments.
    private static func isAnsweredByArguments(_ witness: Witness, _ call: MimusCall) -> Bool {
        guard !witness.member.attributes.isEmpty, witness.member.annotations["advancedReturn"] != nil,
            case .function = witness.head.kind
        else { return false }
        return !witness.member.isStatic && call.signature.generics.isEmpty
            && call.arguments.areKept.allSatisfy(\.self) && witness.canReturn(call.signature)
    }

    private mutating func report(_ witness: Witness, _ name: String, hasPlace: Bool) {
        let reason = hasPlace ? "its result cannot be stored" : "a static member of a generic mock has no place for it"
        diagnostics.append(
            StyleLimit.note(
                witness, "'\(witness.member.displayName)' has no '\(name)' in style mimus, because \(reason)"))
    }
}

extension SpyCall {
    /// The cast of an error to the type that the member throws.
    fileprivate var errorCast: String { castFailure.map { " as! \($0)" } ?? "" }
}

extension DefaultExpression {
    /// The value that a property has from its beginning, if only generated code can make it: a mock, a closure, a tuple.
    fileprivate func initialValue(of type: TypeExpression) -> String? {
        if capturesMetatypes(type) { return nil }
        return make(for: type).map { $0.hasPrefix("{") ? "\($0) as \(type)" : $0 }
    }
}

extension String {
    /// `urlFor` for `URLFor`.
    fileprivate var loweredFirstWord: String {
        let capitals = prefix { $0.isUppercase }
        if capitals.isEmpty { return self }
        let rest = dropFirst(capitals.count)
        let isWord = capitals.count > 1 && rest.first?.isLowercase == true
        let length = isWord ? capitals.count - 1 : capitals.count
        return prefix(length).lowercased() + dropFirst(length)
    }
}
