/// What sort of type a type is, as its description by the compiler says (docs/ABI/TypeMetadata.rst, "Metadata Kind").
enum TypeKind {
    /// A struct, an enum, a class or an actor: one that an extension can be written for.
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
        // Those of classes are addresses on some systems.
        case ..<0x300, 0x800...: self = .nominal
        default: self = .other
        }
    }

    /// A type as one writes it in code; by itself it leaves `any` out.
    static func name(of type: Any.Type) -> String {
        let name = "\(type)"
        let isComplete = TypeKind(of: type) != .existential || name.hasPrefix("any ") || name.hasPrefix("Any")
        return isComplete ? name : "any \(name)"
    }
}
