internal import FileWatching
internal import MockEngine
internal import MockModel
internal import SystemPackage

// The command of `mockd watch --exec`.
extension EngineLoop {
    /// Runs the command if a pass has written or removed files.
    ///
    /// - Parameter changes: The changes that led to the pass, as far as the watcher reported them.
    func runCommand(after changes: [FileChange], _ report: EngineReport) {
        let files = report.written + report.removed
        guard let command = context.command, !files.isEmpty else { return }
        let project = engine.project
        var input = CommandInput()
        input.mocks = Set(report.written.map(project.displayPath))
        // A scan reports no changes; then each written file names the source that changed it.
        let changed = changes.map(\.path) + report.writes.compactMap(\.cause).map { project.root.pushing(FilePath($0)) }
        input.sources = Set(changed.filter(engine.isSource).map(project.displayPath))
        let owners = TestOwners(project)
        for file in files {
            let tests = owners.tests(of: file)
            if tests.isEmpty { input.concernsAllTests = true }
            input.tests.formUnion(tests)
        }
        command.run(for: input)
    }
}
