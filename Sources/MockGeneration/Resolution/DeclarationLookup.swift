package import MockModel

/// Where resolution finds declarations by name.
///
/// Whoever answers also keeps the names that were asked for: they are what the mock depends on, and a name that was
/// not found is a dependency like any other.
package protocol DeclarationLookup {
    /// All types of that simple name that the module can see, its own first, in a stable order.
    mutating func types(named name: String) -> [LocatedType]
}

/// A type declaration together with the place it comes from.
package struct LocatedType: Hashable, Sendable {
    package var module: String
    /// Path of the file, relative to the project's root where it lies below it.
    package var path: String
    package var declaration: TypeDeclaration
    package var imports: [ImportDeclaration]
    /// The name of its mock; `nil` when it gets none.
    package var mockName: String?

    package init(
        module: String, path: String, declaration: TypeDeclaration, imports: [ImportDeclaration], mockName: String?
    ) {
        self.module = module
        self.path = path
        self.declaration = declaration
        self.imports = imports
        self.mockName = mockName
    }
}
