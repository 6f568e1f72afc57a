/// The values of the names in a template, in levels that tags open and close.
///
/// Each name has a number, and each number one slot with its innermost value, so that a look-up needs no search. A
/// level that closes restores the slots that it has changed.
struct Scope {
    /// The value of a name, and the level that has set it; -1 for a name without a value.
    struct Slot {
        var value = RenderValue.none
        var level = -1
    }

    private var slots: [Slot]
    private var changes: [(name: Int, slot: Slot)] = []
    /// The number of changes at the beginning of each open level.
    private var starts: [Int] = []

    init(names: Int) { slots = Array(repeating: Slot(), count: names) }

    /// The number of the innermost level; that of the whole rendering is 0.
    var level: Int { starts.count }

    subscript(name: Int) -> Slot { slots[name] }

    /// Gives a name a value in the innermost level.
    mutating func set(_ name: Int, _ value: RenderValue) {
        let level = starts.count
        if slots[name].level != level { changes.append((name, slots[name])) }
        slots[name] = Slot(value: value, level: level)
    }

    /// Gives a name a value in the outermost level, which inner ones may hide.
    mutating func setOutermost(_ name: Int, _ value: RenderValue) {
        let slot = Slot(value: value, level: 0)
        if slots[name].level <= 0 {
            slots[name] = slot
        } else if let hidden = changes.firstIndex(where: { $0.name == name && $0.slot.level <= 0 }) {
            changes[hidden].slot = slot
        }
    }

    mutating func open() { starts.append(changes.count) }

    mutating func close() {
        guard let start = starts.popLast() else { return }
        while changes.count > start, let change = changes.popLast() { slots[change.name] = change.slot }
    }
}
