internal import ArgumentParser
internal import ControlChannel
internal import Glibc
internal import LinuxSystem
internal import MockEngine
internal import MockModel
internal import SystemPackage

/// `mockd init`: puts mockd into a package, or writes a first configuration.
struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Puts mockd into a package, and makes the first mocks.",
        discussion: """
            In a package it shows what Package.swift needs before the tests can compile mocks, and asks before it \
            changes anything. Without a terminal it changes nothing; pass --yes to apply it.

            A commented .mockd.yml is written only where one is needed: without a package, with --config, or if the \
            project's mocks came from Sourcery, mockolo, SwiftyMocky, Spyable or Mockable so far. Then it has the \
            settings that keep the tests compiling, and what they do not carry over. No file of this name is overwritten.

            With --vscode it writes .vscode/tasks.json instead, which shows mockd's problems in the editor.

            Exit status: 0 done, shown or declined, 1 Package.swift has to be changed by hand, 64 the place of mockd is \
            unknown, 73 a file cannot be written, 77 it may not, 78 the project cannot be read.
            """)

    @Argument(help: ProjectRootArgument.help)
    var root: String?

    @Flag(help: "Apply the change without a question.")
    var yes = false

    @Flag(help: "Write nothing; show what would be written.")
    var dryRun = false

    @Flag(help: "Write a .mockd.yml, too.")
    var config = false

    @Option(
        help: ArgumentHelp(
            "Depend on the clone of mockd in this folder; else on the one that this program was built in, or '../mockd'.",
            valueName: "dir"))
    var packagePath: String?

    @Option(help: ArgumentHelp("Depend on this program's version of mockd from this repository.", valueName: "url"))
    var packageURL: String?

    @Flag(help: "Write tasks for Visual Studio Code; never overwrites a file.")
    var vscode = false

    func validate() throws {
        guard !(yes && dryRun) else { throw ValidationError("--yes and --dry-run exclude each other.") }
        guard packagePath == nil || packageURL == nil else {
            throw ValidationError("--package-path and --package-url exclude each other.")
        }
        if let packagePath, !PackageOrigin.isClone(FilePath(packagePath)) {
            throw ValidationError("--package-path: there is no clone of mockd in '\(packagePath)'.")
        }
        if let packageURL, !PackageOrigin.isUsable(url: packageURL) {
            throw ValidationError(
                "--package-url: the repository has to be called 'mockd', because SwiftPM takes the package's name from it."
            )
        }
    }

    func run() async throws {
        // A configuration in a folder of a package would make a project of its own.
        let root = FilePath(ProjectRootArgument.root(from: root, Console()))
        guard !vscode else { return try writeTasks(in: root) }
        let starter = StarterFile(root: root, isWanted: config, isDry: dryRun)
        guard var survey = try Survey(after: starter) else { return }
        let outcome = try setUp(survey)
        if outcome == .declined { return Console().result("nothing was changed") }
        guard outcome != .ready || dryRun else {
            survey = try Survey(of: root)
            survey.printCounts()
            return try await makeMocks(survey, in: root)
        }
        survey.printDiagnostics()
        survey.printCounts()
        switch outcome {
        case .ready, .declined: Console().result("make the mocks with: mockd init\(words)")
        case .shown: Console().result("apply it with: mockd init --yes\(words)")
        case .byHand:
            Console().result("next: change it, then run: mockd init\(words)")
            throw ExitCode(ExitStatus.failed)
        }
    }

    /// The options and the root as further words of a command that is to be run in the same folder.
    private var words: String {
        // Without --dry-run the configuration exists by now.
        let flag = config && dryRun ? ["--config"] : []
        let origin = packagePath.map { ["--package-path", $0] } ?? packageURL.map { ["--package-url", $0] } ?? []
        return (flag + origin + [root].compactMap(\.self)).map { " " + $0.shellWord }.joined()
    }

    private func writeTasks(in root: FilePath) throws {
        let folder = root.appending(".vscode")
        // If it cannot be made, neither can the file in it, which is reported.
        mkdir(folder.string, 0o755)
        try NewFile.create(EditorTasks.vscode, at: folder.appending("tasks.json"))
        Console().result("next: open the folder, and run the task 'mockd watch' (it starts by itself from then on)")
    }

    // MARK: The package

    private enum Outcome {
        /// The mocks can be compiled.
        case ready
        case shown, declined, byHand
    }

    private func setUp(_ survey: Survey) throws -> Outcome {
        guard let setup = try survey.setup(from: try origin(beside: survey.project.root)) else { return .ready }
        let console = Console()
        switch setup.change {
        case .none:
            console.result("\(setup.manifest) has all that the mocks need")
            return .ready
        case .unknownOrigin:
            console.error(
                "error: \(setup.manifest) needs a dependency on mockd, and this program does not know where mockd is; "
                    + "name a clone with --package-path, or a repository with --package-url; nothing was changed")
            throw ExitCode.validationFailure
        case .byHand(let reason, let steps):
            console.result("\(setup.manifest) has to be changed by hand, because \(reason):")
            for step in steps { console.result("\(step.place):\n    \(step.code)") }
            return .byHand
        case .texts(let texts):
            for text in texts {
                let path = survey.project.displayPath(of: text.path)
                console.result(UnifiedDiff(from: text.old, to: text.new, path: path).description)
            }
            for remark in setup.remarks { console.message("\(setup.manifest): note: \(remark)", .notice) }
            if dryRun || !yes && !Question.canBeAsked { return .shown }
            guard yes || Question.isAffirmed("Apply this?") else { return .declined }
            for text in texts { try NewFile.replace(text, in: survey.project) }
            return .ready
        }
    }

    private func origin(beside root: FilePath) throws -> PackageOrigin? {
        if let packagePath { return .clone(FilePath(packagePath).absolute) }
        let version = DaemonIdentity.productVersion
        if let packageURL { return .release(packageURL, version: version) }
        let program = (try? RootDirectory.canonical(FilePath("/proc/self/exe"))) ?? FilePath("")
        return PackageOrigin.ofProgram(at: program)
            ?? PackageOrigin.repository.map { .release($0, version: version) }
            ?? PackageOrigin.neighbour(of: root)
    }

    private func makeMocks(_ survey: Survey, in root: FilePath) async throws {
        let next = isWatched(survey.project.root) ? "mockctl status" : "mockd watch"
        let folder = self.root.map { FilePath($0).shellWord } ?? "."
        try await GenerateCommand.parse(["--", root.string]).generate { status in
            Console().result("next: \(next) \(folder)")
            Glibc.exit(status)
        }
    }

    /// True if a daemon runs already: it has read the new file.
    private func isWatched(_ root: FilePath) -> Bool {
        guard let path = try? RootDirectory.canonical(root) else { return false }
        return DaemonFinder(environment: ProcessEnvironment.ofDaemons).running().contains { $0.root == path.string }
    }
}
