/// All members of a type that one file declares: in the type's own declaration and in extensions of it.
package struct TypeSurface: Hashable, Sendable {
    /// The declaration and the extensions, with members of any access.
    package var parts: [TypeDeclaration] = []
    /// The names of the types that are nested in it.
    package fileprivate(set) var nestedTypes: Set<String> = []
    /// The types of the associated values of an enum's cases.
    package fileprivate(set) var storedTypes: [TypeExpression] = []

    package init() {}
}

/// The members of all types of a file.
package struct FileSurfaces: Hashable, Sendable {
    package var imports: [ImportDeclaration] = []
    /// True if the text has syntax errors, so that members may be missing.
    package var isBroken = false
    private var types: [[String]: TypeSurface] = [:]

    package init() {}

    /// - Parameter path: the type's name, behind those of the types that contain it.
    package subscript(path: [String]) -> TypeSurface { types[path] ?? TypeSurface() }

    /// True if an outermost type of that name is declared in the file, not only extended.
    package func declares(_ name: String) -> Bool { types[[name]]?.parts.contains { $0.kind != .extension } ?? false }

    /// Adds a declaration of a type, or an extension.
    package mutating func add(
        _ part: TypeDeclaration, nestedTypes: [String], storedTypes: [TypeExpression] = [], at path: [String]
    ) {
        types[path, default: TypeSurface()].storedTypes += storedTypes
        types[path, default: TypeSurface()].parts.append(part)
        types[path, default: TypeSurface()].nestedTypes.formUnion(nestedTypes)
    }
}
