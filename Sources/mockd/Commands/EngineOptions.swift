internal import ArgumentParser
internal import ControlChannel
internal import MockEngine
internal import SystemPackage

/// The options that `watch` and `generate` have in common.
struct EngineOptions: ParsableArguments {
    private static let ordinaryParallelism = 8

    @Option(name: .long, help: ArgumentHelp("Use this file instead of ROOT/.mockd.yml.", valueName: "file"))
    var config: String?

    @Option(name: .long, help: ArgumentHelp("Where to keep the cache, or 'none'.", valueName: "dir|none"))
    var cache: String?

    @Option(name: .customShort("j"), help: ArgumentHelp("Read and parse so many files side by side.", valueName: "n"))
    var parallelism = Self.ordinaryParallelism

    @Flag(name: .long, help: "Print errors only.")
    var quiet = false

    @Flag(name: .customShort("v"), help: "Print more; may be repeated.")
    var verbosity: Int

    @Option(name: .long, help: "Whether to colour the output.")
    var color = ColorChoice.auto

    func validate() throws {
        if parallelism < 1 { throw ValidationError("-j takes a number from 1 on.") }
    }

    var console: Console {
        Console.ofProcess(verbosity: quiet ? -1 : verbosity, colors: color, environment: ProcessEnvironment.all)
    }

    /// What earlier runs learned of the project; `nil` where nothing is kept.
    func cache(for project: Project) -> EngineCache? {
        CacheFolder.find(cache, environment: ProcessEnvironment.all).map { folder in
            EngineCache(folder: folder.appending(RootDirectory.identifier(of: project.root)), root: project.root)
        }
    }

    /// All of it that a daemon needs to know, with the origin of each value.
    func daemonOptions(for project: Project) -> DaemonOptions {
        let folder = CacheFolder.findWithOrigin(cache, environment: ProcessEnvironment.all)
        let settings = [
            ProjectSetting(
                "config", .text(config ?? ".mockd.yml"), config == nil ? .default : .flag("--config")),
            ProjectSetting("cache", .text(folder.path?.string ?? "none"), folder.origin),
            ProjectSetting(
                "jobs", .text("\(parallelism)"), parallelism == Self.ordinaryParallelism ? .default : .flag("-j")),
        ]
        return DaemonOptions(
            configuration: config.map { FilePath($0) }, parallelism: parallelism, cache: cache(for: project),
            interfaces: interfaces(of: project), settings: settings)
    }

    /// What there is to know about modules without sources.
    func interfaces(of project: Project) -> ModuleInterfaces {
        let environment = ProcessEnvironment.all
        return ModuleInterfaces(
            root: project.root, cache: CacheFolder.find(cache, environment: environment),
            searchPath: environment["PATH"] ?? "")
    }

    /// Returns the root that the user named, else the nearest one from the current folder upwards.
    ///
    /// A configuration that is named with `--config` belongs to the current folder.
    func root(named name: String?) -> String {
        if let name { return name }
        return config == nil ? ProjectRootArgument.nearest(console) : "."
    }

    /// The project of a folder; a problem with it ends the command with status 78.
    func project(of root: String) throws -> Project {
        do {
            return try discoverProject(root: FilePath(root), configuration: config.map { FilePath($0) })
        } catch {
            let console = console
            for problem in error.problems { console.error("\(problem)") }
            throw ExitCode(ExitStatus.configuration)
        }
    }
}

extension ColorChoice: ExpressibleByArgument {}
