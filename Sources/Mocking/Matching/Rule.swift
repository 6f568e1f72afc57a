/// What a matcher asks of a value: the point where you bring a matcher of your own.
///
/// ```swift
/// extension MatcherProtocol where Subject == Int {
///     static var even: Self {
///         Self(Rule("an even number") { $0.isMultiple(of: 2) ? nil : "\($0) is odd" })
///     }
/// }
/// ```
///
/// A Hamcrest-style matcher fits as it is: its description is the rule's, and its mismatch text is what the closure
/// returns.
public struct Rule<Subject> {
    /// Nothing if any value will do.
    let storage: TypedRule<Subject>?

    init(_ storage: TypedRule<Subject>?) { self.storage = storage }

    /// Makes a rule from its description and a closure that says what is wrong with a value.
    ///
    /// - Parameters:
    ///   - description: What the rule asks for, as it reads after "expected".
    ///   - explain: Nothing if the value fits, otherwise why not, as in `"7 is odd"`, or an empty text.
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

    /// Makes a rule from its description and a condition, as in `Rule("an even number", where: { $0 % 2 == 0 })`.
    public init(_ description: @autoclosure @escaping () -> String, where condition: @escaping (Subject) -> Bool) {
        self.init(
            TypedRule(
                describe: description, test: condition,
                explain: { "expected \(description()), was \(MockDescription.text(of: $0))" }))
    }

    /// The rule that every value keeps.
    public static var any: Rule { Rule(nil) }

    /// What the rule asks for, as it reads after "expected".
    public var description: String { storage?.describe() ?? "any" }

    /// Whether a value keeps the rule.
    public func matches(_ value: Subject) -> Bool { storage?.test(value) ?? true }

    /// Why a value breaks the rule, or nothing if it keeps it.
    public func explain(_ value: Subject) -> String? {
        guard let storage, !storage.test(value) else { return nil }
        return storage.explain(value)
    }

    /// What ``explain(_:)`` says beyond what the rule asks for and which value there was, for example "3 is odd".
    ///
    /// A matcher that holds another one says the rest in its own words and passes this on.
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

    /// ": " and the detail, or nothing.
    func suffix(_ value: Subject) -> String { detail(value).map { ": \($0)" } ?? "" }

    var hasEffect: Bool { storage?.hasEffect ?? false }

    func takeEffect(_ value: Subject) { storage?.effect?(value) }

    /// What the rule does with the parts of a value that it is asked of, if it does anything.
    func effect<Whole>(on parts: @escaping (Whole) -> [Subject]) -> ((Whole) -> Void)? {
        guard let effect = storage?.effect else { return nil }
        return { whole in for part in parts(whole) { effect(part) } }
    }
}
