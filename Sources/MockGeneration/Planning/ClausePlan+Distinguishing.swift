// Members that differ in the mocked type may come out alike in the member set: `f(_: Int...)` and `f(_: [Int])`.
extension [MemberPlan] {
    /// Gives the later of two equal clauses a number.
    mutating func distinguishClauses() {
        // Few clauses have the same head, so what else tells them apart is seldom looked at.
        var seen: [String: [(member: Int, clause: Int)]] = [:]
        for member in indices {
            for clause in self[member].clauses.indices {
                var number = 2
                let base = self[member].clauses[clause].head
                func isTaken(_ head: String) -> Bool {
                    seen[head, default: []].contains { known in
                        self[known.member].rest(of: known.clause) == self[member].rest(of: clause)
                    }
                }
                while isTaken(self[member].clauses[clause].head) {
                    self[member].clauses[clause].head = Self.numbered(base, number)
                    number += 1
                }
                seen[self[member].clauses[clause].head, default: []].append((member, clause))
            }
        }
    }

    /// `func f2(…)` for `func f(…)`. A subscript has no name to change, and a property none that is taken.
    private static func numbered(_ head: String, _ number: Int) -> String {
        guard head.hasPrefix("func "), let end = head.firstIndex(where: { $0 == "(" || $0 == "<" }) else {
            return head + String(repeating: " ", count: number)
        }
        let name = head[..<end]
        return name.hasSuffix("`") ? "\(name.dropLast())\(number)`\(head[end...])" : "\(name)\(number)\(head[end...])"
    }
}

extension MemberPlan {
    /// What tells clauses apart besides their heads.
    fileprivate func rest(of clause: Int) -> String {
        "\(isStatic) \(conditions) \(clauses[clause].type) \(clauses[clause].whereClause)"
    }
}
