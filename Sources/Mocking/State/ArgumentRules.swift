/// The rules of a clause for the arguments of a call.
struct ArgumentRules {
    struct Mismatch {
        let label: String?
        let text: String
    }

    private struct Element {
        let argument: ArgumentLayout.Element
        let rule: AnyRule?
        /// True if the rule's type is exactly the argument's type, as in all generated code.
        let isExact: Bool
    }

    private let elements: [Element]
    private let restricting: [Element]
    private let effective: [Element]

    /// - Parameters:
    ///   - type: the type of the arguments; all addresses below point to such a value.
    ///   - isSpread: true if the arguments are a pack, so that a single rule does not imply a single parameter.
    init(_ rules: [AnyRule?], of type: Any.Type, member: String, isSpread: Bool = false) {
        guard !rules.isEmpty else {
            (elements, restricting, effective) = ([], [], [])
            return
        }
        let layout = ArgumentLayout(of: type, isSingle: rules.count == 1 && !isSpread)
        let count = layout.elements.count
        guard rules.count == count else {
            fatalError("\(member) has \(rules.count) matchers for \(count) arguments; generate its mock again")
        }
        elements = zip(layout.elements, rules).map { argument, rule in
            Element(argument: argument, rule: rule, isExact: rule.map { $0.subject == argument.type } ?? true)
        }
        restricting = elements.filter { $0.rule != nil }
        effective = elements.filter { $0.rule?.hasEffect ?? false }
    }

    /// True if any arguments match.
    var isOpen: Bool { restricting.isEmpty }

    func matches(at base: UnsafeRawPointer) -> Bool {
        for element in restricting where !matches(element, base) { return false }
        return true
    }

    /// Runs the captures and actions of the rules; called once a call is known to match.
    func applyEffect(at base: UnsafeRawPointer) {
        for element in effective { element.rule?.applyEffect(element.argument.value(at: base)) }
    }

    func mismatchCount(at base: UnsafeRawPointer) -> Int {
        restricting.count { !matches($0, base) }
    }

    func mismatches(at base: UnsafeRawPointer, labels: [String?]) -> [Mismatch] {
        elements.indices.compactMap { index in
            let element = elements[index]
            guard let rule = element.rule, !matches(element, base) else { return nil }
            let label = (index < labels.count ? labels[index] : nil) ?? element.argument.label
            return Mismatch(label: label, text: rule.mismatch(element.argument.value(at: base)))
        }
    }

    /// The descriptions of the rules for messages, one per argument.
    var descriptions: [String] {
        elements.map { $0.rule?.text ?? "any" }
    }

    private func matches(_ element: Element, _ base: UnsafeRawPointer) -> Bool {
        guard let rule = element.rule else { return true }
        guard element.isExact else { return rule.matches(element.argument.value(at: base)) }
        return rule.matches(at: base + element.argument.offset)
    }
}
