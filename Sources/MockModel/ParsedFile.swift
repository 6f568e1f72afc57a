/// The declarations of a source file, without positions, comments or bodies: equal before and after an edit that cannot
/// affect a mock.
package struct ParsedFile: Hashable, Sendable {
    package var imports: [ImportDeclaration]
    /// In the order of the file, nested types after the type that contains them.
    package var types: [TypeDeclaration]

    package init(imports: [ImportDeclaration] = [], types: [TypeDeclaration] = []) {
        self.imports = imports
        self.types = types
    }

    package static let empty = ParsedFile()
}
