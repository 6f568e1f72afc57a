import MockModel
import SystemPackage
import Yams

// The modules of a configuration file, and those of Package.swift, together.
extension ConfigurationFile {
    /// The limit of name comparisons for suggestions; a project has some hundreds of names at most.
    static let mostComparisons = 10_000

    /// - Parameter others: Modules of Package.swift that no entry changes.
    func checkTogether(_ entries: [Entry], _ others: [Module], _ reader: inout ConfigurationReader) {
        var names: [String: Int] = [:]
        var outputs = OutputOverlaps()
        // Package.swift gives these their outputs.
        let unwritten = others + entries.filter { $0.output == nil }.map(\.module)
        var described = OutputOverlaps()
        for (index, module) in unwritten.enumerated() { module.output.map { described.add($0, index) } }
        // The entries that are in conflict with a module of Package.swift, by its number.
        var conflicts: [Int: [Int]] = [:]
        for (index, entry) in entries.enumerated() {
            defer { if names[entry.module.name] == nil { names[entry.module.name] = index } }
            if let first = names[entry.module.name].map({ entries[$0] }) {
                let line = first.name.mark.map { ", first in line \($0.line)" } ?? ""
                reader.report(
                    at: entry.name, "modules[\(index)].name", "module '\(entry.module.name)' is listed twice\(line)",
                    "make them one module with several sources", "config-duplicate-module")
            }
            guard let output = entry.output, let own = entry.module.output else { continue }
            defer { outputs.add(own, index) }
            if let number = described.first(overlapping: own) {
                conflicts[number, default: []].append(index)
            } else if let other = outputs.first(overlapping: own).map({ entries[$0] }), let theirs = other.output {
                reader.report(
                    at: output.node, output.key,
                    "the output '\(output.written)' of '\(entry.module.name)' overlaps with the output "
                        + "'\(theirs.written)' of '\(other.module.name)'",
                    Self.wayOutOfOverlap, "config-overlapping-outputs")
            }
        }
        for (number, indices) in conflicts {
            report(indices.map { entries[$0] }, overlapping: unwritten[number], &reader)
        }
    }

    private static let wayOutOfOverlap = "give each module an output of its own, neither within the other"

    /// Reports all outputs that overlap with one of Package.swift as one mistake: moving one of them would only show the
    /// next.
    private func report(_ entries: [Entry], overlapping module: Module, _ reader: inout ConfigurationReader) {
        guard let first = entries.first?.output, let theirs = module.output?.path.shown(in: root) else { return }
        let listed = entries.compactMap { entry in
            entry.output.map { "'\($0.written)' of '\(entry.module.name)'" }
        }
        let others = listed.dropFirst().prefix(Self.mostNamed)
        let rest = listed.count - 1 - others.count
        let names = [listed[0]] + others + (rest > 0 ? ["\(rest) more"] : [])
        let subject =
            names.count == 1
            ? "the output \(names[0]) overlaps"
            : "the outputs \(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1]) overlap"
        reader.report(
            at: first.node, first.key,
            "\(subject) with the output '\(theirs)' that '\(module.name)' has by Package.swift",
            Self.wayOutOfOverlap, "config-overlapping-outputs")
    }

    /// The number of further modules that one message names.
    private static let mostNamed = 3

    /// Adds what Package.swift states about the listed modules and about those that they depend on.
    func describe(_ entries: [Entry], _ project: inout Project, _ package: PackageContext?) {
        let listed = Set(entries.map(\.module.name))
        project.modules = entries.map { entry in
            var module = entry.module
            guard let package else { return module }
            let unstatedKeys = ["dependencies", "define", "import"].filter { entry.lines[$0] == nil }
            package.describe(
                &module, dependencies: unstatedKeys.contains("dependencies"), defines: unstatedKeys.contains("define"),
                importStyle: unstatedKeys.contains("import"))
            let ofPackage = entry.isOfPackage ? ["sources", "exclude", "output"].filter { entry.lines[$0] == nil } : []
            let keys = unstatedKeys + ofPackage
            project.origins.adopt(module.name, keys, from: package.project.origins)
            return module
        }
        if let package {
            project.configurationFiles += package.project.configurationFiles.filter { $0 != path }
            project.testTargets = package.project.testTargets
            project.targetsWithoutLibrary = package.project.targetsWithoutLibrary
            let needed = package.modules(neededBy: project.modules)
            for module in needed { project.origins.adopt(module.name, ["sources"], from: package.project.origins) }
            project.modules += needed
            project.modules += package.modulesWithMocks(of: project.modules)
            project.notes += package.shippedMocks(of: project.modules)
        }
        let mocked = project.modules.filter { $0.output != nil }
        project.modules = mocked + project.modules.filter { $0.output == nil }
        noteUnknownNames(of: entries, &project, package)
        let known = Set(project.modules.map(\.name))
        let names = listed.sorted()
        // A comparison with all names takes time in proportion to the list.
        var compared = 0
        for entry in entries where entry.lines["dependencies"] != nil {
            for name in entry.module.dependencies where !known.contains(name) {
                compared += names.count
                guard compared <= Self.mostComparisons,
                    let meant = closest(to: name, among: names.lazy.filter { $0 != entry.module.name })
                else { continue }
                project.notes.append(
                    Diagnostic(
                        path: path.shown(in: root), position: nil, severity: .warning,
                        message: "'\(entry.module.name)' depends on '\(name)', which is no module of this file; did "
                            + "you mean '\(meant)'?",
                        code: "config-unknown-dependency"))
            }
        }
    }

    /// Warns of names that are nearly those of targets. A module with other sources than any target may be built
    /// without SwiftPM, so its name may be right.
    private func noteUnknownNames(of entries: [Entry], _ project: inout Project, _ package: PackageContext?) {
        guard let package else { return }
        var compared = 0
        for entry in entries where !package.hasModule(named: entry.module.name) && entry.module.importStyle != .none {
            compared += package.moduleNames.count
            guard compared <= Self.mostComparisons,
                let meant = closest(to: entry.module.name, among: package.moduleNames)
            else { continue }
            project.notes.append(
                Diagnostic(
                    path: path.shown(in: root),
                    position: entry.lines["name"].map { SourcePosition(line: $0, column: 1) }, severity: .warning,
                    message: "no target of Package.swift is called '\(entry.module.name)', which the mocks import; did "
                        + "you mean '\(meant)'?",
                    code: "config-unknown-module"))
        }
    }

    func adopt(_ package: PackageContext, into project: inout Project) {
        project.modules = package.project.modules.map { module in
            var module = module
            module.settings = project.settings
            return module
        }
        project.configurationFiles += package.project.configurationFiles.filter { $0 != path }
        project.testTargets = package.project.testTargets
        project.targetsWithoutLibrary = package.project.targetsWithoutLibrary
        project.unresolvedNames = package.project.unresolvedNames
        project.notes = package.project.notes
        project.details = package.project.details
        project.origins = package.project.origins
    }
}
