/// Turns the branches of one `#if` into independent conditions: `#else` is the negation of all before it.
struct ConditionChain {
    private var earlier: [String] = []

    /// True if there are so many branches that the texts of all conditions would be long.
    var isLong: Bool { earlier.count > ShapeCheck.maximumBranches }

    /// - Parameter own: the text after `#if` or `#elseif`; `nil` for `#else`.
    mutating func next(_ own: String?) -> String {
        let terms = earlier.map { "!(\($0))" } + (own.map { earlier.isEmpty ? [$0] : ["(\($0))"] } ?? [])
        if let own { earlier.append(own) }
        return terms.joined(separator: " && ")
    }
}
