internal import MockModel

/// A type with the facts that decide whether it hides another one of its name, and whether it has an `init()`.
struct TypeName {
    var kind: TypeDeclaration.Kind
    /// The offset of the name in the text.
    var start: Int
    var end: Int
    var access: AccessLevel
    var isFinal = false
    /// The access level of `init()`; `nil` if there is none, or if that is uncertain.
    var initializer: AccessLevel?
    /// The end of the inheritance clause; it is read only for types with an `init()`.
    var endOfHead = 0

    func declaration(in text: Bytes) -> TypeDeclaration {
        TypeDeclaration(
            kind: kind, name: name(in: text),
            modifiers: (access == .internal ? [] : [access.keyword]) + (isFinal ? ["final"] : []),
            inherited: initializer == nil ? [] : PlainInitializer.parents(in: text, from: end, to: endOfHead) ?? [],
            members: members)
    }

    func name(in text: Bytes) -> String { String(decoding: text.buffer[start..<end], as: UTF8.self) }

    /// `init()`, if the type has it. Nothing else of a struct or a final class is read.
    var members: [MemberDeclaration] {
        guard let initializer else { return [] }
        return [
            MemberDeclaration(
                kind: .initializer(InitializerDeclaration()),
                modifiers: initializer == .internal ? [] : [initializer.keyword])
        ]
    }
}
