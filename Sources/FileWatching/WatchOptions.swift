import Glibc
import MockModel
package import SystemPackage

/// What is watched, and how patiently.
package struct WatchOptions: Sendable {
    /// Absolute, and as the paths of changes shall begin. It may itself be a symbolic link; links below are not followed.
    package var root: FilePath
    /// Directories of these names are not looked into, wherever they are.
    package var ignoredDirectoryNames = UnwatchedFolders.names
    /// Regular files and symbolic links that are reported besides Swift sources.
    package var otherInputs: Set<FilePath>
    /// Private to this process and on a local file system. Cookies for `sync()` are created here.
    package var runtimeDirectory: FilePath
    /// A burst is over when nothing came for so long.
    package var quiet: Duration = .milliseconds(50)
    /// The oldest change of a burst waits no longer than this.
    package var latency: Duration = .seconds(1)
    /// Changes wait so long for git to release its index.
    package var versionControlHold: Duration = .seconds(30)
    /// How often directories that the kernel refuses to watch are compared.
    package var sweepInterval: Duration = .seconds(2)
    /// How long after one audit the next begins: it finds what the kernel does not tell, such as a write through a hard
    /// link in another directory, or to the lower layer of an overlay.
    package var auditInterval: Duration = .seconds(600)
    /// How often it is made sure that the root is where it was: the kernel does not tell when a directory above it is
    /// renamed.
    package var rootCheckInterval: Duration = .seconds(10)
    /// How long the watcher's process may be silent before it has to prove that it lives.
    package var heartbeatInterval: Duration = .seconds(10)
    /// How long an answer of the watcher's process may take before it counts as hanging and is replaced.
    package var patience: Duration = .seconds(20)
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

    /// The path of a program in the directory of the running one.
    package static func executable(beside name: String) -> FilePath {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let length = readlink("/proc/self/exe", &target, target.count - 1)
        let executable = length > 0 ? FilePath(platformString: target) : FilePath(CommandLine.arguments[0])
        return executable.removingLastComponent().appending(name)
    }
}
