internal import MockModel

/// A type as far as it may hide another one of its name.
struct TypeName {
    var kind: TypeDeclaration.Kind
    /// Where the name stands in the text.
    var start: Int
    var end: Int
    var access: AccessLevel

    func declaration(in text: Bytes) -> TypeDeclaration {
        TypeDeclaration(
            kind: kind, name: String(decoding: text.buffer[start..<end], as: UTF8.self),
            modifiers: access == .internal ? [] : [access.keyword])
    }
}
