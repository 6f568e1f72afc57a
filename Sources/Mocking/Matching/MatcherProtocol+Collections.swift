extension MatcherProtocol where Subject: Collection {
    /// Matches a text or collection without elements.
    public static var empty: Self {
        Self(describe: { "empty" }, test: \.isEmpty)
    }

    /// Matches a text or collection with at least one element.
    public static var notEmpty: Self {
        Self(describe: { "not empty" }, test: { !$0.isEmpty })
    }

    /// Matches by the number of elements, for example `.count(3)`, `.count(.greater(than: 2))`.
    public static func count(_ matcher: Matcher<Int>) -> Self {
        let rule = matcher.rule
        return Self(
            describe: { "a count of \(rule.description)" },
            test: { rule.matches($0.count) },
            explain: { subject in
                "expected a count of \(rule.description), was \(subject.count) in \(MockDescription.text(of: subject))"
            })
    }
}

extension MatcherProtocol where Subject: Sequence, Subject.Element: Equatable {
    /// Matches a collection that has all of some elements, in whatever order.
    public static func contains(_ elements: Subject.Element...) -> Self {
        Self(
            describe: { "containing " + elements.map { MockDescription.text(of: $0) }.joined(separator: ", ") },
            test: { subject in elements.allSatisfy { subject.contains($0) } },
            explain: { subject in
                let missing = elements.filter { !subject.contains($0) }.map { MockDescription.text(of: $0) }
                return "\(MockDescription.text(of: subject)) does not contain \(missing.joined(separator: ", "))"
            })
    }

    /// Matches a text or collection by how it begins.
    public static func prefix(_ start: Subject) -> Self {
        Self(
            describe: { "beginning with \(MockDescription.text(of: start))" },
            test: { $0.starts(with: start) })
    }
}

extension MatcherProtocol where Subject: BidirectionalCollection, Subject.Element: Equatable {
    /// Matches a text or collection by how it ends.
    public static func suffix(_ end: Subject) -> Self {
        Self(
            describe: { "ending with \(MockDescription.text(of: end))" },
            test: { $0.reversed().starts(with: end.reversed()) })
    }
}

extension MatcherProtocol where Subject: Sequence {
    /// Matches a sequence in which at least one element fits.
    public static func contains(where matcher: Matcher<Subject.Element>) -> Self {
        let rule = matcher.rule
        return Self(
            describe: { "containing \(rule.description)" },
            effect: rule.effect { $0.filter(rule.matches) },
            test: { $0.contains(where: rule.matches) })
    }

    /// Matches a sequence in which every element fits, for example `.each(.greater(than: 0))`.
    public static func each(_ matcher: Matcher<Subject.Element>) -> Self {
        let rule = matcher.rule
        return Self(
            describe: { "every element \(rule.description)" },
            effect: rule.effect { Array($0) },
            test: { $0.allSatisfy(rule.matches) })
    }
}

extension MatcherProtocol where Subject: Collection, Subject.Element: Equatable {
    /// Matches a collection with these elements and no others, in whatever order.
    public static func containsExactly(_ elements: Subject.Element...) -> Self {
        Self(
            describe: {
                "exactly " + elements.map { MockDescription.text(of: $0) }.joined(separator: ", ") + " in any order"
            },
            test: { subject in
                var rest = Array(subject)
                for element in elements {
                    guard let index = rest.firstIndex(of: element) else { return false }
                    rest.remove(at: index)
                }
                return rest.isEmpty
            })
    }
}

extension MatcherProtocol where Subject: Collection {
    /// Matches a collection element by element, for example `.elements(1, .greater(than: 1), .any)`.
    public static func elements(_ matchers: Matcher<Subject.Element>...) -> Self {
        let rules = matchers.map(\.rule)
        return Self(
            describe: { "[" + rules.map(\.description).joined(separator: ", ") + "]" },
            effect: rules.contains(where: \.hasEffect)
                ? { for (rule, value) in zip(rules, $0) { rule.takeEffect(value) } } : nil,
            test: { subject in subject.count == rules.count && zip(rules, subject).allSatisfy { $0.matches($1) } },
            explain: { subject in
                let text = MockDescription.text(of: subject)
                guard subject.count == rules.count else {
                    let wanted = rules.count == 1 ? "1 element" : "\(rules.count) elements"
                    return "expected \(wanted), was \(subject.count) in \(text)"
                }
                let wrong = zip(rules, subject).enumerated().compactMap { index, pair in
                    pair.0.explain(pair.1).map { "[\(index)] \($0)" }
                }
                return "\(wrong.joined(separator: "; ")) in \(text)"
            })
    }
}

extension MatcherProtocol where Subject: StringProtocol {
    /// Matches a text in which another one occurs.
    public static func contains(_ part: String) -> Self {
        Self(
            describe: { "containing \(MockDescription.text(of: part))" },
            test: { rest(of: $0[...], after: part) != nil })
    }

    /// Matches a text in which others occur one after the other, for example `.contains(inOrder: "open", "close")`.
    public static func contains(inOrder parts: String...) -> Self {
        Self(
            describe: { "containing " + parts.map { MockDescription.text(of: $0) }.joined(separator: ", then ") },
            test: { text in
                var left: Subject.SubSequence? = text[...]
                for part in parts { left = left.flatMap { rest(of: $0, after: part) } }
                return left != nil
            })
    }

    /// Matches an equal text, whatever the case of its letters.
    public static func equal(ignoringCase text: String) -> Self {
        Self(
            describe: { "\(MockDescription.text(of: text)) in any case" },
            test: { $0.lowercased() == text.lowercased() })
    }

    /// What comes after the first place where a text occurs, or nothing if it does not.
    private static func rest(of text: Subject.SubSequence, after part: String) -> Subject.SubSequence? {
        var rest = text
        while !rest.starts(with: part) {
            guard !rest.isEmpty else { return nil }
            rest = rest.dropFirst()
        }
        return rest.dropFirst(part.count)
    }
}

@available(macOS 13, iOS 16, watchOS 9, tvOS 16, *)
extension MatcherProtocol where Subject: BidirectionalCollection, Subject.SubSequence == Substring {
    /// Matches a text in which a regular expression is found, for example `.matching(/[0-9]+/)`.
    public static func matching(_ expression: some RegexComponent) -> Self {
        let regex = expression.regex
        return Self(describe: { "matching a regular expression" }, test: { $0.contains(regex) })
    }
}
