internal import MockModel

// Different members may have equal clauses: `f(_: Int...)` and `f(_: [Int])`.
extension [MemberPlan] {
    /// Numbers the later of two equal clauses, in the plans themselves.
    func distinguishClauses() {
        var seen: Set<[String]> = []
        let properties = Set(
            flatMap { member in member.clauses.compactMap { $0.propertyName.map { member.named($0) } } })
        for member in self {
            for clause in member.clauses.indices {
                while member.isHidden(clause, by: properties) || !seen.insert(member.appearance(of: clause)).inserted {
                    member.number(clause)
                }
            }
        }
    }
}

extension ClausePlan {
    fileprivate var propertyName: String? { if case .property(let name) = form { name } else { nil } }

    /// The name of a method without matchers, whose clause only the name distinguishes from a property; otherwise
    /// `nil`.
    fileprivate var bareMethodName: String? {
        guard case .method(let name) = form, !hasMatchers else { return nil }
        return numbered(name)
    }

    /// Returns `f2` for `f` and the number 2.
    func numbered(_ name: String) -> String {
        guard let number else { return name }
        return name.hasSuffix("`") ? "\(name.dropLast())\(number)`" : "\(name)\(number)"
    }
}

extension MemberPlan {
    /// The name, marked for the static side, whose names are separate.
    fileprivate func named(_ name: String) -> String { isStatic ? "static \(name)" : name }

    /// True if a clause without parameters has the name of a property.
    fileprivate func isHidden(_ clause: Int, by properties: Set<String>) -> Bool {
        clauses[clause].bareMethodName.map { properties.contains(named($0)) } ?? false
    }

    /// The text by which clauses are compared.
    fileprivate func appearance(of clause: Int) -> [String] {
        var code = CodeWriter()
        clauses[clause].writeHead(to: &code)
        code += " -> "
        clauses[clause].writeType(to: &code)
        clauses[clause].writeWhereClause(to: &code)
        return [named(code.text)] + conditions
    }
}
