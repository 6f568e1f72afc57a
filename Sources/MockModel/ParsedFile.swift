/// What a source file declares, without positions, comments or bodies: equal before and after an edit that no mock
/// can depend on.
package struct ParsedFile: Hashable, Sendable {
    package var imports: [ImportDeclaration]
    /// In the order of the file, nested types after the type that holds them.
    package var types: [TypeDeclaration]

    package init(imports: [ImportDeclaration] = [], types: [TypeDeclaration] = []) {
        self.imports = imports
        self.types = types
    }

    package static let empty = ParsedFile()
}
