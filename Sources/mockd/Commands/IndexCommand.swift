internal import ArgumentParser
internal import ControlChannel
internal import Glibc
internal import MockEngine
internal import MockModel
internal import SystemPackage

/// `mockd index`: writes what other modules need to know of one.
struct IndexCommand: AsyncParsableCommand, ModuleCommand {
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
        let context = RunContext(console: common.console)
        let project = try describedProject(context.console)
        let cache = common.cache(in: try common.cacheFolder(), for: project)
        let journal = cache.map { WorkJournal(of: $0, notes: true) }
        if let journal { Interruption.note(in: journal) }
        var engine = Engine(project: project, parallelism: common.parallelism, cache: cache, journal: journal)
        let report = engine.refresh()
        journal?.end()
        Glibc.exit(finish(report, of: engine, context))
    }

    var writtenPaths: [String] { [output, build.depfile].compactMap(\.self) }

    func describedProject(_ console: Console) throws -> Project {
        try describedModule(console) { () throws(ConfigurationError) in try indexedProject(options) }
    }

    func engine(for project: Project, _ files: RequestFiles) -> Engine {
        Engine(project: project, parallelism: common.parallelism, fileSystem: files, digests: files.digests)
    }

    func finish(_ report: EngineReport, of engine: Engine, _ context: RunContext) -> Int32 {
        let (console, project) = (context.console, engine.project)
        var report = report
        for diagnostic in report.diagnostics { console.message("\(diagnostic)", Severity(diagnostic.severity)) }
        do throws(FileSystemError) {
            let path = project.root.pushing(FilePath(output ?? "")).lexicallyNormalized()
            let isNew = try context.files.bring(path, to: engine.index(includesInternal: testable))
            try build.writeDepfile(for: [path], of: engine, context.files)
            let restored = context.complete(&report)
            if let failure = report.failures.first { throw failure }
            if isNew || restored.contains(path), !common.quiet {
                console.result("wrote \(project.displayPath(of: path))")
            }
        } catch {
            console.error("error: \(error)")
            return ExitStatus.of([error]) ?? ExitStatus.cannotCreate
        }
        return report.hasErrors ? ExitStatus.failed : 0
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
