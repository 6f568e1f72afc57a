import Glibc
package import SystemPackage

/// The root to watch, the inputs to report and the time limits.
package struct WatchOptions: Sendable {
    /// Absolute; the prefix of all reported paths. The root itself may be a symbolic link; links below it are not
    /// followed.
    package var root: FilePath
    /// Paths of files and symbolic links to report besides Swift sources.
    package var otherInputs: Set<FilePath>
    /// The directory for the cookies of `sync()`: private to this process and on a local file system.
    package var runtimeDirectory: FilePath
    /// A burst ends when no event came for this long.
    package var quiet: Duration = .milliseconds(50)
    /// The oldest change of a burst waits no longer than this.
    package var latency: Duration = .seconds(1)
    /// The longest time that changes wait for git to release its index.
    package var versionControlHold: Duration = .seconds(30)
    /// The interval between comparisons of directories that the kernel refuses to watch.
    package var sweepInterval: Duration = .seconds(2)
    /// The pause between two audits. An audit finds changes without events, such as a write through a hard link in
    /// another directory or to the lower layer of an overlay.
    package var auditInterval: Duration = .seconds(600)
    /// The interval between checks of the root: the kernel sends no event when a directory above it is renamed.
    package var rootCheckInterval: Duration = .seconds(10)
    /// The longest silence of the watcher's process before it must give a sign of life.
    package var heartbeatInterval: Duration = .seconds(10)
    /// The longest time for an answer of the watcher's process before it counts as hanging and is replaced.
    package var answerTimeout: Duration = .seconds(20)
    package var watcherExecutable: FilePath

    package init(
        root: FilePath,
        runtimeDirectory: FilePath,
        watcherExecutable: FilePath = Self.executable(beside: "mockd-watcher"),
        otherInputs: Set<FilePath> = []
    ) {
        self.root = root
        self.runtimeDirectory = runtimeDirectory
        self.watcherExecutable = watcherExecutable
        self.otherInputs = otherInputs.union([root.appending(".mockd.yml")])
    }

    /// Returns the path of a program in the directory of the running one.
    package static func executable(beside name: String) -> FilePath {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let length = readlink("/proc/self/exe", &target, target.count - 1)
        let executable = length > 0 ? FilePath(platformString: target) : FilePath(CommandLine.arguments[0])
        return executable.removingLastComponent().appending(name)
    }
}
