internal import ControlChannel
internal import FileWatching
internal import MockEngine
internal import SystemPackage

/// A root that is scanned before its project is described: the scan of its folders takes longer than all the rest of a
/// start.
struct WatchedRoot {
    /// The folder of the root's lock and socket.
    let directory: RootDirectory
    let watcher: FileWatcher

    /// - Parameters:
    ///   - root: The root as the user names it.
    ///   - configuration: The file that was named instead of ROOT/.mockd.yml. The other files that describe a project are
    ///   sources.
    /// - Throws: `PlacementError` when the runtime directory is not safe to use, or there is no such root.
    init(_ root: FilePath, configuration: FilePath?) throws(PlacementError) {
        let root = try RootDirectory.canonical(root)
        directory = try RuntimeDirectory.prepare(environment: ProcessEnvironment.all).makeRootDirectory(for: root)
        watcher = FileWatcher(
            options: WatchOptions(
                root: root, runtimeDirectory: directory.path,
                otherInputs: configuration.map { [$0.absolute] } ?? []))
        watcher.start()
    }
}
