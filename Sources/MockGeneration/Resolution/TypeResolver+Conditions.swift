internal import MockModel

// Parents that exist under `#if` only, or differently under different conditions: what they require, the mock has under
// the same conditions.
extension TypeResolver {
    /// Visits all declarations of that name that stand for each other under different conditions.
    mutating func visitAlternatives(_ parent: TypeExpression, _ found: LocatedType) {
        forEachAlternative(of: found) { $0.visitLocatedParent(parent, $1) }
    }

    /// The same for whatever is to be done with them.
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

    /// Notes the visit of a declaration; `false` if there was one under these conditions before.
    mutating func beginVisit(of contributor: Contributor) -> Bool {
        if contributor.visits.contains(conditions) || !budget.spend(contributor.visits.count, times: conditions.count) {
            return false
        }
        contributor.visits.append(conditions)
        return true
    }

    /// The conditions on the way to what is being visited, but for those that the mock has anyway.
    var way: [String] {
        conditions.isEmpty ? [] : conditions.filter { !result.declaration.conditions.contains($0) }
    }

    /// The member under the conditions of the way that led to it; `nil` when the mock has it already under no more
    /// than these, or when there is no such way.
    ///
    /// - Parameter earlier: the other ways that led to it.
    func conditioned(_ member: MemberDeclaration, _ earlier: [[String]]) -> MemberDeclaration? {
        if conditions.isEmpty, earlier.isEmpty, member.conditions.isEmpty { return member }
        let count = conditions.count + member.conditions.count + earlier.count
        guard budget.spend(count, times: count) else { return nil }
        let way = way
        // By a way that contradicts the member nobody came by it.
        let earlier = earlier.filter { !$0.adding(member.conditions).contradict }
        var member = member
        member.conditions = way.adding(member.conditions)
        if member.conditions.contradict || earlier.contains(where: { Set($0).isSubset(of: way) }) { return nil }
        member.conditions = member.conditions.adding(earlier.map { "!(\($0.joined(separator: " && ")))" })
        return member.conditions.contradict ? nil : member
    }
}

extension [String] {
    fileprivate func adding(_ more: [String]) -> [String] {
        self + more.filter { !contains($0) }
    }

    /// Whether one of the conditions is the negation of another, or never holds.
    fileprivate var contradict: Bool { !isEmpty && contains { $0 == "false" || contains("!(\($0))") } }
}
