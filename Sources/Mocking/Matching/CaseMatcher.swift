/// The common interface of both matcher types for the names that mockd declares: `.apple` for `Fruit.apple`.
///
/// mockd extends it for each enum that is a parameter of a mocked member. Do not extend it yourself: a matcher of your
/// own belongs to ``MatcherProtocol``, and takes precedence there over one of mockd's.
public protocol CaseMatcher<MatchedType> {
    /// The type of the matched values, without `Optional`.
    associatedtype MatchedType

    /// Creates a matcher that matches what another one matches.
    init(__matching matcher: Matcher<MatchedType>)
}

extension Matcher: CaseMatcher {
    /// Copies a matcher.
    public init(__matching matcher: Matcher<Subject>) { self = matcher }
}

extension OptionalMatcher: CaseMatcher {
    /// Creates a matcher for non-nil values.
    public init(__matching matcher: Matcher<Wrapped>) { self = .some(matcher) }
}

extension CaseMatcher {
    /// Matches one case of an enum; generated code calls it.
    public static func __case(_ name: String, _ isCase: @escaping (MatchedType) -> Bool) -> Self {
        Self(__matching: Matcher(describe: { name }, test: isCase))
    }

    /// Matches one case of an enum with matchers for its associated values; generated code calls it.
    ///
    /// - Parameters:
    ///   - labels: The labels of the associated values; an empty text for none.
    ///   - values: Returns the associated values; `nil` for another case.
    public static func __case<each M: MatcherProtocol>(
        _ name: String, _ labels: [String], _ matchers: repeat each M,
        values: @escaping (MatchedType) -> (repeat (each M).Subject)?
    ) -> Self {
        let rules = (repeat (each matchers).rule)
        var hasEffect = false
        for rule in repeat each rules { hasEffect = hasEffect || rule.hasEffect }
        let describe = {
            var parts: [String] = []
            for rule in repeat each rules {
                let label = labels[parts.count]
                parts.append(label.isEmpty ? rule.description : "\(label): \(rule.description)")
            }
            return "\(name)(\(parts.joined(separator: ", ")))"
        }
        let apply = { (value: MatchedType) in
            guard let found = values(value) else { return }
            repeat (each rules).applyEffect(each found)
        }
        let test = { (value: MatchedType) in
            guard let found = values(value) else { return false }
            for (rule, part) in repeat (each rules, each found) {
                guard rule.matches(part) else { return false }
            }
            return true
        }
        let explain = { (value: MatchedType) in
            var text = "expected \(describe()), was \(MockDescription.text(of: value))"
            guard let found = values(value) else { return text }
            for (rule, part) in repeat (each rules, each found) { text += rule.suffix(part) }
            return text
        }
        return Self(
            __matching: Matcher(describe: describe, effect: hasEffect ? apply : nil, test: test, explain: explain))
    }
}

extension CaseMatcher where MatchedType: Equatable {
    /// Matches a static constant of the type; generated code calls it.
    public static func __value(_ value: MatchedType) -> Self { Self(__matching: .equal(value)) }
}
