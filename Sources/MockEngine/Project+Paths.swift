package import SystemPackage

extension Project {
    /// Returns the path as messages show it: relative to the root if it lies below it, or as `pathPrefixes` say. It is
    /// always one line, whatever bytes a name has, because comments of generated files contain it.
    package func displayPath(of path: FilePath) -> String {
        displayPath(of: DiskPath(path))
    }

    func displayPath(of path: DiskPath) -> String {
        Self.shown(pathPrefixes.shown(path) ?? path.below(rootPath) ?? path.text)
    }

    /// Returns a path with its control characters as escapes, in one line.
    package static func shown(_ text: String) -> String {
        let isOneLine = text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 >= 0x20 } }
        if isOneLine == true { return text }
        return text.unicodeScalars.map { $0.value < 0x20 ? $0.escaped(asASCII: true) : String($0) }.joined()
    }

    /// The inverse of `displayPath(of:)`.
    func absolutePath(of displayPath: String) -> FilePath {
        // Another prefix may lead to a path that is no source, so the modules decide.
        let original = pathPrefixes.originals(of: displayPath).map { FilePath($0) }.first { original in
            modules.contains { $0.sources.contains(where: original.starts) }
        }
        return original ?? root.pushing(FilePath(displayPath))
    }
}
