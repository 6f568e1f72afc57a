import SystemPackage
import WatcherFrames

/// A reason why changes are found late: its code, a message that names the effect, a way out, and if a process can watch.
///
/// The status, the log and `mockctl doctor` show every fault as it is described here.
enum WatchFault: String {
    /// The kernel has no inotify instance for us.
    case noInstance = "inotify-instances-exhausted"
    /// The process keeps dying.
    case failing = "watcher-failing"
    /// The process speaks another version of the frames.
    case otherVersion = "watcher-version"
    /// The kernel refuses watches beyond its limit.
    case noWatches = "inotify-watches-exhausted"
    /// The kernel refuses watches for other reasons.
    case unwatchable = "unwatchable-directories"
    /// Names in watched directories cannot be examined.
    case unreadable = "unreadable-entries"

    init(_ reported: ReportedFault) {
        self =
            switch reported {
            case .noInstance: .noInstance
            }
    }

    /// Returns the fault of a tree and of the process that watches it; nil if all of it is watched and was read.
    init?(of tree: WatchTree, _ link: WatcherLink) {
        if tree.uncoveredCount > 0 {
            self = link.sweepReason ?? (tree.uncoveredReasons()[.noSpace] == nil ? .unwatchable : .noWatches)
        } else if !tree.unreadable.isEmpty {
            self = .unreadable
        } else if let fault = link.process?.fault {
            self = fault
        } else {
            return nil
        }
    }

    /// The reason to compare everything again and again, because no process watches; nil if the process goes on.
    var recrawlReason: String? {
        switch self {
        case .noInstance: "no inotify instance"
        case .failing: "watcher failing"
        case .otherVersion: "watcher of another version"
        case .noWatches, .unwatchable, .unreadable: nil
        }
    }

    func degradation(of tree: WatchTree, _ options: WatchOptions) -> WatchState.Degradation {
        let (message, fix) = text(tree, options)
        return .init(code: rawValue, message: message, fix: fix)
    }

    private func text(_ tree: WatchTree, _ options: WatchOptions) -> (message: String, fix: String) {
        let (count, interval) = (tree.uncoveredCount, options.sweepInterval)
        let sweep = "all \(count) directories are compared every \(interval)"
        switch self {
        case .noInstance:
            return (
                "no inotify instance is left of \(Self.limit(.instances)); \(sweep)",
                "raise it: sudo sysctl fs.inotify.max_user_instances=1024"
            )
        case .failing:
            return (
                "mockd-watcher does not stay alive; \(sweep)",
                "run it by hand to see why: \(options.watcherExecutable)"
            )
        case .otherVersion:
            return (
                "\(options.watcherExecutable) is not of the same build as mockd; \(sweep)",
                "install both from one build, and restart mockd"
            )
        case .noWatches:
            let refused = tree.uncoveredReasons()[.noSpace] ?? 0
            return (
                "cannot watch \(refused) of \(tree.directoryCount) directories: "
                    + "inotify limit \(Self.limit(.watches)) reached; they are compared every \(interval)",
                "raise it: sudo sysctl fs.inotify.max_user_watches=524288"
            )
        case .unwatchable:
            let errors = tree.uncoveredReasons().keys.map(\.description).sorted().joined(separator: ", ")
            return (
                "cannot watch \(count) of \(tree.directoryCount) directories"
                    + (errors.isEmpty ? "" : " (\(errors))") + "; they are compared every \(interval)",
                "make them readable, or exclude them"
            )
        case .unreadable:
            let first = tree.unreadable.min { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
            let name = first.map { "\(String($0.key.filePath.string.prefix(200))) (\($0.value.error))" } ?? ""
            return (
                "cannot look at \(tree.unreadable.count) of the names in watched directories; the first is \(name)",
                "shorten paths of more than 4095 bytes; make the directories above searchable"
            )
        }
    }

    private static func limit(_ limit: InotifyLimit) -> String { limit.value.map(String.init) ?? "?" }
}
