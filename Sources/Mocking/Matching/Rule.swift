/// The condition of a matcher. Create a rule to write a matcher of your own.
///
/// ```swift
/// extension MatcherProtocol where Subject == Int {
///     static var even: Self {
///         Self(Rule("an even number") { $0.isMultiple(of: 2) ? nil : "\($0) is odd" })
///     }
/// }
/// ```
///
/// A Hamcrest-style matcher can be used directly: its description is the rule's, and the closure returns its mismatch
/// text.
public struct Rule<Subject> {
    /// `nil` if every value satisfies the rule.
    let storage: TypedRule<Subject>?

    init(_ storage: TypedRule<Subject>?) { self.storage = storage }

    /// Creates a rule from its description and a closure that explains a mismatch.
    ///
    /// - Parameters:
    ///   - description: The condition, as it reads after "expected".
    ///   - explain: Returns `nil` if the value satisfies the rule, otherwise the reason, as in `"7 is odd"`, or an empty string.
    public init(_ description: @autoclosure @escaping () -> String, explain: @escaping (Subject) -> String?) {
        self.init(
            TypedRule(
                describe: description,
                test: { explain($0) == nil },
                explain: { subject in
                    let was = "expected \(description()), was \(MockDescription.text(of: subject))"
                    guard let why = explain(subject), !why.isEmpty else { return was }
                    return "\(was): \(why)"
                }))
    }

    /// Creates a rule from its description and a condition, as in `Rule("an even number", where: { $0 % 2 == 0 })`.
    public init(_ description: @autoclosure @escaping () -> String, where condition: @escaping (Subject) -> Bool) {
        self.init(
            TypedRule(
                describe: description, test: condition,
                explain: { "expected \(description()), was \(MockDescription.text(of: $0))" }))
    }

    /// The rule that every value satisfies.
    public static var any: Rule { Rule(nil) }

    /// The condition, as it reads after "expected".
    public var description: String { storage?.describe() ?? "any" }

    /// Returns true if a value satisfies the rule.
    public func matches(_ value: Subject) -> Bool { storage?.test(value) ?? true }

    /// Returns why a value does not satisfy the rule; `nil` if it does.
    public func explain(_ value: Subject) -> String? {
        guard let storage, !storage.test(value) else { return nil }
        return storage.explain(value)
    }

    /// The part of ``explain(_:)`` beyond the condition and the value, for example "3 is odd".
    ///
    /// A matcher that contains another one describes the rest itself and adds this detail.
    func detail(_ value: Subject) -> String? {
        guard let text = explain(value) else { return nil }
        let (wanted, was) = ("expected \(description), ", "was \(MockDescription.text(of: value))")
        guard text.hasPrefix(wanted) else { return text }
        let rest = text.dropFirst(wanted.count)
        guard rest.hasPrefix(was) else { return rest.hasPrefix("was ") ? text : String(rest) }
        let detail = rest.dropFirst(was.count)
        if detail.isEmpty { return nil }
        return detail.hasPrefix(": ") ? String(detail.dropFirst(2)) : text
    }

    /// ": " and the detail, or an empty string.
    func suffix(_ value: Subject) -> String { detail(value).map { ": \($0)" } ?? "" }

    var hasEffect: Bool { storage?.hasEffect ?? false }

    func applyEffect(_ value: Subject) { storage?.effect?(value) }

    /// The rule's effect on the parts of a value to which it is applied; `nil` if it has none.
    func effect<Whole>(on parts: @escaping (Whole) -> [Subject]) -> ((Whole) -> Void)? {
        guard let effect = storage?.effect else { return nil }
        return { whole in for part in parts(whole) { effect(part) } }
    }
}
