extension MockDescription {
    private static let lock = Lock()
    nonisolated(unsafe) private static var custom: (@Sendable (Any, Any) -> String?)?  // `lock` guards it

    /// Tells two values apart in the words of another tool, for example of a diffing package.
    ///
    /// The closure gets what was expected and what there was; if it returns nothing, the built-in text is used.
    public static var difference: (@Sendable (_ expected: Any, _ actual: Any) -> String?)? {
        get { lock.locked { custom } }
        set { lock.locked { custom = newValue } }
    }

    /// "expected …, was …", and where the two differ if they are big.
    static func mismatch(expected: Any, actual: Any) -> String {
        let wanted = text(of: expected)
        if let text = difference?(expected, actual) { return "expected \(wanted), \(text)" }
        let found = text(of: actual)
        var paths: [String] = []
        compare(expected, actual, at: "", into: &paths)
        // A path is worth its words only if it names a part of the value.
        let inner = paths.filter { $0.hasPrefix(".") || $0.hasPrefix("[") }
        guard !inner.isEmpty, inner.count == paths.count else {
            return "expected \(wanted), was \(found)" + (wanted == found ? ", which reads the same" : "")
        }
        let shown = inner.prefix(3).joined(separator: "; ")
        return "expected \(wanted), \(shown)" + (inner.count > 3 ? "; and \(inner.count - 3) more" : "")
    }

    private static func compare(_ expected: Any, _ actual: Any, at path: String, into paths: inout [String]) {
        let wanted = text(of: expected)
        let found = text(of: actual)
        guard wanted != found else { return }
        let first = Mirror(reflecting: expected)
        let second = Mirror(reflecting: actual)
        switch (first.displayStyle, second.displayStyle) {
        case (.struct, .struct), (.tuple, .tuple), (.collection, .collection):
            guard first.subjectType == second.subjectType, first.children.count == second.children.count,
                !first.children.isEmpty
            else { break }
            for (index, pair) in zip(first.children, second.children).enumerated() {
                let step = first.displayStyle == .collection ? "[\(index)]" : ".\(pair.0.label ?? "\(index)")"
                compare(pair.0.value, pair.1.value, at: path + step, into: &paths)
            }
            return
        default:
            break
        }
        paths.append("\(path) was \(found), expected \(wanted)")
    }
}
