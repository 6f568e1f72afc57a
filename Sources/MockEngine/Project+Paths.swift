package import SystemPackage

extension Project {
    /// How people read a path: relative to the root where it lies below it.
    package func displayPath(of path: FilePath) -> String {
        displayPath(of: DiskPath(path))
    }

    func displayPath(of path: DiskPath) -> String {
        let root = DiskPath(root)
        guard path != root, path.isInside(root) else { return path.text }
        return String(path.text.utf8.dropFirst(root.text.utf8.count + 1)) ?? path.text
    }

    /// The inverse of `displayPath(of:)`.
    func absolutePath(of displayPath: String) -> FilePath {
        root.pushing(FilePath(displayPath))
    }
}
