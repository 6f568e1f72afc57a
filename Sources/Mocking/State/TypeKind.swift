/// The kind of a type, from its metadata (docs/ABI/TypeMetadata.rst, "Metadata Kind").
enum TypeKind {
    /// A struct, an enum, a class or an actor: a type that can be extended.
    case nominal
    case tuple
    /// `any Cook`, `Any`.
    case existential
    /// A function or a metatype.
    case other

    init(of type: Any.Type) {
        switch unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self) {
        case 0x301: self = .tuple
        case 0x303, 0x307: self = .existential
        // On some systems, the field contains an address for classes.
        case ..<0x300, 0x800...: self = .nominal
        default: self = .other
        }
    }

    /// The type's name in source form, with the types it is nested in: `Logger.Level`, `any Cook`.
    static func name(of type: Any.Type) -> String {
        let name = withoutModules(String(reflecting: type))
        let isComplete = TypeKind(of: type) != .existential || name.hasPrefix("any ") || name.hasPrefix("Any")
        return isComplete ? name : "any \(name)"
    }

    /// Removes what a reader of the test does not write: `Logging.` in `Logging.Logger.Level`, the contexts of private
    /// and local types, and the module of an extension.
    private static func withoutModules(_ name: String) -> String {
        var rest = name[...]
        var result = ""
        // True behind the first of the names that full stops join, which is the module.
        var isMember = false
        while let first = rest.first {
            let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            if rest.hasPrefix("(extension in "), let end = rest.firstIndex(of: ":") {
                rest = rest[end...].dropFirst()
            } else if rest.hasPrefix("(unknown context at "), let end = rest.firstIndex(of: ")") {
                rest = rest[end...].dropFirst(2)
            } else if word.isEmpty {
                result.append(first)
                rest.removeFirst()
                isMember = first == "."
            } else {
                rest = rest[word.endIndex...]
                if isMember || rest.first != "." || rest.hasPrefix("...") {
                    result += word
                } else {
                    rest.removeFirst()
                    isMember = true
                }
            }
        }
        return result
    }
}
