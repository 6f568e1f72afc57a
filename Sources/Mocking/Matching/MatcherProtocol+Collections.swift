extension MatcherProtocol where Subject: Collection {
    /// Matches an empty string or collection.
    public static var empty: Self {
        Self(describe: { "empty" }, test: \.isEmpty)
    }

    /// Matches a string or collection with at least one element.
    public static var notEmpty: Self {
        Self(describe: { "not empty" }, test: { !$0.isEmpty })
    }

    /// Matches a string or collection by its number of elements, for example `.count(3)`, `.count(.greater(than: 2))`.
    public static func count(_ matcher: Matcher<Int>) -> Self {
        let rule = matcher.rule
        return Self(
            describe: { "a count of \(rule.description)" },
            test: { rule.matches($0.count) },
            explain: { subject in
                let (count, whole) = (subject.count, MockDescription.text(of: subject))
                return "expected a count of \(rule.description), was \(count) in \(whole)\(rule.suffix(count))"
            })
    }
}

extension MatcherProtocol where Subject: Sequence, Subject.Element: Equatable {
    /// Matches a collection that contains all of the elements, in any order.
    public static func contains(_ elements: Subject.Element...) -> Self {
        Self(
            describe: { "containing " + elements.map { MockDescription.text(of: $0) }.joined(separator: ", ") },
            test: { subject in elements.allSatisfy { subject.contains($0) } },
            explain: { subject in
                let missing = elements.filter { !subject.contains($0) }.map { MockDescription.text(of: $0) }
                return "\(MockDescription.text(of: subject)) does not contain \(missing.joined(separator: ", "))"
            })
    }

    /// Matches a string or collection that begins with another one.
    public static func prefix(_ start: Subject) -> Self {
        Self(
            describe: { "beginning with \(MockDescription.text(of: start))" },
            test: { $0.starts(with: start) })
    }
}

extension MatcherProtocol where Subject: BidirectionalCollection, Subject.Element: Equatable {
    /// Matches a string or collection that ends with another one.
    public static func suffix(_ end: Subject) -> Self {
        Self(
            describe: { "ending with \(MockDescription.text(of: end))" },
            test: { $0.reversed().starts(with: end.reversed()) })
    }
}

extension MatcherProtocol where Subject: Sequence {
    /// Matches a sequence in which at least one element matches.
    public static func contains(where matcher: Matcher<Subject.Element>) -> Self {
        let rule = matcher.rule
        return Self(
            describe: { "containing \(rule.description)" },
            effect: rule.effect { $0.filter(rule.matches) },
            test: { $0.contains(where: rule.matches) },
            explain: { subject in
                let details = subject.enumerated().compactMap { index, element in
                    rule.detail(element).map { "[\(index)] \($0)" }
                }
                return failure("containing \(rule.description)", subject, details)
            })
    }

    /// Matches a sequence in which every element matches, for example `.each(.greater(than: 0))`.
    public static func each(_ matcher: Matcher<Subject.Element>) -> Self {
        let rule = matcher.rule
        return Self(
            describe: { "every element \(rule.description)" },
            effect: rule.effect { Array($0) },
            test: { $0.allSatisfy(rule.matches) },
            explain: { subject in
                let details = subject.enumerated().compactMap { index, element in
                    rule.matches(element)
                        ? nil : "[\(index)] was \(MockDescription.text(of: element))\(rule.suffix(element))"
                }
                return failure("every element \(rule.description)", subject, details)
            })
    }

    /// "expected …, was …" with some of the reasons.
    private static func failure(_ wanted: String, _ subject: Subject, _ reasons: [String]) -> String {
        let was = "expected \(wanted), was \(MockDescription.text(of: subject))"
        guard !reasons.isEmpty else { return was }
        let most = 3
        let more = reasons.count > most ? "; and \(reasons.count - most) more" : ""
        return "\(was): \(reasons.prefix(most).joined(separator: "; "))\(more)"
    }
}

extension MatcherProtocol where Subject: Collection {
    /// Matches a collection by one of its elements, counted from 0, for example `.hasItem(at: 1, .greater(than: 3))`.
    public static func hasItem(at index: Int, _ matcher: Matcher<Subject.Element>) -> Self {
        let rule = matcher.rule
        func item(_ subject: Subject) -> Subject.Element? {
            index < 0 ? nil : subject.dropFirst(index).first
        }
        return Self(
            describe: { "[\(index)] \(rule.description)" },
            effect: rule.effect { item($0).map { [$0] } ?? [] },
            test: { item($0).map(rule.matches) ?? false },
            explain: { subject in
                let (wanted, whole) = ("expected [\(index)] \(rule.description)", MockDescription.text(of: subject))
                guard let item = item(subject) else { return "\(wanted), was nothing in \(whole)" }
                return "\(wanted), was \(MockDescription.text(of: item)) in \(whole)\(rule.suffix(item))"
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
                ? { for (rule, value) in zip(rules, $0) { rule.applyEffect(value) } } : nil,
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
    /// Matches a string that contains another one.
    public static func contains(_ part: String) -> Self {
        Self(
            describe: { "containing \(MockDescription.text(of: part))" },
            test: { rest(of: $0[...], after: part) != nil })
    }

    /// Matches a string that contains others one after the other, for example `.contains(inOrder: "open", "close")`.
    public static func contains(inOrder parts: String...) -> Self {
        Self(
            describe: { "containing " + parts.map { MockDescription.text(of: $0) }.joined(separator: ", then ") },
            test: { text in
                var left: Subject.SubSequence? = text[...]
                for part in parts { left = left.flatMap { rest(of: $0, after: part) } }
                return left != nil
            })
    }

    /// Matches an equal string; upper and lower case are the same.
    public static func equal(ignoringCase text: String) -> Self {
        Self(
            describe: { "\(MockDescription.text(of: text)) in any case" },
            test: { $0.lowercased() == text.lowercased() })
    }

    /// The text after the first occurrence of a string; `nil` if there is none.
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
    /// Matches a string that contains a match of a regular expression, for example `.matching(/[0-9]+/)`.
    public static func matching(_ expression: some RegexComponent) -> Self {
        let regex = expression.regex
        return Self(describe: { "matching \(text(of: regex))" }, test: { $0.contains(regex) })
    }

    /// The regular expression's pattern, which one built from parts may not have.
    private static func text<Output>(of regex: Regex<Output>) -> String {
        guard #available(macOS 15, iOS 18, watchOS 11, tvOS 18, *), let pattern = regex._literalPattern else {
            return "a regular expression"
        }
        return "/\(pattern)/"
    }
}
