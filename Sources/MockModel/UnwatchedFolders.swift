/// Folders for the files that tools build and download: too many to watch, and mocks seldom need them.
package enum UnwatchedFolders {
    /// Folders with these names are not watched, at any depth below a watched root. SwiftPM compiles nothing in them.
    package static let hidden: Set<String> = [".git", ".hg", ".svn", ".jj", ".build", ".swiftpm"]
    /// Folders with these names are watched only if the project's description says that they hold sources.
    package static let ofTools: Set<String> = ["DerivedData", "node_modules", "Pods", "Carthage"]
}
