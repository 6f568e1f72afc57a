extension MatcherProtocol where Subject: Collection {
    /// Matches a collection in which every element fits one of the matchers and the other way round, in whatever order,
    /// for example `.containsExactly("egg", .prefix("n"), .equal(name))`.
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
                        if let index { rule.takeEffect(elements[index]) }
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
    /// Matches a collection with these elements and no others, in whatever order.
    public static func containsExactly(_ elements: Subject.Element...) -> Self {
        containsExactly(elements.map { Matcher.equal($0).rule })
    }
}

/// Which element is taken for which rule, so that as few as possible are left.
private struct Assignment<Element> {
    private let elements: [Element]
    private let rules: [Rule<Element>]
    /// Nothing for a rule that no element is left for.
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

    /// Takes an element for a rule, and lets another rule take another one instead if it can.
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
        let taken = Set(elementOfRule.compactMap(\.self))
        return elements.indices.filter { !taken.contains($0) }.map { elements[$0] }
    }

    var isComplete: Bool { missing.isEmpty && unexpected.isEmpty }

    /// "missing 3; unexpected 1", or what came instead of what if there is one of each.
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
