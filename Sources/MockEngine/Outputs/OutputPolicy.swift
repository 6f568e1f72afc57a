package import SystemPackage

/// The changes to files on disk that are allowed.
package struct OutputPolicy: Hashable, Sendable {
    /// False if outputs are only compared and reported.
    package var writes: Bool
    /// True to overwrite mocks that were edited by hand.
    package var overwritesEdited: Bool
    /// Outputs that are overwritten even if `overwritesEdited` is false.
    package var forcedOutputs: Set<FilePath> = []

    package init(writes: Bool = true, overwritesEdited: Bool = false) {
        self.writes = writes
        self.overwritesEdited = overwritesEdited
    }
}
