/// A `break` or `continue`, with the label of the loop that it means.
struct Jump {
    var label: String?
    var ends: Bool

    func isFor(_ loop: LoopState) -> Bool { label == nil || label == loop.label }
}
