extension MatcherProtocol where Subject: Collection {
    /// Matches a collection whose elements and the matchers can be paired one to one, in any order, for example
    /// `.containsExactly("egg", .prefix("n"), .equal(name))`.
    public static func containsExactly(_ matchers: Matcher<Subject.Element>...) -> Self {
        containsExactly(matchers.map(\.rule))
    }

    private static func containsExactly(_ rules: [Rule<Subject.Element>]) -> Self {
        Self(
            describe: { "exactly " + rules.map(\.description).joined(separator: ", ") + " in any order" },
            effect: rules.contains(where: \.hasEffect)
                ? { subject in
                    let elements = Array(subject)
                    let assignment = Assignment(of: elements, to: rules)
                    for (rule, index) in zip(rules, assignment.elementOfRule) {
                        if let index { rule.applyEffect(elements[index]) }
                    }
                } : nil,
            test: { Assignment(of: Array($0), to: rules).isComplete },
            explain: { subject in
                let wanted = rules.map(\.description).joined(separator: ", ")
                let reason = Assignment(of: Array(subject), to: rules).text
                return "expected exactly \(wanted) in any order, was \(MockDescription.text(of: subject)): \(reason)"
            })
    }
}

extension MatcherProtocol where Subject: Collection, Subject.Element: Equatable {
    /// Matches a collection with exactly these elements, in any order.
    public static func containsExactly(_ elements: Subject.Element...) -> Self {
        containsExactly(elements.map { Matcher.equal($0).rule })
    }
}

/// A pairing of elements and rules that leaves as few as possible unpaired.
private struct Assignment<Element> {
    private let elements: [Element]
    private let rules: [Rule<Element>]
    /// `nil` for a rule without an element.
    private(set) var elementOfRule: [Int?]

    init(of elements: [Element], to rules: [Rule<Element>]) {
        self.elements = elements
        self.rules = rules
        elementOfRule = Array(repeating: nil, count: rules.count)
        let fitting = rules.map { rule in elements.indices.filter { rule.matches(elements[$0]) } }
        for rule in rules.indices {
            var tried: Set<Int> = []
            _ = assign(rule, fitting, &tried)
        }
    }

    /// Assigns an element to a rule; the rule that had it gets another one if possible.
    private mutating func assign(_ rule: Int, _ fitting: [[Int]], _ tried: inout Set<Int>) -> Bool {
        for element in fitting[rule] where tried.insert(element).inserted {
            let owner = elementOfRule.firstIndex(of: element)
            guard owner.map({ assign($0, fitting, &tried) }) ?? true else { continue }
            elementOfRule[rule] = element
            return true
        }
        return false
    }

    private var missing: [Rule<Element>] { rules.indices.filter { elementOfRule[$0] == nil }.map { rules[$0] } }

    private var unexpected: [Element] {
        let assigned = Set(elementOfRule.compactMap(\.self))
        return elements.indices.filter { !assigned.contains($0) }.map { elements[$0] }
    }

    var isComplete: Bool { missing.isEmpty && unexpected.isEmpty }

    /// "missing 3; unexpected 1", or the two compared if there is one of each.
    var text: String {
        let (missing, unexpected) = (missing, unexpected)
        if missing.count == 1, unexpected.count == 1 {
            let (rule, element) = (missing[0], unexpected[0])
            return "got \(MockDescription.text(of: element)), expected \(rule.description)\(rule.suffix(element))"
        }
        return [
            ("missing", missing.map(\.description)),
            ("unexpected", unexpected.map { MockDescription.text(of: $0) }),
        ].filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1.joined(separator: ", "))" }.joined(separator: "; ")
    }
}
