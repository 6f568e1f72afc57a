internal import MockModel

// The steps that are left before a test of a new project can use a mock.
extension Engine {
    /// Sentences that say what to do next; none if tests with mocks can be built, or if the report explains why not.
    package func nextSteps(_ report: EngineReport) -> [String] {
        if counts.mocks > 0 { return stepsToLibrary }
        let isExplained = report.diagnostics.contains { $0.severity != .note || $0.code == "target-without-tests" }
        guard !isExplained, report.failures.isEmpty, report.writes.isEmpty, report.drifted.isEmpty else { return [] }
        return [Self.firstStep]
    }

    /// The first step in a project without mocks.
    package static let firstStep = "nothing asks for a mock yet: write '/// @mockable' on the line above a protocol"

    private var stepsToLibrary: [String] {
        guard !project.targetsWithoutLibrary.isEmpty else { return [] }
        let modules = Set(outputs.records.values.lazy.filter { $0.mockCount > 0 }.map(\.module))
        let targets = Set(modules.compactMap { project.modules[$0].outputTarget.name })
        let lacking = targets.intersection(project.targetsWithoutLibrary.keys)
        guard !lacking.isEmpty, let library = LibraryReach.library,
            let package = try? LoadedPackage(root: project.root, shownIn: project.root)
        else {
            return []
        }
        let reach = LibraryReach(package)
        return lacking.sorted().compactMap { name in
            guard let location = project.targetsWithoutLibrary[name],
                !(package.target(named: name).map(reach.isPossible) ?? true)
            else { return nil }
            return
                "the mocks in '\(name)' import \(library), which that target does not depend on: add .product(name: \"\(library)\", package: \"mockd\") to its dependencies (\(location))"
        }
    }
}
