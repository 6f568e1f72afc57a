/// The texts that macros have printed for their arguments in one rendering.
///
/// Templates make the name of a member again wherever they print it, a dozen times for a method. A text may be printed
/// again if it depended on the arguments only: on no name that a caller may have set differently. Names that nothing in
/// the template sets, such as `types`, are the same everywhere, as are macros, unless one is defined inside of a level.
struct MacroMemory {
    private struct Entry {
        /// Objects among them stay alive, so that no other one has their identity.
        let arguments: [RenderValue]
        let text: [UInt8]

        func isFor(_ others: [RenderValue], from first: Int) -> Bool {
            guard arguments.count == others.count - first else { return false }
            for index in arguments.indices where !arguments[index].isSame(as: others[first + index]) { return false }
            return true
        }
    }

    /// The last texts of a macro. Calls with equal arguments stand close to each other, and a few comparisons cost less
    /// than a hash.
    private struct Texts {
        private static let most = 16

        private var entries: [Entry] = []
        private var latest = 0

        func text(for arguments: [RenderValue], from first: Int) -> [UInt8]? {
            var index = latest
            for _ in entries.indices {
                if entries[index].isFor(arguments, from: first) { return entries[index].text }
                index = (index == 0 ? entries.count : index) - 1
            }
            return nil
        }

        mutating func add(_ entry: Entry) {
            if entries.count < Self.most {
                latest = entries.count
                entries.append(entry)
            } else {
                latest = (latest + 1) % Self.most
                entries[latest] = entry
            }
        }
    }

    /// The texts of each macro by its number; empty if there are none.
    private var texts: [Texts] = []
    private let macros: Int
    /// The lowest level that the present macro has read a name from.
    private var lowest = Int.max
    /// False as soon as a macro was defined where another call may not see it.
    private var isUsable = true

    init(macros: Int) { self.macros = macros }

    /// Returns the text that a macro has printed for the same arguments.
    ///
    /// - Parameter first: the place of the macro's own arguments.
    func text(of macro: Macro, _ arguments: [RenderValue], from first: Int) -> [UInt8]? {
        texts.isEmpty || !isUsable ? nil : texts[macro.number].text(for: arguments, from: first)
    }

    /// Keeps a text that depends on the arguments only.
    mutating func keep(_ text: ArraySlice<UInt8>, of macro: Macro, _ arguments: ArraySlice<RenderValue>) {
        guard isUsable, arguments.allSatisfy({ $0.isSame(as: $0) }) else { return }
        if texts.isEmpty { texts = Array(repeating: Texts(), count: macros) }
        texts[macro.number].add(Entry(arguments: Array(arguments), text: Array(text)))
    }

    /// - Parameter isBound: True if a tag of the template sets the name anywhere.
    mutating func noteRead(level: Int, isBound: Bool) {
        if isBound, level < lowest { lowest = level }
    }

    /// Forgets the texts, which may have depended on the name's earlier value, or on its absence.
    mutating func noteSet(level: Int) {
        if level == 0, !texts.isEmpty { texts = [] }
    }

    mutating func noteMacro(level: Int) {
        noteSet(level: level)
        if level > 0 { isUsable = false }
    }

    /// Begins a macro; returns the state of the caller for ``end(_:level:)``.
    mutating func begin() -> Int {
        defer { lowest = .max }
        return lowest
    }

    /// Ends a macro; returns true if it read only names of its own level, and of those above.
    mutating func end(_ caller: Int, level: Int) -> Bool {
        let isOwn = lowest >= level
        lowest = min(lowest, caller)
        return isOwn
    }
}

extension RenderValue {
    /// True for equal texts and the same object. False for values that cost too much to be compared, and for nothing: a
    /// parameter without a value shows that of the caller.
    fileprivate func isSame(as other: RenderValue) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)): left == right
        case (.flag(let left), .flag(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.object(let left), .object(let right)): left === right
        default: false
        }
    }
}
