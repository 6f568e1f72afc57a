internal import MockModel

// Different members may have equal clauses: `f(_: Int...)` and `f(_: [Int])`, or `run()` and `run(block: () -> Void)`,
// whose closure is not recorded.
extension [MemberPlan] {
    /// Makes the clauses of overloads differ as far as their types do not, in the plans themselves.
    func distinguishClauses() {
        matchUnrecorded()
        letMatchersBeOmitted()
        numberClauses()
    }

    /// Gives closures that are not recorded a matcher in clauses that have the labels of another one otherwise.
    private func matchUnrecorded() {
        let overloads = overloadLabels { _ in true }
        for member in self {
            for clause in member.clauses {
                guard let name = clause.overloadedName, let labels = overloads[member.named(name)],
                    labels.count(of: clause.labels) > 1
                else { continue }
                clause.call.matchUnrecorded()
            }
        }
    }

    /// Requires the first matchers only, as many as tell the labels of overloads apart. Deprecated members are no reason
    /// to write more.
    private func letMatchersBeOmitted() {
        let overloads = overloadLabels { !$0.isDeprecated }
        for member in self where !member.isDeprecated {
            for index in member.clauses.indices {
                guard let name = member.clauses[index].overloadedName, let labels = overloads[member.named(name)]
                else { continue }
                member.requireMatchers(besides: labels, inClause: index)
            }
        }
    }

    /// The labels of all overloaded clauses, by their name.
    private func overloadLabels(where isIncluded: (MemberPlan) -> Bool) -> [String: OverloadLabels] {
        let lists = reduce(into: [String: [[String]]]()) { overloads, member in
            guard isIncluded(member) else { return }
            for clause in member.clauses {
                guard let name = clause.overloadedName else { continue }
                overloads[member.named(name), default: []].append(clause.labels)
            }
        }
        return lists.mapValues(OverloadLabels.init)
    }

    /// Numbers the later of two equal clauses.
    private func numberClauses() {
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

/// The lists of labels of all overloads of one name, of which there may be thousands: asking about one must not visit all.
private struct OverloadLabels {
    private var counts: [[String]: Int]
    /// The number of first labels that each list shares with the nearest other one.
    private var shared: [[String]: Int] = [:]

    init(_ lists: [[String]]) {
        counts = lists.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        // The list that shares the most stands beside it.
        let ordered = counts.keys.sorted { $0.lexicographicallyPrecedes($1) }
        for (list, next) in zip(ordered, ordered.dropFirst()) {
            let count = zip(list, next).prefix { $0 == $1 }.count
            for neighbor in [list, next] { shared[neighbor] = Swift.max(shared[neighbor] ?? 0, count) }
        }
    }

    func count(of list: [String]) -> Int { counts[list] ?? 0 }

    /// The number of first labels that tell the list apart from all others; 0 if there is no other.
    func distinguishingCount(of list: [String]) -> Int { shared[list].map { $0 + 1 } ?? 0 }
}

extension ClausePlan {
    fileprivate var propertyName: String? { if case .property(let name) = form { name } else { nil } }

    /// The name of a method without matchers, whose clause only the name distinguishes from a property; otherwise
    /// `nil`.
    fileprivate var bareMethodName: String? {
        guard case .method(let name) = form, !hasMatchers else { return nil }
        return numbered(name)
    }

    /// The name of a method that shares it with others; otherwise `nil`.
    fileprivate var overloadedName: String? {
        guard case .method(let name) = form, requiredMatchers > 0 else { return nil }
        return name
    }

    /// The labels of the matchers.
    fileprivate var labels: [String] { call.signature.parameters.indices.compactMap { matched($0)?.plan.label } }

    /// The number of parameters, from the first, that distinguish the labels from those of all overloads; `nil` if
    /// another one has the same labels.
    fileprivate func distinguishingCount(in overloads: OverloadLabels) -> Int? {
        let own = labels
        guard !own.isEmpty, overloads.count(of: own) == 1 else { return nil }
        let count = overloads.distinguishingCount(of: own)
        let matchers = call.signature.parameters.indices.filter { matched($0) != nil }
        return count == 0 ? 0 : matchers[Swift.min(count, matchers.count) - 1] + 1
    }

    /// Returns `f2` for `f` and the number 2.
    func numbered(_ name: String) -> String {
        guard let number else { return name }
        return name.hasSuffix("`") ? "\(name.dropLast())\(number)`" : "\(name)\(number)"
    }
}

extension MemberPlan {
    fileprivate var isDeprecated: Bool {
        witness.member.attributes.contains { Availability($0)?.deprecation != nil }
    }

    fileprivate func requireMatchers(besides overloads: OverloadLabels, inClause index: Int) {
        guard let count = clauses[index].distinguishingCount(in: overloads) else { return }
        requireMatchers(count, inClause: index)
    }

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
