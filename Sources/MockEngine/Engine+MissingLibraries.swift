internal import MockGeneration
internal import MockModel

// Targets that get mocks and cannot import the library of them: the first build of a newcomer would fail at its name.
extension Engine {
    /// Looks for such targets again, if other targets hold mocks than at the last time.
    mutating func findMissingLibraries(_ pass: Pass) {
        guard !project.targetsWithoutLibrary.isEmpty else { return }
        guard pass.isOfEverything || !pass.report.writes.isEmpty || !pass.report.removed.isEmpty else { return }
        let modules = Set(outputs.records.values.lazy.filter { $0.mockCount > 0 }.map(\.module))
            .map { project.modules[$0] }
        let needs = Set(
            modules.compactMap { module -> LibraryNeed? in
                guard let library = module.style.names.module, let target = module.outputTarget.name,
                    project.targetsWithoutLibrary[library]?.contains(target) == true
                else { return nil }
                return LibraryNeed(target: target, library: library)
            })
        guard needs != problems.libraryNeeds else { return }
        problems.libraryNeeds = needs
        problems[.libraries] = warnings(about: needs)
    }

    private func warnings(about needs: Set<LibraryNeed>) -> [Diagnostic] {
        guard !needs.isEmpty, let package = try? LoadedPackage(root: project.root, shownIn: project.root) else {
            return []
        }
        return needs.sorted { ($0.target, $0.library) < ($1.target, $1.library) }.compactMap { need in
            package.target(named: need.target).flatMap(LibraryReach(package, library: need.library).warning)
        }
    }

    /// Returns the first step in a project without mocks; `nil` if there are mocks, or if the report tells why not.
    package func firstStep(after report: EngineReport) -> String? {
        guard counts.mocks == 0, !project.modules.contains(where: \.hasMocksOfBuild) else { return nil }
        let isExplained = report.diagnostics.contains { $0.severity != .note || $0.code == "target-without-tests" }
        let isUneventful = report.writes.isEmpty && report.removed.isEmpty && report.drifted.isEmpty
        guard !isExplained, report.failures.isEmpty, isUneventful else { return nil }
        return "nothing asks for a mock yet: write '/// @mockable' on the line above a protocol"
    }
}

/// A target with mocks that import a library.
struct LibraryNeed: Hashable, Sendable {
    var target: String
    var library: String
}
