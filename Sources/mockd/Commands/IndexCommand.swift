internal import ArgumentParser
internal import ControlChannel
internal import Glibc
internal import MockEngine
internal import MockModel
internal import SystemPackage

/// `mockd index`: writes what other modules need to know of one.
struct IndexCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "index",
        abstract: "Writes the declarations of a module that others need, for build systems.",
        usage: "mockd index --module <name> --sources <path> ... --output <file> [<options>]",
        discussion: """
            The file takes the place of the module's sources: mockd generate --dependency NAME=FILE. It stays as it is \
            when an edit changes nothing that other modules see, so nothing that depends on it has to be made again.

            Exit status: 0 the index is current, 1 a source could not be read or understood and is not in it, 73 it \
            cannot be written, 77 it may not, 78 an option is wrong.
            """
    )

    @Option(help: ArgumentHelp("The module, as 'import' spells it.", valueName: "name"))
    var module: String?

    @Option(parsing: .upToNextOption, help: ArgumentHelp("Folders or files to read.", valueName: "path"))
    var sources: [String] = []

    @Option(help: ArgumentHelp("The index, a file that ends in .mockd-index.", valueName: "file"))
    var output: String?

    @Option(parsing: .singleValue, help: ArgumentHelp("A compilation condition that holds.", valueName: "flag"))
    var define: [String] = []

    @Option(parsing: .singleValue, help: ArgumentHelp("Files or folders to leave out.", valueName: "glob"))
    var exclude: [String] = []

    @Flag(help: "Include internal declarations, for modules that import it with @testable.")
    var testable = false

    @OptionGroup(title: "For build systems") var build: BuildArguments
    @OptionGroup(title: "Common options") var common: EngineOptions

    func run() async throws {
        let project = try describedModule(common.console) { () throws(ConfigurationError) in
            try indexedProject(options)
        }
        let cache = common.cache(in: try common.cacheFolder(), for: project)
        let journal = cache.map { WorkJournal(of: $0, notes: true) }
        if let journal { Interruption.note(in: journal) }
        var engine = Engine(project: project, parallelism: common.parallelism, cache: cache, journal: journal)
        let report = engine.refresh()
        journal?.end()
        for diagnostic in report.diagnostics {
            common.console.message("\(diagnostic)", Severity(diagnostic.severity))
        }
        let output = project.root.pushing(FilePath(output ?? "")).lexicallyNormalized()
        do throws(FileSystemError) {
            let bytes = engine.index(includesInternal: testable)
            if try LocalFileSystem().bring(output, to: bytes), !common.quiet {
                common.console.result("wrote \(project.displayPath(of: output))")
            }
            try build.writeDepfile(for: [output], from: engine.filesRead, in: project.root)
        } catch {
            common.console.error("error: \(error)")
            throw ExitCode(ExitStatus.of([error]) ?? ExitStatus.cannotCreate)
        }
        Glibc.exit(report.hasErrors ? ExitStatus.failed : 0)
    }

    private var options: AdHocOptions {
        var options = AdHocOptions()
        options.module = module
        options.sources = sources
        options.output = output
        options.defines = define
        options.exclude = exclude
        build.apply(to: &options)
        return options
    }
}

/// Returns the project that options describe; ends the command with the problems of the options.
func describedModule(
    _ console: Console, _ describe: () throws(ConfigurationError) -> Project
) throws -> Project {
    do throws(ConfigurationError) {
        return try describe()
    } catch {
        for problem in error.problems { console.error("\(problem)") }
        let isUsage = error.problems.contains { $0.code == "usage" }
        throw ExitCode(isUsage ? ExitCode.validationFailure.rawValue : ExitStatus.configuration)
    }
}
