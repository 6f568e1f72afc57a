internal import MockModel

/// Plans the mock of one type: `Conformance` in, `TypedMock` out.
struct TypedPlanner {
    private let conformance: Conformance
    private(set) var diagnostics: [PlanDiagnostic] = []

    init(_ conformance: Conformance) { self.conformance = conformance }

    mutating func plan() -> TypedMock {
        let names = TypedNames(conformance)
        var members: [MemberPlan] = []
        members.reserveCapacity(conformance.witnesses.count)
        for witness in conformance.witnesses {
            members.append(MemberPlanner(witness, names: names, forwards: conformance.forwards).plan())
            if witness.signature.traits.contains(.indescribable) { warnOfPack(witness) }
        }
        if scope.nameCounts.hasOverloads { members.distinguishClauses() }
        let hasStaticSide = members.contains { $0.isStatic }
        return TypedMock(
            conformance: conformance, names: names, protocols: protocols(hasStaticSide: hasStaticSide),
            target: scope.objectType, staticTarget: staticTarget, stubbingMode: stubbingMode, members: members,
            hasStaticSide: hasStaticSide)
    }

    private var scope: MemberScope { conformance.scope }
    private var spelling: NameSpelling { scope.spelling }

    private func protocols(hasStaticSide: Bool) -> [String] {
        let base =
            !conformance.inheritsInitializers
            ? "ProtocolMock" : conformance.hasNonisolatedInitializer ? "ClassMock" : "Mock"
        return [spelling(base)] + (hasStaticSide ? [spelling("StaticMock")] : [])
    }

    private var staticTarget: String {
        conformance.classType.map { "\($0).Type" } ?? "any \(scope.typeName).Type"
    }

    private var stubbingMode: String {
        if scope.resolved.globalActor == "MainActor" { return spelling("MainActorStubbing") }
        return spelling(scope.isSendable ? "SendableStubbing" : "Stubbing")
    }

    private mutating func warnOfPack(_ witness: Witness) {
        diagnostics.append(
            PlanDiagnostic(
                origin: witness.origin, severity: .warning,
                message:
                    "'\(witness.member.displayName)' takes closures over a parameter pack: it can be stubbed, but its calls are recorded without arguments and not forwarded",
                code: "parameter-pack"))
    }
}
