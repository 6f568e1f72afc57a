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

    /// The type's name in source form; the default description omits `any`.
    static func name(of type: Any.Type) -> String {
        let name = "\(type)"
        let isComplete = TypeKind(of: type) != .existential || name.hasPrefix("any ") || name.hasPrefix("Any")
        return isComplete ? name : "any \(name)"
    }
}
