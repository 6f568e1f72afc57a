internal import MockGeneration
internal import MockModel

/// A step that is left before a test of a new project can use a mock.
package struct NextStep: Hashable, Sendable, CustomStringConvertible {
    package var problem: String
    package var action: String
    /// The target that lacks a library.
    package var target: String?

    package init(problem: String, action: String, target: String? = nil) {
        self.problem = problem
        self.action = action
        self.target = target
    }

    package var description: String { "\(problem): \(action)" }
}

extension Engine {
    /// The next steps; none if tests with mocks can be built, or if the report explains why not.
    package func nextSteps(_ report: EngineReport) -> [NextStep] {
        if counts.mocks > 0 { return stepsToLibrary }
        let isExplained = report.diagnostics.contains { $0.severity != .note || $0.code == "target-without-tests" }
        let isUneventful = report.writes.isEmpty && report.removed.isEmpty && report.drifted.isEmpty
        guard !isExplained, report.failures.isEmpty, isUneventful else { return [] }
        return [Self.firstStep]
    }

    /// The first step in a project without mocks.
    package static let firstStep = NextStep(
        problem: "nothing asks for a mock yet", action: "write '/// @mockable' on the line above a protocol")

    private var stepsToLibrary: [NextStep] {
        guard !project.targetsWithoutLibrary.isEmpty else { return [] }
        let modules = Set(outputs.records.values.lazy.filter { $0.mockCount > 0 }.map(\.module))
            .map { project.modules[$0] }.filter { $0.style.names.module == LibraryReach.library }
        let targets = Set(modules.compactMap(\.outputTarget.name))
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
            return NextStep(
                problem: "the mocks in '\(name)' import \(library), which that target does not depend on",
                action: reach.packageAddition
                    + "add .product(name: \"\(library)\", package: \"mockd\") to the target's dependencies (\(location))",
                target: name)
        }
    }

    /// Returns what one reads about a step that is no longer left, if its target depends on the library by now.
    package func outcome(of step: NextStep) -> String? {
        guard let target = step.target, let library = LibraryReach.library,
            project.targetsWithoutLibrary[target] == nil,
            project.testTargets.contains(where: { $0.target.name == target })
        else { return nil }
        return "'\(target)' depends on \(library) now"
    }
}
