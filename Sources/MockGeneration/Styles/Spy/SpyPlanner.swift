internal import MockModel

/// Plans the mock of one type: `Conformance` in, `SpyMock` out.
struct SpyPlanner {
    /// The names that a member adds to the mock, for the most part.
    private static let namesPerMember = 3

    private let conformance: Conformance
    private let style: SpyStyle
    private(set) var diagnostics: [PlanDiagnostic] = []

    init(_ conformance: Conformance, _ style: SpyStyle) {
        self.conformance = conformance
        self.style = style
    }

    mutating func plan() -> SpyMock {
        var members: [SpyMember] = []
        members.reserveCapacity(conformance.witnesses.count)
        var taken: Set<String> = []
        taken.reserveCapacity(Self.namesPerMember * (resolved.members.count + conformance.witnesses.count))
        for member in resolved.members { taken.insert(Identifier.withoutBackticks(member.member.baseName)) }
        let names = style.words.naming.names(of: conformance.witnesses, in: resolved)
        for (witness, name) in zip(conformance.witnesses, names) {
            members.append(plan(witness, named: name, besides: &taken))
        }
        assignArguments(of: &members)
        return SpyMock(conformance: conformance, words: style.words, members: members)
    }

    private var resolved: ResolvedType { conformance.scope.resolved }

    /// Plans a member so that none of its properties has a name that another member has.
    private mutating func plan(_ witness: Witness, named name: String, besides taken: inout Set<String>) -> SpyMember {
        var number = 1
        while true {
            let distinct = number == 1 ? name : "\(name)\(number)"
            var planner = SpyMemberPlanner(witness, named: distinct, style, in: conformance)
            let member = planner.plan()
            let own = member.names
            if taken.isDisjoint(with: own) {
                taken.formUnion(own)
                report(planner.missing, of: witness)
                return member
            }
            number += 1
        }
    }

    private mutating func report(_ missing: [(names: [String], reason: String)], of witness: Witness) {
        for (names, reason) in missing where !witness.isStandard {
            let properties = names.map { "'\($0)'" }.joined(separator: " and ")
            diagnostics.append(
                PlanDiagnostic(
                    origin: witness.origin, severity: .note,
                    message:
                        "'\(witness.member.displayName)' has no \(properties) in style \(style.name), because \(reason); a mock in style typed can do more: /// @mockable(style: typed)",
                    code: "style-limit"))
        }
    }

    /// Initializers store their arguments in the properties that have the same names and types.
    private func assignArguments(of members: inout [SpyMember]) {
        guard members.contains(where: \.witness.member.isInitializer) else { return }
        let storages = members.compactMap { member -> (SpyStorage, SpyPlace)? in
            guard case .storage(let storage) = member.body, !member.place.isStatic,
                member.witness.conditions.isEmpty
            else { return nil }
            return (storage, member.place)
        }
        for index in members.indices {
            guard case .initializer(var initializer) = members[index].body else { continue }
            let witness = members[index].witness
            for parameter in witness.signature.parameters where !parameter.isUnrecorded && !parameter.isVariadic {
                for (storage, place) in storages where "\(storage.type.asValue)" == "\(parameter.value)" {
                    guard Identifier.withoutBackticks(storage.property) == parameter.recordLabel,
                        place.isGuarded || !witness.isNonisolated
                    else { continue }
                    initializer.assignments.append((place.path + storage.name, parameter.local))
                }
            }
            members[index] = SpyMember(
                witness: witness, place: members[index].place, slots: [], body: .initializer(initializer))
        }
    }
}
