internal import ArgumentParser
internal import ControlChannel
internal import MockEngine
internal import Synchronization
internal import SystemPackage

/// `mockd watch`: the daemon, in the foreground.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Watches a project and keeps its mocks up to date.",
        discussion: """
            Runs until it is interrupted. 'mockctl status' tells how it is, 'mockctl sync' waits until everything \
            saved so far has been generated.

            Exit status: 75 another mockd watches this project, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The folder of the project.")
    var root = "."

    @Flag(help: "Print events as NDJSON on stdout.")
    var json = false

    @OptionGroup(title: "Common options") var common: EngineOptions

    func run() async throws {
        // What is wrong with the project is said first.
        let watched = Self.watch(root, configuration: common.config)
        var project = try common.project(of: root)
        let console = common.console
        do {
            project = try canonical(project)
            let daemon = try Daemon(
                project: project, in: watched.get(), options: common.daemonOptions(for: project),
                reporter: BatchReporter(console: console, printsJSON: json))
            try await daemon.run()
        } catch let failure as InstanceLock.Failure {
            console.error("error: \(failure)")
            throw ExitCode(failure.exitStatus)
        } catch let error as PlacementError {
            console.error("error: \(error)")
            throw ExitCode(error.exitStatus)
        } catch let error as DaemonFailure {
            console.error("error: \(error)")
            throw ExitCode(ExitStatus.failed)
        }
    }

    // MARK: Beginning

    /// What has begun before the arguments were understood. To understand them takes longer than to begin.
    private static let begun = Mutex<[String: Result<WatchedRoot, PlacementError>]>([:])

    /// Begins to look around if the arguments are of the usual form; otherwise there is time when they are understood.
    static func begin(_ arguments: ArraySlice<String>) {
        guard arguments.first == configuration.commandName else { return }
        let rest = arguments.dropFirst().filter { !["--quiet", "--json", "-v"].contains($0) }
        guard rest.count < 2, rest.first?.hasPrefix("-") != true else { return }
        _ = watch(rest.first ?? ".", configuration: nil)
    }

    private static func watch(_ root: String, configuration: String?) -> Result<WatchedRoot, PlacementError> {
        begun.withLock { begun in
            if configuration == nil, let known = begun[root] { return known }
            let watched = Result { () throws(PlacementError) in
                try WatchedRoot(FilePath(root), configuration: configuration.map { FilePath($0) })
            }
            if configuration == nil { begun[root] = watched }
            return watched
        }
    }

    /// Discovery again from the one spelling of the root that lock, socket and watcher agree on.
    private func canonical(_ project: Project) throws -> Project {
        let root = try RootDirectory.canonical(project.root)
        return root == project.root ? project : try common.project(of: root.string)
    }
}
