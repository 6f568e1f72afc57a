internal import ArgumentParser
internal import ControlChannel
internal import Glibc
internal import MockEngine
internal import MockModel
internal import SystemPackage

/// `mockd generate`: one pass over everything, then the end.
struct GenerateCommand: AsyncParsableCommand, ModuleCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Brings the mocks up to date once.",
        usage: """
            mockd generate [<root>] [--check] [--diff] [--dry-run] [--force]
            mockd generate --module <name> --sources <path> ... --output <path> [<options>]
            """,
        discussion: """
            Exit status: 0 all mocks are current, 1 something could not be mocked, 2 --check or --diff found something \
            stale, 73 an output cannot be written, 77 it may not, 78 the configuration is wrong.
            """
    )

    @Argument(help: ProjectRootArgument.help)
    var root: String?

    @Flag(help: "Write nothing; exit with 2 and list what is stale.")
    var check = false

    @Flag(help: "Print how the files differ from what they should be, write nothing; exit with 2 if they do.")
    var diff = false

    @Flag(help: "Write nothing; list what would be written.")
    var dryRun = false

    @Flag(help: "Overwrite mocks that were edited by hand.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "Print what was found for people, or as commands for GitHub Actions, which is the default there, or as a document on standard output.",
            valueName: "text|github|sarif|junit"))
    var format: ReportFormat?

    @OptionGroup(title: "A module of its own") var adHoc: AdHocArguments
    @OptionGroup(title: "For build systems, with such a module") var build: BuildArguments
    @OptionGroup(title: "Common options") var common: EngineOptions

    private var writes: Bool { !check && !diff && !dryRun }

    func run() async throws {
        try await generate { Glibc.exit($0) }
    }

    /// - Parameter end: Ends the process with the status. Freeing an engine that knows ten thousand files takes longer
    ///   than reading them.
    func generate(then end: (Int32) -> Never) async throws -> Never {
        let project = try findProject(common.console)
        let context = RunContext(console: common.console(for: project.root))
        let folder = try common.cacheFolder()
        let cache = common.cache(in: folder, for: project)
        let journal = cache.map { WorkJournal(of: $0, notes: writes) }
        if let journal { Interruption.note(in: journal) }
        if force { journal?.acquitAll() }
        let interfaces = common.interfaces(in: folder.path, of: project, asksToolchain: !build.noToolchain)
        var engine = Engine(
            project: project, policy: policy, parallelism: common.parallelism, cache: cache, journal: journal,
            interfaces: interfaces)
        let report = await refresh(&engine, interfaces.inPrint, context.console)
        journal?.end()
        end(finish(report, of: engine, context))
    }

    private var policy: OutputPolicy { OutputPolicy(writes: writes, overwritesEdited: force) }

    private func refresh(
        _ engine: inout Engine, _ modules: ModulesInPrint, _ console: Console
    ) async -> EngineReport {
        let progress = engine.progress
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { await ScanProgress.show(on: console) { ScanProgress.State(progress, modules) } }
            defer { group.cancelAll() }
            return engine.refresh()
        }
    }

    private func findProject(_ console: Console) throws -> Project {
        guard adHoc.isUsed || build.isUsed else { return try common.project(of: common.root(named: root)) }
        return try describedProject(console)
    }

    // MARK: One module

    var writtenPaths: [String] { [adHoc.output, build.depfile].compactMap(\.self) }

    func describedProject(_ console: Console) throws -> Project {
        try describedModule(console) { () throws(ConfigurationError) in
            var options = adHoc.options
            build.apply(to: &options)
            return try adHocProject(options)
        }
    }

    func engine(for project: Project, _ files: RequestFiles) -> Engine {
        let interfaces = common.interfaces(
            in: nil, of: project, asksToolchain: !build.noToolchain, fileSystem: files)
        return Engine(
            project: project, policy: policy, parallelism: common.parallelism, interfaces: interfaces,
            fileSystem: files, digests: files.digests)
    }

    func finish(_ report: EngineReport, of engine: Engine, _ context: RunContext) -> Int32 {
        var report = report
        let failure = writeFilesOfBuildSystem(engine, context.files)
        let restored = context.complete(&report)
        report.note(restored: restored.filter(engine.knows))
        show(report, of: engine.project, context)
        if let failure {
            context.console.error("error: \(failure)")
            return ExitStatus.of([failure]) ?? ExitStatus.cannotCreate
        }
        if let step = engine.firstStep(after: report) { context.console.note(step) }
        return status(of: report) ?? 0
    }

    private func writeFilesOfBuildSystem(_ engine: Engine, _ files: any FileSystem) -> FileSystemError? {
        guard writes else { return nil }
        do throws(FileSystemError) {
            var outputs = engine.outputSummaries.map(\.path)
            if let path = try adHoc.writeEmptyOutput(of: engine, files), !outputs.contains(path) {
                outputs.append(path)
            }
            try build.writeDepfile(for: outputs, of: engine, files)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Printing

    private func show(_ report: EngineReport, of project: Project, _ context: RunContext) {
        let console = context.console
        let format = format ?? .ordinary(ProcessEnvironment.all)
        for detail in project.details { console.detail("\(detail)") }
        for diagnostic in report.diagnostics { console.message("\(diagnostic)", Severity(diagnostic.severity)) }
        for failure in report.failures { console.error("error: \(failure)") }
        if !common.quiet, !format.isDocument {
            for path in report.written { console.result("wrote \(project.displayPath(of: path))") }
            for path in report.removed { console.result("removed \(project.displayPath(of: path))") }
        }
        if !format.isDocument {
            for drift in report.drifted where isShown(drift) { show(drift, of: project, context) }
            if check { for path in report.kept { console.result("kept \(project.displayPath(of: path))") } }
        }
        print(report, of: project, as: format, on: console)
        let isMendable = report.drifted.contains { [.stale, .missing].contains($0.state) || $0.expected == nil }
        let wayOut = check && isMendable ? "; write them with: mockd generate" : ""
        console.note("\(summary(of: report)) (\((.now - context.start).milliseconds) ms)\(wayOut)")
    }

    /// Prints the findings for machines.
    private func print(
        _ report: EngineReport, of project: Project, as format: ReportFormat, on console: Console
    ) {
        let found = CheckReport(
            report.diagnostics, failures: report.failures,
            drifts: check || diff ? report.drifted : [], unchanged: report.unchanged,
            displayPath: project.displayPath)
        let folder = Self.folder(of: project, in: ProcessEnvironment.all["GITHUB_WORKSPACE"])
        switch format {
        case .text: break
        case .github: for command in found.gitHubCommands(in: folder) { console.result(command) }
        case .junit: console.result(found.junit(in: folder))
        case .sarif:
            do { console.result(try found.sarif(in: folder, root: project.root)) } catch {
                console.error("error: the report: \(error)")
            }
        }
    }

    /// The project's root, relative to the repository that is checked out at a path; empty if it is not below it.
    private static func folder(of project: Project, in repository: String?) -> String {
        guard let repository, !repository.isEmpty else { return "" }
        var root = project.root
        return root.removePrefix(FilePath(repository)) ? root.string : ""
    }

    /// Returns the counts of what was done, or of what would have to be done.
    private func summary(of report: EngineReport) -> String {
        let kept = report.kept.isEmpty ? "" : ", \(report.kept.count) kept"
        guard !writes else {
            return
                "\(report.writes.count) written, \(report.unchanged) unchanged, \(report.removed.count) removed\(kept)"
        }
        let kinds = Dictionary(grouping: report.drifted) { $0.expected == nil ? .orphaned : $0.state }
        let order: [OutputState] = [.stale, .missing, .orphaned, .edited, .conflict]
        let drifted = order.filter { kinds[$0] != nil || $0 == .stale && kinds.isEmpty }.map {
            "\(kinds[$0]?.count ?? 0) \($0.rawValue)"
        }
        return (drifted + ["\(report.unchanged) unchanged"]).joined(separator: ", ") + kept
    }

    /// Returns true if the mode prints this output: stale and missing ones always, edited ones with `--check` and
    /// `--diff`, all others, such as conflicts, with `--check` only.
    private func isShown(_ drift: EngineReport.Drift) -> Bool {
        switch drift.state {
        case .stale, .missing: true
        case .edited: check || diff
        default: check
        }
    }

    private func show(_ drift: EngineReport.Drift, of project: Project, _ context: RunContext) {
        let path = project.displayPath(of: drift.path)
        if diff, drift.state != .conflict {
            let existing = (try? context.files.contents(of: drift.path)).map { String(decoding: $0, as: UTF8.self) }
            context.console.result(UnifiedDiff(from: existing, to: drift.expected, path: path).description)
        } else if drift.expected == nil {
            context.console.result(check ? "orphaned \(path)" : "would remove \(path)")
        } else {
            context.console.result(check ? "\(drift.state.rawValue) \(path)" : "would write \(path)")
        }
    }

    private func status(of report: EngineReport) -> Int32? {
        if let status = ExitStatus.of(report.failures) { return status }
        if report.drifted.contains(where: { $0.state == .conflict }) { return ExitStatus.cannotCreate }
        if check || diff, !report.drifted.isEmpty { return ExitStatus.drift }
        return report.hasErrors ? ExitStatus.failed : nil
    }
}

extension ReportFormat: ExpressibleByArgument {}
