/// An import as written, split so that a generated file can repeat it.
package struct ImportDeclaration: Hashable, Sendable {
    package var attributes: [String]
    /// Access level of the import, if written: `public`, `internal`, …
    package var access: String?
    /// `struct`, `func`, … of a scoped import.
    package var kind: String?
    /// `Foundation`, `Darwin.C`.
    package var path: String
    package var conditions: [String]

    package init(
        attributes: [String] = [], access: String? = nil, kind: String? = nil, path: String, conditions: [String] = []
    ) {
        self.attributes = attributes
        self.access = access
        self.kind = kind
        self.path = path
        self.conditions = conditions
    }

    /// The module that the import names.
    package var module: String {
        path.utf8.firstIndex(of: UInt8(ascii: ".")).map { String(path[..<$0]) } ?? path
    }
}
