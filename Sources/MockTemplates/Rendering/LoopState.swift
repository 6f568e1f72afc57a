/// `forloop` in a template: the place of the present element in its list.
final class LoopState: ModelObject {
    let label: String?
    private let index: Int
    private let count: Int
    /// The labelled loops around this one, and itself if it has a label.
    private(set) var labelled: [String: LoopState]

    init(_ index: Int, of count: Int, label: String?, inside outer: LoopState?) {
        self.index = index
        self.count = count
        self.label = label
        labelled = outer?.labelled ?? [:]
        // A copy, or the object would hold itself.
        if let label { labelled[label] = LoopState(index, of: count, inside: labelled) }
    }

    private init(_ index: Int, of count: Int, inside labelled: [String: LoopState]) {
        self.index = index
        self.count = count
        label = nil
        self.labelled = labelled
    }

    func value(of property: PropertyName) -> RenderValue {
        switch property.known {
        case .first: .flag(index == 0)
        case .last: .flag(index == count - 1)
        case .counter: .integer(index + 1)
        case .counter0: .integer(index)
        case .length: .integer(count)
        case .label: RenderValue(label)
        default: RenderValue(labelled[property.text])
        }
    }
}
