internal import MockModel
internal import SystemPackage

/// The differences between the records of an earlier run and the disk that the first scan of everything ends.
struct StartupReconciliation: Sendable {
    /// The root that the last scan accepted.
    let root: RootFolder
    /// True if the cache was asked for the records of the earlier run.
    var isRestored = false
    /// The differences between the restored records and the project, which the next pass writes to the cache.
    var cacheChanges = EngineCache.Changes()
    /// True if an empty output may be the result of a power cut. Later it is a file that an editor is about to save.
    var mayFindTornOutputs = true
    /// True if temporary files of killed runs may lie beside the outputs.
    var mayHaveTemporaryFiles = true
    /// True if the last scan read more than the watcher's listing, or wrote: the watcher may not know these files.
    var mayBeAheadOfWatcher = false
    /// The outputs that passes over changes created since the watcher caught up. It may not watch their folder yet, and
    /// it reports no removal of a file that it has never seen.
    var unseenOutputs: Set<DiskPath> = []
    /// The engine of another run, or before the last change of the project's description, until the first scan under the new one.
    var predecessor: Predecessor?

    /// The parts of an earlier engine that tell which outputs the new description changes.
    struct Predecessor: Sendable {
        let sources: [DiskPath: ContentHash]
        let outputs: [DiskPath: OutputRecord]
        /// The file whose change led to the new description, as the user knows it; `nil` if there is none, as when a
        /// folder was added.
        let cause: String?
    }
}
