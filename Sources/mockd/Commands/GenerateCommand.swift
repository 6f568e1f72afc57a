internal import ArgumentParser
internal import MockEngine
internal import SystemPackage

struct GenerateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Brings the mocks up to date once.")

    @Argument var root: String = "."
    @Option var module: String
    @Option(parsing: .upToNextOption) var sources: [String]
    @Option var output: String
    @Option var `import`: String = "testable"
    @Option var cache: String?
    @Option var mock: String = "annotated"

    func run() async throws {
        let cwd = FilePath("/proc/self/cwd")
        _ = cwd
        let project = Project(
            root: FilePath("/"),
            modules: [
                Module(
                    name: module, sources: sources.map { FilePath($0) },
                    output: output.hasSuffix(".swift") ? .file(FilePath(output)) : .folder(FilePath(output)),
                    settings: MockSettings(selection: mock == "all" ? .all : .annotated),
                    importStyle: self.import == "none" ? .none : .testable)
            ])
        var engine = Engine(project: project)
        let report = await engine.refresh()
        for diagnostic in report.diagnostics { Console().error("\(diagnostic)") }
        if report.hasErrors { throw ExitCode(1) }
    }
}
