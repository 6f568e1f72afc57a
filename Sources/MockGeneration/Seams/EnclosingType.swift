package import MockModel

/// A type that the type of a seam is nested in.
package struct EnclosingType: Sendable {
    let declaration: TypeDeclaration
    /// The names of all types that are nested in it.
    let nestedTypes: Set<String>

    package init(_ declaration: TypeDeclaration, nestedTypes: Set<String>) {
        (self.declaration, self.nestedTypes) = (declaration, nestedTypes)
    }
}
