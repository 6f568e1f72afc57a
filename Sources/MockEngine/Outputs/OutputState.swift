/// The state of an output: of its file, compared with what the sources ask for. The README shows the transitions.
package enum OutputState: String, Hashable, Sendable, CaseIterable {
    // Sources ask for the output.

    /// As it should be.
    case current
    /// Ours, but not what the sources ask for: it must not be written, or it is kept for now.
    case stale
    /// Changed by hand since we wrote it; left alone.
    case edited
    /// Should exist and does not; also before the first comparison.
    case missing
    /// Written by another program or a person; never touched.
    case conflict
    /// The write failed.
    case failed

    // Nothing asks for the output. Only `orphaned` is reported.

    /// The file is to be removed: its sources have no mocks any more, or it changed without being an output.
    case abandoned
    /// A scan found a file that has the name and the place of an output; it is removed if it is ours.
    case found
    /// An earlier run made it for the project as it was described then; it is removed if no other project can own it.
    case earlier
    /// The last good mock of a source that cannot be read or understood, or a file that could not be removed. Each
    /// pass tries again.
    case kept
    /// It was edited; left alone.
    case orphaned
    /// A mock in a test target, outside of the places of outputs; left alone and reported.
    case stray
}
