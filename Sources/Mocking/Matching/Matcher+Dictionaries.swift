extension Matcher {
    /// Matches a dictionary that contains all of the keys, for example `.keys("id", "name")`.
    public static func keys<Key, Value>(_ keys: Key...) -> Self where Subject == [Key: Value] {
        Self(
            describe: { "with keys " + keys.map { MockDescription.text(of: $0) }.joined(separator: ", ") },
            test: { subject in keys.allSatisfy { subject.keys.contains($0) } },
            explain: { subject in
                let missing = keys.filter { !subject.keys.contains($0) }.map { MockDescription.text(of: $0) }
                return "\(MockDescription.text(of: subject)) has no key \(missing.joined(separator: ", "))"
            })
    }

    /// Matches a dictionary that contains all of the values.
    public static func values<Key, Value: Equatable>(_ values: Value...) -> Self where Subject == [Key: Value] {
        Self(
            describe: { "with values " + values.map { MockDescription.text(of: $0) }.joined(separator: ", ") },
            test: { subject in values.allSatisfy { subject.values.contains($0) } })
    }

    /// Matches a dictionary by the value of one key, for example `.entry("age", .greater(than: 17))`.
    public static func entry<Key, Value>(
        _ key: Key, _ matcher: Matcher<Value> = .any
    ) -> Self where Subject == [Key: Value] {
        let rule = matcher.rule
        let name = MockDescription.text(of: key)
        return Self(
            describe: { "with \(name): \(rule.description)" },
            effect: rule.effect { $0[key].map { [$0] } ?? [] },
            test: { $0[key].map(rule.matches) ?? false },
            explain: { subject in
                guard let value = subject[key] else { return "\(MockDescription.text(of: subject)) has no key \(name)" }
                return "\(name): \(rule.explain(value) ?? "")"
            })
    }
}
