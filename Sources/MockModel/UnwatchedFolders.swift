/// Folders for the files that tools build and download: too many to watch, and mocks seldom need them.
package enum UnwatchedFolders {
    /// Folders with these names are not watched, at any depth below a watched root.
    package static let names: Set<String> = [
        ".git", ".hg", ".svn", ".jj", ".build", ".swiftpm", "DerivedData", "node_modules", "Pods", "Carthage",
    ]
}
