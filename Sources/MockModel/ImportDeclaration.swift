/// An import as written, split so that a generated file can repeat it.
///
/// An object, because lists of them are filtered and merged many times.
package final class ImportDeclaration: Sendable {
    package let attributes: [String]
    /// The access level of the import, if written: `public`, `internal`, …
    package let access: String?
    /// `struct`, `func`, … of a scoped import.
    package let kind: String?
    /// `Foundation`, `Darwin.C`.
    package let path: String
    /// The module that the import names.
    package let module: String
    package let conditions: [String]

    package init(
        attributes: [String] = [], access: String? = nil, kind: String? = nil, path: String, conditions: [String] = []
    ) {
        self.attributes = attributes
        self.access = access
        self.kind = kind
        self.path = path
        module = path.utf8.firstIndex(of: UInt8(ascii: ".")).map { String(path[..<$0]) } ?? path
        self.conditions = conditions
    }

    /// True if importers of the importing module see the imported one, too.
    package var isExported: Bool { attributes.contains("@_exported") }
}

extension ImportDeclaration: Hashable {
    /// Compares all that is written; `module` follows from `path`. Most comparisons are of one object with itself.
    package static func == (left: ImportDeclaration, right: ImportDeclaration) -> Bool {
        left === right
            || left.path == right.path && left.attributes == right.attributes && left.access == right.access
                && left.kind == right.kind && left.conditions == right.conditions
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(attributes)
        hasher.combine(access)
        hasher.combine(kind)
        hasher.combine(path)
        hasher.combine(conditions)
    }
}
