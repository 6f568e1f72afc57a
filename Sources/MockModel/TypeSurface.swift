/// All members of a type that one file declares: in the type's own declaration and in extensions of it.
package struct TypeSurface: Hashable, Sendable {
    package var imports: [ImportDeclaration] = []
    /// The declaration and the extensions, with members of any access.
    package var parts: [TypeDeclaration] = []
    /// The names of the types that are nested in it.
    package var nestedTypes: Set<String> = []
    /// True if the text has syntax errors, so that members may be missing.
    package var isBroken = false

    package init() {}
}
