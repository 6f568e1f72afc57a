package import SystemPackage

/// The current state of one output file.
package struct OutputSummary: Hashable, Sendable {
    package var path: FilePath
    package var displayPath: String
    package var state: OutputState
    package var sources: [String]
    /// The types that it mocks.
    package var types: [String]
}
