internal import MockGeneration
internal import MockModel

// Targets that get mocks and cannot import the library of them: the first build of a newcomer would fail at its name.
extension Engine {
    /// Looks for such targets again, if other targets hold mocks than at the last time.
    mutating func findMissingLibraries(_ pass: Pass) {
        guard !project.targetsWithoutLibrary.isEmpty else { return }
        guard pass.isOfEverything || !pass.report.writes.isEmpty || !pass.report.removed.isEmpty else { return }
        let modules = Set(outputs.records.values.lazy.filter { $0.mockCount > 0 }.map(\.module))
            .map { project.modules[$0] }.filter { $0.style.names.module == LibraryReach.library }
        let targets = Set(modules.compactMap(\.outputTarget.name)).intersection(project.targetsWithoutLibrary)
        guard targets != problems.targetsInNeed else { return }
        problems.targetsInNeed = targets
        problems[.libraries] = warnings(about: targets)
    }

    private func warnings(about targets: Set<String>) -> [Diagnostic] {
        guard !targets.isEmpty, let package = try? LoadedPackage(root: project.root, shownIn: project.root) else {
            return []
        }
        let reach = LibraryReach(package)
        return targets.sorted().compactMap { package.target(named: $0) }.compactMap(reach.warning)
    }

    /// Returns the first step in a project without mocks; `nil` if there are mocks, or if the report tells why not.
    package func firstStep(after report: EngineReport) -> String? {
        guard counts.mocks == 0 else { return nil }
        let isExplained = report.diagnostics.contains { $0.severity != .note || $0.code == "target-without-tests" }
        let isUneventful = report.writes.isEmpty && report.removed.isEmpty && report.drifted.isEmpty
        guard !isExplained, report.failures.isEmpty, isUneventful else { return nil }
        return "nothing asks for a mock yet: write '/// @mockable' on the line above a protocol"
    }
}
