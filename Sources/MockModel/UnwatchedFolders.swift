/// Folders that hold what tools make and fetch: too much to be watched for the little that mocks need of it.
package enum UnwatchedFolders {
    /// They are not looked into wherever they are below a watched root.
    package static let names: Set<String> = [
        ".git", ".hg", ".svn", ".jj", ".build", ".swiftpm", "DerivedData", "node_modules", "Pods", "Carthage",
    ]
}
