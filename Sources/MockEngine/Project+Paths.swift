package import SystemPackage

extension Project {
    /// How people read a path: relative to the root where it lies below it. Always one line, as it stands in comments of
    /// generated files, whatever bytes a name is made of.
    package func displayPath(of path: FilePath) -> String {
        displayPath(of: DiskPath(path))
    }

    func displayPath(of path: DiskPath) -> String {
        let text = path.below(rootPath) ?? path.text
        let isOneLine = text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 >= 0x20 } }
        if isOneLine == true { return text }
        return text.unicodeScalars.map { $0.value < 0x20 ? $0.escaped(asASCII: true) : String($0) }.joined()
    }

    /// The inverse of `displayPath(of:)`.
    func absolutePath(of displayPath: String) -> FilePath {
        root.pushing(FilePath(displayPath))
    }
}
