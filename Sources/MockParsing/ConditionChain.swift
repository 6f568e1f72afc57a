/// Turns the conditions of one `#if` into conditions that each stand alone: `#else` is the negation of all before it.
struct ConditionChain {
    private var earlier: [String] = []

    /// Whether there are so many that the text of all would be long.
    var isLong: Bool { earlier.count > ShapeCheck.maximumBranches }

    /// - Parameter own: what is written behind `#if` or `#elseif`; `nil` for `#else`.
    mutating func next(_ own: String?) -> String {
        let terms = earlier.map { "!(\($0))" } + (own.map { earlier.isEmpty ? [$0] : ["(\($0))"] } ?? [])
        if let own { earlier.append(own) }
        return terms.joined(separator: " && ")
    }
}
