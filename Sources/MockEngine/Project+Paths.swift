package import SystemPackage

extension Project {
    /// How people read a path: relative to the root where it lies below it.
    package func displayPath(of path: FilePath) -> String {
        var relative = path
        return relative.removePrefix(root) ? relative.string : path.string
    }

    /// The inverse of `displayPath(of:)`.
    func absolutePath(of displayPath: String) -> FilePath {
        root.pushing(FilePath(displayPath))
    }
}
