package import SystemPackage

/// The folders of a project that hold no sources for a watcher to follow: what tools build and download. They are too
/// many to watch.
package struct UnwatchedFolders: Sendable {
    /// Folders with these names are not watched, at any depth below a watched root. SwiftPM compiles nothing in them.
    private static let hidden: Set<String> = [".git", ".hg", ".svn", ".jj", ".build", ".swiftpm"]
    /// Folders with these names are watched only if the project's description says that they hold sources.
    private static let ofTools: Set<String> = ["DerivedData", "node_modules", "Pods", "Carthage"]

    private let builds: FilePath?
    private let nameOfBuilds: String?
    private let holdsSources: @Sendable (FilePath) -> Bool

    /// - Parameters:
    ///   - builds: The folder in which the project is built; `nil` if it is not known yet.
    ///   - holdsSources: True for a folder in which the project has sources, whatever it is called.
    package init(
        builds: FilePath? = nil, holdsSources: @escaping @Sendable (FilePath) -> Bool = { _ in false }
    ) {
        self.builds = builds
        nameOfBuilds = builds?.lastComponent?.string
        self.holdsSources = holdsSources
    }

    /// True if a folder is not watched.
    ///
    /// - Parameter path: Asked for only if the name does not tell: a watcher asks about every folder.
    package func contains(_ name: String, at path: () -> FilePath) -> Bool {
        if Self.hidden.contains(name) { return true }
        if Self.ofTools.contains(name) { return !holdsSources(path()) }
        return name == nameOfBuilds && path() == builds
    }
}
