internal import ControlChannel
internal import FileWatching
internal import MockEngine
internal import SystemPackage

/// A root that is being looked at, before anybody knows what is to be mocked in it: the way through its folders is
/// longer than all the rest of a start.
struct WatchedRoot {
    /// Where the daemon of this root has its lock and its socket.
    let directory: RootDirectory
    let watcher: FileWatcher

    /// - Parameters:
    ///   - root: as the user names it.
    ///   - configuration: the file that was named instead of ROOT/.mockd.yml. What else describes a project is a source.
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
