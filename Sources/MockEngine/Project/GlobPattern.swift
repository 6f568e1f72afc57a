package import SystemPackage

/// A pattern for paths, in the manner of .gitignore: `*` and `?` stay within one name, `**` spans folders.
///
/// A pattern with a slash is relative to the project's root, one that begins with a slash is absolute, and one without
/// any slash matches a name at any depth. A pattern that matches a folder covers everything below it. A backslash
/// escapes the character after it.
package struct GlobPattern: Hashable, Sendable, CustomStringConvertible {
    private enum Part: Hashable, Sendable {
        case character(Character)
        case anyCharacter
        case anyCharacters
    }

    private enum Component: Hashable, Sendable {
        case name([Part])
        case anyFolders
    }

    package let description: String
    private let isAbsolute: Bool
    private let components: [Component]

    /// The path, if the pattern matches this one only.
    private(set) var literal: FilePath?

    package init(_ pattern: String) {
        description = pattern
        isAbsolute = pattern.hasPrefix("/")
        let names = pattern.split(separator: "/").filter { $0 != "." }
        let components = names.map { $0 == "**" ? Component.anyFolders : .name(Self.parts(of: $0)) }
        self.components = pattern.contains("/") || components.isEmpty ? components : [.anyFolders] + components
    }

    /// Makes the pattern that matches this one path and everything below it.
    package init(literal path: FilePath) {
        var escaped = ""
        for character in path.string {
            if "*?\\".contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
        self.init(escaped)
        literal = path
    }

    /// Returns the pattern as messages show it: without the root if it begins with it.
    func shown(in root: FilePath) -> String {
        let prefix = GlobPattern(literal: root).description + "/"
        return description.hasPrefix(prefix) ? String(description.dropFirst(prefix.count)) : description
    }

    /// True if the pattern matches the path or a folder above it.
    package func covers(_ path: FilePath, root: FilePath) -> Bool {
        var names: [String]
        if isAbsolute {
            names = path.components.map(\.string)
        } else {
            var relative = path
            guard relative.removePrefix(root) else { return false }
            names = relative.components.map(\.string)
        }
        while !names.isEmpty {
            if matches(names[...], components[...]) { return true }
            names.removeLast()
        }
        return false
    }

    /// True if the pattern matches a path that is given relative to the root.
    package func matches(_ path: String) -> Bool {
        matches(path.split(separator: "/").map(String.init)[...], components[...])
    }

    private static func parts(of name: Substring) -> [Part] {
        var parts: [Part] = []
        var characters = name.makeIterator()
        while let character = characters.next() {
            switch character {
            case "*": if parts.last != .anyCharacters { parts.append(.anyCharacters) }
            case "?": parts.append(.anyCharacter)
            case "\\": parts.append(.character(characters.next() ?? "\\"))
            default: parts.append(.character(character))
            }
        }
        return parts
    }

    // MARK: Matching

    /// Both levels use the same method: after a failure, the last star matches one element more. Going back further
    /// never helps, so the time is at most the product of the lengths.
    private func matches(_ names: ArraySlice<String>, _ components: ArraySlice<Component>) -> Bool {
        var (name, component) = (names.startIndex, components.startIndex)
        var retry: (name: Int, component: Int)?
        while name < names.endIndex {
            if component < components.endIndex, case .anyFolders = components[component] {
                retry = (name, component)
                component += 1
            } else if component < components.endIndex, case .name(let parts) = components[component],
                Self.matches(Array(names[name]), parts)
            {
                name += 1
                component += 1
            } else if let last = retry {
                retry = (last.name + 1, last.component)
                (name, component) = (last.name + 1, last.component + 1)
            } else {
                return false
            }
        }
        return components[component...].allSatisfy { $0 == .anyFolders }
    }

    private static func matches(_ characters: [Character], _ parts: [Part]) -> Bool {
        var (character, part) = (0, 0)
        var retry: (character: Int, part: Int)?
        while character < characters.count {
            if part < parts.count, parts[part] == .anyCharacters {
                retry = (character, part)
                part += 1
            } else if part < parts.count,
                parts[part] == .anyCharacter || parts[part] == .character(characters[character])
            {
                character += 1
                part += 1
            } else if let last = retry {
                retry = (last.character + 1, last.part)
                (character, part) = (last.character + 1, last.part + 1)
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { $0 == .anyCharacters }
    }
}
