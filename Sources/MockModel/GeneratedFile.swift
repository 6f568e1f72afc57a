package import SystemPackage

/// The whole text of one output file.
package struct GeneratedFile: Hashable, Sendable {
    /// Absolute path.
    package var path: FilePath
    package var text: String

    package init(path: FilePath, text: String) {
        self.path = path
        self.text = text
    }
}
