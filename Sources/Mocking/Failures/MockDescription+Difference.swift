extension MockDescription {
    private static let lock = Lock()
    nonisolated(unsafe) private static var custom: (@Sendable (Any, Any) -> String?)?  // `lock` guards it

    private static let mostDifferences = 3
    /// The maximum number of differing elements to compare; more would not improve a message.
    private static let mostCompared = 1000

    /// Describes the difference between two values with another tool, such as a diffing package.
    ///
    /// The closure gets the expected and the actual value; if it returns `nil`, the built-in text is used.
    public static var difference: (@Sendable (_ expected: Any, _ actual: Any) -> String?)? {
        get { lock.locked { custom } }
        set { lock.locked { custom = newValue } }
    }

    /// "expected …, was …", or the differing parts if the values have parts.
    static func mismatch(expected: Any, actual: Any) -> String {
        let wanted = text(of: expected)
        if let text = difference?(expected, actual) { return "expected \(wanted), \(text)" }
        let differing = differences(Pair(expected: expected, actual: actual, path: ""))
        guard let first = differing.first, first != leaf(expected, actual) else {
            let found = text(of: actual)
            return "expected \(wanted), was \(found)" + (wanted == found ? ", which reads the same" : "")
        }
        let shown = differing.prefix(mostDifferences).joined(separator: "; ")
        let more = differing.count - mostDifferences
        return "expected \(wanted), \(shown)" + (more > 0 ? "; and \(more) more" : "")
    }

    /// The same part of both values.
    private struct Pair {
        let expected: Any
        let actual: Any
        /// The path from the whole values to this part, as in `.lines[1].price`.
        let path: String

        var readsTheSame: Bool { text(of: expected) == text(of: actual) }
    }

    /// Replaces the missing value of an entry that only one of two dictionaries has.
    private struct Nothing: CustomStringConvertible {
        var description: String { "nothing" }
    }

    private static func differences(_ pair: Pair) -> [String] {
        guard pair.path.isEmpty || !areEqual(pair.expected, pair.actual) else { return [] }
        if let parts = parts(of: pair) { return parts.flatMap(differences) }
        guard !pair.readsTheSame else { return [] }
        let start = pair.path.isEmpty ? "" : "\(pair.path) "
        if let excerpt = excerpt(of: pair) { return [start + excerpt] }
        return [start + leaf(pair.expected, pair.actual)]
    }

    private static func leaf(_ expected: Any, _ actual: Any) -> String {
        "was \(text(of: actual)), expected \(text(of: expected))"
    }

    /// The parts of two values of the same kind; `nil` if the values are better compared as a whole.
    private static func parts(of pair: Pair) -> [Pair]? {
        let first = Mirror(reflecting: pair.expected)
        let second = Mirror(reflecting: pair.actual)
        if let wanted = bytes(of: pair.expected, first), let found = bytes(of: pair.actual, second) {
            return elements(wanted, found, pair.path) { $0 == $1 }
        }
        switch (first.displayStyle, second.displayStyle) {
        case (.struct, .struct), (.tuple, .tuple):
            guard first.subjectType == second.subjectType, isOpen(pair) else { return nil }
            return properties(first, second, pair.path)
        case (.collection, .collection):
            return elements(first.children.map(\.value), second.children.map(\.value), pair.path, areEqual: areEqual)
        case (.dictionary, .dictionary):
            return entries(first, second, pair.path)
        case (.optional, .optional), (.enum, .enum):
            return payload(first, second, pair)
        default:
            return nil
        }
    }

    /// True if the parts may be compared. A custom description is shown instead, unless it hides the difference.
    private static func isOpen(_ pair: Pair) -> Bool {
        !(pair.expected is any CustomStringConvertible) || pair.readsTheSame
    }

    private static func properties(_ first: Mirror, _ second: Mirror, _ path: String) -> [Pair]? {
        guard !first.children.isEmpty, first.children.count == second.children.count else { return nil }
        return zip(first.children, second.children).enumerated().map { index, pair in
            let label = pair.0.label.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 } ?? "\(index)"
            return Pair(expected: pair.0.value, actual: pair.1.value, path: "\(path).\(label)")
        }
    }

    /// The unequal elements of two lists of the same length.
    private static func elements<Element>(
        _ first: [Element], _ second: [Element], _ path: String, areEqual: @escaping (Element, Element) -> Bool
    ) -> [Pair]? {
        guard !first.isEmpty, first.count == second.count else { return nil }
        let differing = first.indices.lazy.filter { !areEqual(first[$0], second[$0]) }
        return differing.prefix(mostCompared).map { index in
            Pair(expected: first[index], actual: second[index], path: "\(path)[\(index)]")
        }
    }

    /// True if both values are `Equatable` and equal.
    private static func areEqual(_ first: Any, _ second: Any) -> Bool {
        func isEqual<E: Equatable>(_ value: E) -> Bool { value == second as? E }
        return (first as? any Equatable).map { isEqual($0) } ?? false
    }

    /// The differing entries by key; `nil` for dictionaries without common keys, which are compared as a whole.
    private static func entries(_ first: Mirror, _ second: Mirror, _ path: String) -> [Pair]? {
        func table(_ mirror: Mirror) -> [String: Any] {
            let pairs = mirror.children.compactMap { child -> (String, Any)? in
                let pair = Array(Mirror(reflecting: child.value).children)
                return pair.count == 2 ? (text(of: pair[0].value), pair[1].value) : nil
            }
            return Dictionary(pairs) { first, _ in first }
        }
        let (wanted, found) = (table(first), table(second))
        guard wanted.keys.contains(where: { found[$0] != nil }) else { return nil }
        return Set(wanted.keys).union(found.keys).sorted().map { key in
            Pair(expected: wanted[key] ?? Nothing(), actual: found[key] ?? Nothing(), path: "\(path)[\(key)]")
        }
    }

    /// The payloads of two non-nil optionals, or of two values of the same case.
    private static func payload(_ first: Mirror, _ second: Mirror, _ pair: Pair) -> [Pair]? {
        guard let one = first.children.first, let other = second.children.first, one.label == other.label,
            first.displayStyle == .optional || isOpen(pair)
        else { return nil }
        let step = first.displayStyle == .optional ? "" : one.label.map { ".\($0)" } ?? ""
        // A payload without parts, as in `.custom("x")`, is shown with its case.
        return parts(of: Pair(expected: one.value, actual: other.value, path: pair.path + step))
    }

    /// The place where two long strings begin to differ, with a few characters around it.
    private static func excerpt(of pair: Pair) -> String? {
        let (around, long) = (20, 60)
        guard let wanted = pair.expected as? String, let found = pair.actual as? String,
            min(wanted.utf8.count, found.utf8.count) > long
        else { return nil }
        let common = zip(wanted, found).prefix { $0 == $1 }.count
        func excerpt(_ text: String) -> String {
            let part = text.dropFirst(max(0, common - around)).prefix(2 * around)
            let end = part.endIndex == text.endIndex ? "" : "…"
            return ((common > around ? "…" : "") + part + end).debugDescription
        }
        return "from character \(common + 1) was \(excerpt(found)), expected \(excerpt(wanted))"
    }
}
