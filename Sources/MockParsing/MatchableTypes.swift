package import MockModel

/// The types of a file with the names of their values.
package struct MatchableTypes: Hashable, Sendable {
    /// One type, as the declaration and the extensions of the file describe it.
    struct Part: Hashable, Sendable {
        /// That of the declaration; `public` if only extensions are in the file.
        var access = AccessLevel.public
        var values: [MatchableType.Value] = []
        var isEnum = false
        var hasAssociatedValues = false
        var isEquatable = false
        /// The names of the types inside, seen or not.
        var nested: [String] = []
    }

    /// The imports of the file, without access and attributes.
    var imports: [ImportDeclaration] = []
    /// The types by their names, outermost first. The file itself has no name.
    var parts: [[String]: Part] = [:]

    /// A type by its names, outermost first; without values if the file has none that a mock can see.
    package subscript(names: [String]) -> MatchableType {
        var type = MatchableType()
        type.imports = imports
        for count in 0...names.count {
            let scope = Array(names.prefix(count))
            guard let part = parts[scope] else { continue }
            type.access = min(type.access, part.access)
            for name in part.nested { type.scopes[name] = scope }
        }
        guard let part = parts[names] else { return type }
        type.values = part.values
        if !part.isEquatable, !part.isEnum || part.hasAssociatedValues {
            type.values.removeAll { if case .constant = $0 { true } else { false } }
        }
        return type
    }
}
