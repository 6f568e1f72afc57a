internal import ArgumentParser
internal import ControlChannel
internal import Glibc
internal import MockEngine
internal import SystemPackage

/// The options that `watch` and `generate` have in common.
struct EngineOptions: ParsableArguments {
    private static let ordinaryParallelism = 8
    /// The limit of `-j`: each thread has its own stack, and no machine has more processors.
    private static let mostParallelism = 1024

    @Option(name: .long, help: ArgumentHelp("Use this file instead of ROOT/.mockd.yml.", valueName: "file"))
    var config: String?

    @Option(name: .long, help: ArgumentHelp("The folder of the cache, or 'none'.", valueName: "dir|none"))
    var cache: String?

    @Option(
        name: .customShort("j"),
        help: ArgumentHelp("The number of files to read and parse side by side.", valueName: "n"))
    var parallelism = Self.ordinaryParallelism

    @Flag(
        name: .long, help: "Let the project's configuration put mocks outside of the project, and into other packages.")
    var allowOutside = false

    @Option(
        name: .long,
        help: ArgumentHelp("The folder of the package's builds, as SwiftPM was given it.", valueName: "dir"))
    var scratchPath: String?

    static let trustManifestHelp: ArgumentHelp =
        "Run the project's Package.swift without bubblewrap where reading it does not suffice, as 'swift build' does."

    @Flag(name: .long, help: Self.trustManifestHelp)
    var trustManifest = false

    @Flag(name: .long, help: "Print errors only.")
    var quiet = false

    @Flag(name: .customShort("v"), help: "Print more; may be repeated.")
    var verbosity: Int

    @Option(name: .long, help: "When to colour the output.")
    var color = ColorChoice.auto

    func validate() throws {
        guard (1...Self.mostParallelism).contains(parallelism) else {
            throw ValidationError("-j takes a number from 1 to \(Self.mostParallelism).")
        }
    }

    var console: Console {
        Console.ofProcess(verbosity: quiet ? -1 : verbosity, colors: color, environment: ProcessEnvironment.all)
    }

    /// Returns the console for messages about a project: on terminals that show links, the places in them are some.
    func console(for root: FilePath) -> Console {
        var console = console
        guard color != .never, console.messages != .journal else { return console }
        console.links = TerminalLinks(
            in: root.absolute.string, isTerminal: isatty(STDERR_FILENO) == 1, environment: ProcessEnvironment.all)
        return console
    }

    /// Returns the folder for the cache. A folder of another user is refused: if the user named it, the command ends
    /// with status 77, otherwise it warns and runs without a cache.
    func cacheFolder() throws -> CacheFolder {
        let folder = CacheFolder(cache, environment: ProcessEnvironment.all)
        guard let refusal = folder.refusal else { return folder }
        guard cache == nil else {
            console.error("error: --cache: \(refusal); name a folder of your own, or pass --cache none")
            throw ExitCode(ExitStatus.noPermission)
        }
        console.warning("warning: nothing is kept for the next run: the cache folder \(refusal); name one with --cache")
        return folder
    }

    /// Returns the cache of the project, which keeps what earlier runs learned; `nil` if nothing is kept.
    func cache(in folder: CacheFolder, for project: Project) -> EngineCache? {
        folder.path.map { folder in
            EngineCache(folder: folder.appending(RootDirectory.identifier(of: project.root)), root: project.root)
        }
    }

    /// Collects the options of a daemon, with the origin of each value.
    ///
    /// - Parameter console: that of the daemon, which never waits for its terminal.
    func daemonOptions(for project: Project, on console: Console) throws -> DaemonOptions {
        let folder = try cacheFolder()
        let settings = [
            ProjectSetting(
                "config", .text(config ?? ".mockd.yml"), config == nil ? .default : .flag("--config")),
            ProjectSetting("cache", .text(folder.path?.string ?? "none"), folder.origin),
            ProjectSetting(
                "jobs", .text("\(parallelism)"), parallelism == Self.ordinaryParallelism ? .default : .flag("-j")),
        ]
        return DaemonOptions(
            configuration: config.map { FilePath($0) }, parallelism: parallelism,
            cache: cache(in: folder, for: project),
            interfaces: interfaces(in: folder.path, of: project, printLimit: DaemonOptions.printLimit, on: console),
            allowsOutside: allowOutside, scratchPath: scratchPath, manifests: manifests(in: folder, on: console),
            settings: settings)
    }

    /// Returns the access to the interfaces of modules without sources.
    ///
    /// - Parameter folder: That of the cache; `nil` to keep nothing.
    func interfaces(
        in folder: FilePath?, of project: Project, asksToolchain: Bool = true,
        printLimit: Int = ModuleInterfaces.printLimit, fileSystem: any FileSystem = LocalFileSystem(),
        on console: Console? = nil
    ) -> ModuleInterfaces {
        ModuleInterfaces(
            build: project.buildFolder, cache: folder,
            searchPath: asksToolchain ? ProcessEnvironment.all["PATH"] ?? "" : nil, given: project.interfaces,
            fileSystem: fileSystem, printLimit: printLimit,
            inPrint: ScanProgress.modulesInPrint(on: console ?? self.console))
    }

    private func manifests(in folder: CacheFolder, on console: Console) -> ManifestRunner {
        ManifestRunner(cache: folder.path, environment: ProcessEnvironment.all, trustsManifest: trustManifest) {
            console.progress("asking SwiftPM what Package.swift describes")
        }
    }

    /// Returns the nearest root from the folder that the user named, else from the current one, upwards.
    ///
    /// A configuration that is named with `--config` belongs to the folder itself.
    func root(named name: String?) -> String {
        config == nil ? ProjectRootArgument.root(from: name, console) : name ?? "."
    }

    /// Discovers the project of a folder; a problem with it ends the command with status 78.
    func project(of root: String) throws -> Project {
        do {
            return try discover(root)
        } catch {
            throw ended(by: error, in: root)
        }
    }

    func discover(_ root: String) throws(ConfigurationError) -> Project {
        let folder = CacheFolder(cache, environment: ProcessEnvironment.all)
        let user = try UserConfiguration(
            allowsOutside: allowOutside, manifests: manifests(in: folder, on: console), scratchPath: scratchPath,
            environment: ProcessEnvironment.all)
        return try discoverProject(root: FilePath(root), configuration: config.map { FilePath($0) }, user: user)
    }

    /// Prints the problems with a project, and returns the status that they end the command with.
    func ended(by error: ConfigurationError, in root: String) -> ExitCode {
        let console = console(for: FilePath(root))
        for problem in error.problems { console.error("\(problem)") }
        return ExitCode(ExitStatus.configuration)
    }
}

extension ColorChoice: ExpressibleByArgument {}
