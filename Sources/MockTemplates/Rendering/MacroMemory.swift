/// The texts that macros have printed for their arguments in one rendering.
///
/// Templates make the name of a member again wherever they print it, a dozen times for a method. A text may be printed
/// again if it depended on the arguments only: on no name that a caller may have set differently. Names that nothing in
/// the template sets, such as `types`, are the same everywhere, as are macros, unless one is defined inside of a level.
struct MacroMemory {
    /// An argument that can be compared: a text, or an object, which the entry keeps so that no other has its identity.
    enum Argument: Hashable {
        case text(String), flag(Bool), integer(Int)
        case object(ObjectIdentifier)

        /// Returns `nil` for values that cannot be compared, and for nothing: a name without a value shows that of the
        /// caller.
        init?(_ value: RenderValue) {
            switch value {
            case .text(let text): self = .text(text)
            case .flag(let flag): self = .flag(flag)
            case .integer(let number): self = .integer(number)
            case .object(let object): self = .object(ObjectIdentifier(object))
            case .none, .number, .list, .mapping, .macro: return nil
            }
        }
    }

    struct Key: Hashable {
        private let macro: ObjectIdentifier
        private let arguments: [Argument]

        /// Returns `nil` if an argument cannot be compared.
        init?(_ macro: Macro, _ values: [RenderValue]) {
            self.macro = ObjectIdentifier(macro)
            var arguments: [Argument] = []
            for value in values {
                guard let argument = Argument(value) else { return nil }
                arguments.append(argument)
            }
            self.arguments = arguments
        }
    }

    private struct Entry {
        var text: [UInt8]
        var arguments: [RenderValue]
    }

    /// A file with the mocks of a whole module is one rendering, whose texts need not all stay in memory.
    private static let mostEntries = 10_000

    private var entries: [Key: Entry] = [:]
    /// The lowest level that the present macro has read a name from.
    private var lowest = Int.max
    /// False as soon as a macro was defined where another call may not see it.
    private(set) var isUsable = true

    subscript(key: Key) -> [UInt8]? { entries[key]?.text }

    /// - Parameter isBound: True if a tag of the template sets the name anywhere.
    mutating func noteRead(level: Int, isBound: Bool) {
        if isBound, level < lowest { lowest = level }
    }

    /// Forgets the texts, which may have depended on the name's earlier value, or on its absence.
    mutating func noteSet(level: Int) {
        if level == 0, !entries.isEmpty { entries = [:] }
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

    mutating func remember(_ text: ArraySlice<UInt8>, for key: Key, _ arguments: [RenderValue]) {
        if entries.count >= Self.mostEntries { entries = [:] }
        entries[key] = Entry(text: Array(text), arguments: arguments)
    }
}
