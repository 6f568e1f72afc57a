internal import MockGeneration
internal import MockModel

extension Engine {
    /// The reason why an output has to be generated. It is put into words only if the text changes.
    enum Cause: Sendable {
        case changed(DiskPath)
        case compiledModule(String)
        /// A file that describes the project.
        case description(String)
    }

    /// The intermediate results of a pass: each stage reads those of the stages before it.
    struct Pass {
        var report = EngineReport()
        /// The changes that the cache has to record.
        var cacheChanges = EngineCache.Changes()
        /// True for a scan of everything, which compares all outputs.
        var isOfEverything = false
        /// The watcher's listing.
        var tree: TreeListing?
        /// True if a folder had to be listed that the watcher's listing lacks.
        var mayBeAheadOfWatcher = false
        /// The modules with links to folders that may have changed.
        var relinked: Set<Int> = []
        /// Sources whose declarations changed.
        var touchedSources: Set<DiskPath> = []
        /// Sources whose declarations moved to other lines.
        var movedSources: Set<DiskPath> = []
        /// Sources with other bytes, among those that matchers were made from.
        var changedMatcherSources: Set<DiskPath> = []
        /// The modules of sources with other bytes, among those that seams were made from.
        var changedSeamModules: Set<Int> = []
        /// The number of files with seams whose declarations changed.
        var seamChanges = 0
        /// True once all active modules were scanned in a scan of everything.
        var hasScanned = false
        /// The compiled modules that a build has replaced.
        var changedModules: Set<String> = []
        /// The names whose answers changed, with the source that changed them.
        var changedNames: [NameKey: DiskPath] = [:]
        /// Names of files that fewer sources have than before.
        var regrouped: Set<OutputLayout.Group> = []
        /// The outputs that have to be generated, with the reason.
        var stale: [DiskPath: Cause] = [:]
        /// The entries of the folders of outputs.
        var outputFolders: [(folder: DiskPath, entries: [FolderEntry])] = []
        /// Files with the name of an output that changed elsewhere in the test targets.
        var possibleStrays: Set<DiskPath> = []

        /// Reserves room for the given number of new sources.
        mutating func expectSources(_ count: Int) {
            touchedSources.reserveCapacity(count)
            cacheChanges.sources.reserveCapacity(count)
        }

        mutating func note(_ names: [NameKey], from path: DiskPath) {
            for name in names { changedNames[name] = path }
        }
    }
}
