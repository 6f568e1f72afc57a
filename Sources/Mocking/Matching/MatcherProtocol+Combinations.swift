extension MatcherProtocol {
    /// Matches values that a matcher does not match; `!m` means the same.
    public static func not(_ matcher: Self) -> Self {
        let rule = matcher.rule
        return Self(describe: { "not \(rule.description)" }, test: { !rule.matches($0) })
    }

    /// Matches values that all of the matchers match; `a && b` means the same.
    public static func allOf(_ matchers: Self...) -> Self {
        let rules = matchers.map(\.rule)
        return Self(
            describe: { rules.map(\.description).joined(separator: " and ") },
            effect: effect(of: rules),
            test: { subject in rules.allSatisfy { $0.matches(subject) } },
            explain: { subject in rules.lazy.compactMap { $0.explain(subject) }.first ?? "" })
    }

    /// Matches values that at least one of the matchers matches; `a || b` means the same.
    public static func anyOf(_ matchers: Self...) -> Self {
        let rules = matchers.map(\.rule)
        return Self(
            describe: { rules.map(\.description).joined(separator: " or ") },
            effect: effect(of: rules),
            test: { subject in rules.contains { $0.matches(subject) } },
            explain: { subject in
                let wanted = rules.map(\.description).joined(separator: " or ")
                let details = rules.compactMap { $0.detail(subject) }.joined(separator: "; ")
                let was = "expected \(wanted), was \(MockDescription.text(of: subject))"
                return details.isEmpty ? was : "\(was): \(details)"
            })
    }

    /// Matches values that a matcher does not match.
    public static prefix func ! (matcher: Self) -> Self { .not(matcher) }

    /// Matches values that both matchers match.
    public static func && (first: Self, second: Self) -> Self { .allOf(first, second) }

    /// Matches values that at least one of two matchers matches.
    public static func || (first: Self, second: Self) -> Self { .anyOf(first, second) }

    /// Matches every value and stores it, for example `verify(cook).log(.capture(messages)).wasCalled()`.
    public static func capture(_ captor: Captor<Subject>) -> Self {
        Self(describe: { "any" }, effect: { captor.capture($0) }, test: { _ in true })
    }

    /// Matches the values that a matcher matches, and stores them.
    public static func capture(_ captor: Captor<Subject>, _ matcher: Self) -> Self {
        let rule = matcher.rule
        return Self(
            describe: { rule.description },
            effect: { subject in
                rule.applyEffect(subject)
                captor.capture(subject)
            },
            test: rule.matches, explain: { rule.explain($0) ?? "" })
    }

    /// Matches every value and performs an action with it, such as a callback: `.perform { done in done(5) }`.
    ///
    /// In `given` the action is performed when the stub answers a call, in `verify` when a matching call is found.
    public static func perform(_ action: @escaping (Subject) -> Void) -> Self {
        Self(describe: { "any" }, effect: action, test: { _ in true })
    }

    private static func effect(of rules: [Rule<Subject>]) -> ((Subject) -> Void)? {
        guard rules.contains(where: \.hasEffect) else { return nil }
        return { subject in
            for rule in rules where rule.matches(subject) { rule.applyEffect(subject) }
        }
    }
}
