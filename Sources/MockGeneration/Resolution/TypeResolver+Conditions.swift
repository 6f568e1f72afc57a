internal import MockModel

// Parents that depend on `#if`: the mock declares their requirements under the same conditions.
extension TypeResolver {
    /// Visits all declarations that are alternatives of one another under different conditions.
    mutating func visitAlternatives(_ parent: TypeExpression, _ found: LocatedType) {
        forEachAlternative(of: found) { $0.visitLocatedParent(parent, $1) }
    }

    /// The same with any other action per alternative.
    mutating func forEachAlternative(of found: LocatedType, _ visit: (inout Self, LocatedType) -> Void) {
        guard !found.declaration.conditions.isEmpty else { return visit(&self, found) }
        let alternatives = lookup.types(named: found.declaration.name).filter {
            $0.module == found.module && $0.declaration.enclosing == found.declaration.enclosing
        }
        for alternative in alternatives where budget.spend() {
            let outer = conditions
            conditions = conditions.adding(alternative.declaration.conditions)
            if !result.declaration.conditions.adding(conditions).contradict {
                visit(&self, alternative)
            }
            conditions = outer
        }
    }

    /// Records the visit of a declaration; returns false if it was visited under these conditions before.
    mutating func beginVisit(of contributor: Contributor) -> Bool {
        if contributor.visits.contains(conditions) || !budget.spend(contributor.visits.count, times: conditions.count) {
            return false
        }
        contributor.visits.append(conditions)
        return true
    }

    /// The conditions under which the current declaration was reached, without those that the mock itself has.
    var conditionsOfPath: [String] {
        conditions.isEmpty ? [] : conditions.filter { !result.declaration.conditions.contains($0) }
    }

    /// The member under the conditions of the current inheritance path. `nil` if the mock has it already under the same
    /// or fewer conditions, or if the conditions contradict each other.
    ///
    /// - Parameter earlier: the conditions of the paths that reached it before.
    func conditioned(_ member: MemberDeclaration, _ earlier: [[String]]) -> MemberDeclaration? {
        if conditions.isEmpty, earlier.isEmpty, member.conditions.isEmpty { return member }
        let count = conditions.count + member.conditions.count + earlier.count
        guard budget.spend(count, times: count) else { return nil }
        let conditionsOfPath = conditionsOfPath
        // Skips inheritance paths whose `#if` conditions exclude this member's.
        let earlier = earlier.filter { !$0.adding(member.conditions).contradict }
        var member = member
        member.conditions = conditionsOfPath.adding(member.conditions)
        if member.conditions.contradict || earlier.contains(where: { Set($0).isSubset(of: conditionsOfPath) }) {
            return nil
        }
        member.conditions = member.conditions.adding(earlier.map { "!(\($0.joined(separator: " && ")))" })
        return member.conditions.contradict ? nil : member
    }
}

extension [String] {
    fileprivate func adding(_ more: [String]) -> [String] {
        self + more.filter { !contains($0) }
    }
}

// Associated types in several branches of an `#if`. The generic clause of a mock cannot have conditions.
extension TypeResolver {
    /// Drops an associated type under a flag that another branch declares without it: flags are usually not set.
    mutating func dropTypesOfUnsetFlags() {
        let conditional = result.members.filter { $0.member.isAssociatedType && !$0.member.conditions.isEmpty }
        guard conditional.count > 1 else { return }
        result.members.removeAll { resolved in
            let conditions = resolved.member.conditions
            guard resolved.member.isAssociatedType, conditions.contains(where: Self.isFlag) else { return false }
            return conditional.contains { other in
                other.member.associatedTypeName == resolved.member.associatedTypeName
                    && !other.member.conditions.contains(where: Self.isFlag)
                    && (conditions + other.member.conditions).contradict
            }
        }
    }

    /// True for a name, and false for `os(Linux)` and for everything with an operator.
    static func isFlag(_ condition: String) -> Bool {
        condition.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}
