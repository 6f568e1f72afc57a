internal import ArgumentParser
internal import ControlChannel
internal import MockEngine
internal import SystemPackage

/// The options that `watch` and `generate` have in common.
struct EngineOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Use this file instead of ROOT/.mockd.yml.", valueName: "file"))
    var config: String?

    @Option(name: .long, help: ArgumentHelp("Where to keep the cache, or 'none'.", valueName: "dir|none"))
    var cache: String?

    @Option(name: .customShort("j"), help: ArgumentHelp("Read and parse so many files side by side.", valueName: "n"))
    var parallelism = 8

    @Flag(name: .long, help: "Print errors only.")
    var quiet = false

    @Flag(name: .customShort("v"), help: "Print more; may be repeated.")
    var verbosity: Int

    @Option(name: .long, help: "Whether to colour the output.")
    var color = ColorChoice.auto

    enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
        case auto, always, never
    }

    func validate() throws {
        if parallelism < 1 { throw ValidationError("-j takes a number from 1 on.") }
    }

    /// Where what was learned is kept; `nil` where nothing is.
    ///
    /// Below the folder that was asked for, systemd's, or the user's: one of its own for each project.
    func cache(for project: Project) -> EngineCache? {
        guard cache != "none" else { return nil }
        let environment = Environment.all
        let folder: FilePath
        if let cache {
            folder = FilePath(cache)
        } else if let given = environment["CACHE_DIRECTORY"]?.split(separator: ":").first {
            folder = FilePath(String(given))
        } else if let given = environment["XDG_CACHE_HOME"], given.hasPrefix("/") {
            folder = FilePath(given).appending("mockd")
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            folder = FilePath(home).appending(".cache").appending("mockd")
        } else {
            return nil
        }
        return EngineCache(
            folder: folder.appending(RootDirectory.identifier(of: project.root)), root: project.root)
    }

    var console: Console { Console(isQuiet: quiet) }

    /// The project of a folder; a problem with it ends the command with status 78.
    func project(of root: String) throws -> Project {
        do {
            return try discoverProject(root: FilePath(root), configuration: config.map { FilePath($0) })
        } catch {
            console.error("\(error)")
            throw ExitCode(ExitStatus.configuration)
        }
    }
}
