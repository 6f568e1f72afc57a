internal import MockModel

/// Plans the mock of one type: `Conformance` in, `SpyMock` out.
struct SpyPlanner {
    private let conformance: Conformance
    private let style: SpyStyle
    private let countType: TypeExpression
    private let mark: String
    private(set) var diagnostics: [PlanDiagnostic] = []

    init(_ conformance: Conformance, _ style: SpyStyle) {
        self.conformance = conformance
        self.style = style
        countType = .named(conformance.scope.spelling("Int"))
        let scope = conformance.scope
        let mayBeGuarded =
            scope.isSendable || scope.isActor || conformance.witnesses.contains { $0.member.isStatic }
        mark = mayBeGuarded ? SpyPlace.mark(in: scope) : ""
    }

    mutating func plan() -> SpyMock {
        var members: [SpyMember] = []
        members.reserveCapacity(conformance.witnesses.count)
        let (names, areDistinct) = style.words.naming.names(of: conformance.witnesses, in: conformance.scope.resolved)
        var taken: Set<String>?
        if !areDistinct || mayClash(names) {
            taken = Set(conformance.scope.resolved.members.map { Identifier.withoutBackticks($0.member.baseName) })
        }
        for index in names.indices {
            members.append(plan(conformance.witnesses[index], named: names[index], besides: &taken))
        }
        assignArguments(of: &members)
        return SpyMock(conformance: conformance, words: style.words, mark: mark, members: members)
    }

    /// Plans a member so that none of its properties has a name that another member has.
    ///
    /// - Parameter taken: the names so far; `nil` if no two can be equal.
    private mutating func plan(_ witness: Witness, named name: String, besides taken: inout Set<String>?) -> SpyMember {
        var number = 1
        while true {
            let distinct = number == 1 ? name : "\(name)\(number)"
            var planner = SpyMemberPlanner(
                witness, named: distinct, style, countType: countType, mark: mark, in: conformance)
            let member = planner.plan()
            let own = taken == nil ? [] : member.names
            if taken?.isDisjoint(with: own) ?? true {
                taken?.formUnion(own)
                report(planner.missing, of: witness)
                return member
            }
            number += 1
        }
    }

    /// True if the name of a member, or of one of its properties, might be that of another property. To compare them all
    /// costs as much as to print them, and most members have names that no property can have.
    private func mayClash(_ names: [String]) -> Bool {
        guard let endings = style.words.endings, conformance.verifying == .none else { return true }
        for name in names where endings.mayEnd(name) { return true }
        let members = conformance.scope.resolved.members
        // Those without a name are types, or left to the members of a superclass or an extension.
        if members.count == names.count { return false }
        return members.contains { endings.mayEnd($0.member.baseName) }
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
        guard conformance.witnesses.contains(where: \.member.isInitializer) else { return }
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
                    initializer.assignments.append(("\(place.path)\(storage.name)", parameter.local))
                }
            }
            members[index] = SpyMember(
                witness: witness, place: members[index].place, slots: [], body: .initializer(initializer))
        }
    }
}

extension WordSet {
    /// True for `cookSoup` if `Soup` is one of the words, and for each name that begins with an underscore or a backtick.
    fileprivate func mayEnd(_ name: String) -> Bool {
        name.utf8.withContiguousStorageIfAvailable { bytes in
            if bytes.first == UInt8(ascii: "_") || bytes.first == UInt8(ascii: "`") { return true }
            var start = bytes.count - 1
            while start >= 0, bytes[start] &- UInt8(ascii: "A") >= 26 { start -= 1 }
            return start >= 0 && contains(UnsafeBufferPointer(rebasing: bytes[start...]))
        } ?? true
    }
}
