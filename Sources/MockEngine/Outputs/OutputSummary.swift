package import SystemPackage

/// One output file as it stands.
package struct OutputSummary: Hashable, Sendable {
    package var path: FilePath
    package var displayPath: String
    package var state: OutputState
    package var sources: [String]
    /// The types that it mocks.
    package var types: [String]
}
