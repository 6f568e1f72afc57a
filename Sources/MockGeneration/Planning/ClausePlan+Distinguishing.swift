// Members that differ in the mocked type may come out alike in the member set: `f(_: Int...)` and `f(_: [Int])`.
extension [MemberPlan] {
    /// Gives the later of two equal clauses a number.
    mutating func distinguishClauses() {
        // Few clauses have the same head, so what else tells them apart is seldom looked at.
        var seen: [String: [(member: Int, clause: Int)]] = [:]
        let properties = Set(
            flatMap { member in
                member.clauses.compactMap { $0.propertyName.map { member.isStatic ? "static " + $0 : $0 } }
            })
        for member in indices {
            for clause in self[member].clauses.indices {
                var number = 2
                let base = self[member].clauses[clause].head
                func isTaken(_ head: String) -> Bool {
                    seen[head, default: []].contains { known in
                        self[known.member].rest(of: known.clause) == self[member].rest(of: clause)
                    }
                }
                while self[member].isHidden(clause, by: properties) || isTaken(self[member].clauses[clause].head) {
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

extension ClausePlan {
    fileprivate var propertyName: String? { head.hasPrefix("var ") ? String(head.dropFirst(4)) : nil }

    /// The name of a method that nothing but its name tells from a property.
    fileprivate var bareMethodName: String? {
        guard head.hasPrefix("func "), head.hasSuffix("()") else { return nil }
        return String(head.dropFirst(5).prefix { $0 != "(" && $0 != "<" })
    }
}

extension MemberPlan {
    /// Whether a clause without parameters has the name of a property.
    fileprivate func isHidden(_ clause: Int, by properties: Set<String>) -> Bool {
        guard let name = clauses[clause].bareMethodName else { return false }
        return properties.contains(isStatic ? "static " + name : name)
    }

    /// What tells clauses apart besides their heads.
    fileprivate func rest(of clause: Int) -> String {
        "\(isStatic) \(conditions) \(clauses[clause].type) \(clauses[clause].whereClause)"
    }
}
