package import SystemPackage

/// What may happen to files on disk.
package struct OutputPolicy: Hashable, Sendable {
    /// `false`: outputs are compared and reported only.
    package var writes: Bool
    /// Mocks that somebody changed by hand are overwritten, too.
    package var overwritesEdited: Bool
    /// The same for these only.
    package var forcedOutputs: Set<FilePath> = []

    package init(writes: Bool = true, overwritesEdited: Bool = false) {
        self.writes = writes
        self.overwritesEdited = overwritesEdited
    }
}
