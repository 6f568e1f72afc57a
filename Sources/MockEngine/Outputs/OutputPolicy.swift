package import SystemPackage

/// The changes to files on disk that are allowed, and the effort for them.
package struct OutputPolicy: Hashable, Sendable {
    /// False if outputs are only compared and reported.
    package var writes: Bool
    /// True to overwrite mocks that were edited by hand.
    package var overwritesEdited: Bool
    /// Outputs that are overwritten even if `overwritesEdited` is false.
    package var forcedOutputs: Set<FilePath> = []
    /// Outputs that are only compared and reported, until a source or the description asks for another text: another
    /// program undoes every write.
    package var leftAlone: Set<FilePath> = []
    /// True to keep the mocks of files for whole modules from pass to pass, so that an edit makes only those that it
    /// concerns. They need as much memory as the files.
    package var keepsMocks = false

    package init(writes: Bool = true, overwritesEdited: Bool = false) {
        self.writes = writes
        self.overwritesEdited = overwritesEdited
    }
}
