internal import MockGeneration
internal import MockModel
internal import SystemPackage

// Mocks that were made for another description of the project and that no cache records: after a fresh clone, or
// without a cache. They are reported and never removed: their first line alone does not prove that they are unused.
extension Engine {
    /// True if a mock of an earlier description may be at this path, which is no output now.
    func mayBeStray(_ path: DiskPath) -> Bool {
        guard ModuleMembership.hasOutputName(path) else { return false }
        return project.testTargets.contains { target in
            target.sources.contains { path.isInside(DiskPath($0)) }
                && !target.excludes(path.filePath, root: project.root)
        }
    }

    /// Finds all stray mocks, or checks those that changed again.
    mutating func findStrayMocks(_ pass: inout Pass) {
        guard pass.isOfEverything || !pass.possibleStrays.isEmpty else { return }
        var candidates = pass.possibleStrays
        if pass.isOfEverything { candidates = filesNamedLikeOutputs(pass.tree).union(outputs.paths(in: .stray)) }
        for path in candidates where [nil, .stray].contains(outputs.state(of: path)) {
            outputs.leave(path, as: isStrayMock(path) && !isOfProjectInTests(path) ? .stray : nil)
        }
        problems[.strayMocks] = strayMockWarnings
    }

    /// Returns the files in the test targets that have the names of outputs and are in no place of outputs. Skips
    /// folders of other projects, such as the fixtures of a test.
    private func filesNamedLikeOutputs(_ tree: TreeListing?) -> Set<DiskPath> {
        var found: Set<DiskPath> = []
        var seen: Set<DiskPath> = []
        for target in project.testTargets {
            var open = target.sources.map { DiskPath($0) }
            let roots = Set(open)
            while let folder = open.popLast() {
                guard !sources.membership.isOutputFolder(folder), seen.insert(folder).inserted else { continue }
                let known = tree?[folder.text]
                let entries = known ?? (try? fileSystem.entries(of: folder.filePath, withStates: false)) ?? []
                if entries.contains(where: \.isProjectFile), !roots.contains(folder) { continue }
                for entry in entries where !entry.isLink {
                    switch entry.kind {
                    case .file where ModuleMembership.hasOutputName(entry.nameBytes) && entry.isText:
                        let path = folder.appending(entry.name)
                        if mayBeStray(path) { found.insert(path) }
                    case .directory where !ModuleMembership.isIgnored(entry.nameBytes) && entry.isText:
                        open.append(folder.appending(entry.name))
                    default: break
                    }
                }
            }
        }
        return found
    }

    /// True if a folder between a test target and the file is a project of its own.
    private func isOfProjectInTests(_ path: DiskPath) -> Bool {
        innerProject(of: path, below: Set(project.testTargets.flatMap(\.sources).map { DiskPath($0) })) != nil
    }

    /// True if mockd made the file for this project. A file that was made with arguments, or for another root, names
    /// sources that this project does not have.
    private func isStrayMock(_ path: DiskPath) -> Bool {
        guard !sources.membership.isOutputPath(path),
            let bytes = try? fileSystem.file(at: path.filePath, limit: LocalFileSystem.largestMocks).bytes
        else { return false }
        let sources = GeneratedMarker.sources(of: bytes).map { project.absolutePath(of: $0) }
        let modules = project.modules
            .filter { $0.isMocked || $0.lacksTests || $0.hasMocksOfBuild }
            .flatMap(\.sources)
        // A removed module was in the same folder as another one.
        let folders = Set(modules.map { $0.removingLastComponent() }).filter {
            $0 != project.root && $0.starts(with: project.root)
        }
        return !sources.isEmpty
            && sources.allSatisfy { source in
                modules.contains(where: source.starts)
                    || folders.contains(where: source.starts) && (project.listsModules || fileSystem.isMissing(source))
            }
    }

    /// One warning for each folder with such mocks.
    private var strayMockWarnings: [Diagnostic] {
        let names = project.unresolvedNames.sorted().map { "'\($0)'" }.joined(separator: ", ")
        let reason =
            names.isEmpty
            ? "no mock belongs here any more;"
            : "no mock is known to belong here while Package.swift names what is not there (\(names)): mend that, or"
        return Dictionary(grouping: outputs.paths(in: .stray), by: \.folder).map { folder, paths in
            let first = paths.min() ?? folder
            let isOne = paths.count == 1
            let found = isOne ? "this file earlier" : "\(paths.count) files here earlier, such as '\(first.name)'"
            let them = isOne ? "it" : "them"
            let message = "mockd made \(found), and \(reason) delete \(them), because nothing keeps \(them) up to date"
            return Diagnostic(
                path: project.displayPath(of: isOne ? first : folder), position: nil, severity: .warning,
                message: message, code: "stray-mock")
        }
    }
}
