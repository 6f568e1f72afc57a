internal import ArgumentParser
internal import ControlChannel
internal import Glibc
internal import LinuxSystem
internal import MockEngine
internal import MockModel
internal import SystemPackage

/// `mockd init`: writes a first configuration.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Writes a commented .mockd.yml from what it finds; never overwrites one.",
        discussion: """
            If the project's mocks came from Sourcery, mockolo, SwiftyMocky, Spyable or Mockable so far, it writes the \
            settings that keep the tests compiling, and lists what they do not carry over.

            With --vscode it writes .vscode/tasks.json instead, which shows mockd's problems in the editor.
            """)

    /// Modules beyond this number are counted and not listed.
    private static let mostModules = 20

    @Argument(help: ProjectRootArgument.help)
    var root: String?

    @Flag(help: "Write tasks for Visual Studio Code; never overwrites a file.")
    var vscode = false

    func run() throws {
        // A configuration in a folder of a package would make a project of its own.
        let root = FilePath(ProjectRootArgument.root(from: root, Console()))
        guard !vscode else { return try writeTasks(in: root) }
        let earlier = EarlierGenerator.found(in: root)
        try write(starterConfiguration(for: root, after: earlier), to: root.appending(".mockd.yml"))
        if let earlier { show(earlier) }
        do {
            report(try discoverProject(root: root))
        } catch {
            // The file that was written describes nothing as long as this is so.
            for problem in error.problems { Console().error("\(problem)") }
        }
    }

    private func writeTasks(in root: FilePath) throws {
        let folder = root.appending(".vscode")
        // If it cannot be made, neither can the file in it, which is reported.
        mkdir(folder.string, 0o755)
        try write(EditorTasks.vscode, to: folder.appending("tasks.json"))
        Console().result("next: open the folder, and run the task 'mockd watch' (it starts by itself from then on)")
    }

    private func write(_ text: String, to path: FilePath) throws {
        do throws(RegularFileError) {
            try RegularFile(path, for: .creating(FilePermissions(rawValue: 0o644))).write(Array(text.utf8))
        } catch {
            let error = error.errno
            let hint = error == .fileExists ? "; edit it, or remove it first" : ""
            Console().error("error: cannot create \(path): \(error)\(hint)")
            throw ExitCode(error == .permissionDenied ? ExitStatus.noPermission : ExitStatus.cannotCreate)
        }
        Console().result("wrote \(path)")
    }

    private func show(_ earlier: EarlierGenerator) {
        let settings = earlier.settings.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        let kept = settings.isEmpty ? "" : "; as there: \(settings)"
        Console().result("\(earlier.place) tells of \(earlier.name)\(kept)")
        for remark in earlier.remarks { Console().message("\(earlier.place): note: \(remark)", .notice) }
    }

    private func report(_ project: Project) {
        var engine = Engine(project: project, policy: OutputPolicy(writes: false))
        let found = engine.refresh()
        for diagnostic in found.diagnostics { Console().message("\(diagnostic)", Severity(diagnostic.severity)) }
        let sources = Dictionary(grouping: engine.inputSummaries, by: \.module)
        let counts = engine.mockCounts
        let mocked = project.modules.filter(\.isMocked)
        for (number, module) in mocked.enumerated() {
            let files = sources[module.name] ?? []
            guard number < Self.mostModules, let output = module.output else { continue }
            let outputPath = project.displayPath(of: output.path)
            let mocks = counts[module.name, default: 0].counted("mock")
            Console().result("\(module.name): \(mocks) of \(files.count.counted("file")), to \(outputPath)")
        }
        if mocked.count > Self.mostModules {
            Console().result("and \((mocked.count - Self.mostModules).counted("more module", "more modules"))")
        }
        if let step = engine.firstStep(after: found) { Console().result(step) }
        let folder = root.map { FilePath($0).shellWord } ?? "."
        Console().result("next: \(isWatched(project.root) ? "mockctl status" : "mockd watch") \(folder)")
    }

    /// True if a daemon runs already: it has read the new file.
    private func isWatched(_ root: FilePath) -> Bool {
        guard let path = try? RootDirectory.canonical(root) else { return false }
        return DaemonFinder(environment: ProcessEnvironment.ofDaemons).running().contains { $0.root == path.string }
    }
}
