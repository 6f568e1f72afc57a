/// What a clause asks of the arguments of a call.
struct ArgumentRules<Arguments> {
    struct Mismatch {
        let label: String?
        let text: String
    }

    private struct Element {
        let place: ArgumentLayout.Element
        let rule: AnyRule?
        /// The rule is for the very type of the argument, which is so for everything that is generated.
        let isExact: Bool
    }

    private let layout: ArgumentLayout
    private let elements: [Element]
    private let restricting: [Element]
    private let effective: [Element]

    /// - Parameter isSpread: The arguments are a pack, so that a single rule does not mean a single parameter.
    init(_ rules: [AnyRule?], member: String, isSpread: Bool = false) {
        let layout = ArgumentLayout(of: Arguments.self, isSingle: rules.count == 1 && !isSpread)
        precondition(
            rules.isEmpty || rules.count == layout.elements.count,
            "\(member) has \(rules.count) matchers for \(layout.elements.count) arguments; generate its mock again")
        elements = zip(layout.elements, rules).map { place, rule in
            Element(place: place, rule: rule, isExact: rule.map { $0.subject == place.type } ?? true)
        }
        restricting = elements.filter { $0.rule != nil }
        effective = elements.filter { $0.rule?.hasEffect ?? false }
        self.layout = layout
    }

    /// Whether any arguments do.
    var isOpen: Bool { restricting.isEmpty }

    func matches(_ arguments: Arguments) -> Bool {
        guard !restricting.isEmpty else { return true }
        return withUnsafePointer(to: arguments) { base in
            restricting.allSatisfy { matches($0, UnsafeRawPointer(base)) }
        }
    }

    /// Captures what is to be captured and performs what is to be performed, once a call is known to match.
    func takeEffect(_ arguments: Arguments) {
        guard !effective.isEmpty else { return }
        withUnsafePointer(to: arguments) { base in
            for element in effective {
                element.rule?.takeEffect(layout.value(of: element.place, at: UnsafeRawPointer(base)))
            }
        }
    }

    func mismatchCount(_ arguments: Arguments) -> Int {
        withUnsafePointer(to: arguments) { base in
            restricting.count { !matches($0, UnsafeRawPointer(base)) }
        }
    }

    func mismatches(_ arguments: Arguments, labels: [String?]) -> [Mismatch] {
        withUnsafePointer(to: arguments) { base in
            elements.indices.compactMap { index in
                let element = elements[index]
                guard let rule = element.rule, !matches(element, UnsafeRawPointer(base)) else { return nil }
                let label = (index < labels.count ? labels[index] : nil) ?? element.place.label
                return Mismatch(
                    label: label,
                    text: rule.mismatch(layout.value(of: element.place, at: UnsafeRawPointer(base))))
            }
        }
    }

    /// How the rules read in a message, one text an argument.
    var descriptions: [String] {
        elements.map { $0.rule?.text ?? "any" }
    }

    private func matches(_ element: Element, _ base: UnsafeRawPointer) -> Bool {
        guard let rule = element.rule else { return true }
        guard element.isExact else { return rule.matches(layout.value(of: element.place, at: base)) }
        return rule.matches(at: base + element.place.offset)
    }
}
