/// What both kinds of matchers can do; extend it to add a matcher that works for optional parameters, too.
///
/// ```swift
/// extension MatcherProtocol where Subject == User {
///     static var adult: Self { .property(\.age, .greater(than: 17)) }
/// }
/// ```
public protocol MatcherProtocol<Subject>: AnyMatcher {
    /// The type of the values that are matched.
    associatedtype Subject

    /// What is asked of a value.
    var rule: Rule<Subject> { get }

    /// Makes a matcher that asks for what a rule asks for.
    init(_ rule: Rule<Subject>)
}

/// A matcher of whatever type, as a clause takes them.
public protocol AnyMatcher {
    /// What is asked of a value, or nothing if anything will do.
    var __rule: AnyRule? { get }
}

extension MatcherProtocol {
    /// The rule behind one reference.
    public var __rule: AnyRule? { rule.storage }

    /// What the matcher asks for, as it reads after "expected".
    public var matcherDescription: String { rule.description }

    /// Whether a value fits.
    public func matches(_ value: Subject) -> Bool { rule.matches(value) }

    /// Why a value does not fit, or nothing if it does.
    public func mismatch(_ value: Subject) -> String? { rule.explain(value) }

    init(
        describe: @escaping () -> String, effect: ((Subject) -> Void)? = nil, test: @escaping (Subject) -> Bool
    ) {
        self.init(
            describe: describe, effect: effect, test: test,
            explain: { "expected \(describe()), was \(MockDescription.text(of: $0))" })
    }

    init(
        describe: @escaping () -> String, effect: ((Subject) -> Void)? = nil, test: @escaping (Subject) -> Bool,
        explain: @escaping (Subject) -> String
    ) {
        self.init(Rule(TypedRule(describe: describe, test: test, explain: explain, effect: effect)))
    }
}
