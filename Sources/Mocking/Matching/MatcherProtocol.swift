/// The common interface of both matcher types. Extend it to add a matcher that also works for optional parameters.
///
/// ```swift
/// extension MatcherProtocol where Subject == User {
///     static var adult: Self { .property(\.age, .greater(than: 17)) }
/// }
/// ```
public protocol MatcherProtocol<Subject>: AnyMatcher {
    /// The type of the matched values.
    associatedtype Subject

    /// The condition for a value.
    var rule: Rule<Subject> { get }

    /// Creates a matcher from a rule.
    init(_ rule: Rule<Subject>)

    /// Matches every value.
    ///
    /// Every parameter of a generated clause has this default. The compiler finds a member of a type itself with less
    /// work than one in an extension of this protocol.
    static var any: Self { get }
}

/// A matcher of any type, as clauses accept it.
public protocol AnyMatcher {
    /// The condition for a value; `nil` if every value matches.
    var __rule: AnyRule? { get }
}

extension MatcherProtocol {
    /// The rule behind one reference.
    public var __rule: AnyRule? { rule.storage }

    /// The matcher's condition, as it reads after "expected".
    public var matcherDescription: String { rule.description }

    /// Returns true if a value matches.
    public func matches(_ value: Subject) -> Bool { rule.matches(value) }

    /// Returns why a value does not match; `nil` if it does.
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
