package import MockModel
package import SystemPackage

/// The description of a project for the engine: the places of the sources, the types that become mocks, and the places
/// of the mocks.
///
/// A value without file handles. Two equal projects give the same mocks from the same sources, so `==` recognizes a
/// reload that changes nothing.
package struct Project: Hashable, Sendable {
    /// An absolute path.
    package var root: FilePath { didSet { rootPath = DiskPath(root) } }
    private(set) var rootPath: DiskPath
    package var settings: MockSettings
    /// Modules with an output first, in the order of the configuration; then those that are read only.
    package var modules: [Module]
    /// The seams that the configuration asks for.
    package var seams: [ConfiguredSeam] = []
    /// True if the root's `.mockd.yml` lists the modules: nothing asks for mocks of sources in no module any more. What
    /// Package.swift describes may depend on the environment, and another file may describe a part of the project.
    package var listsModules = false
    /// The test targets of the package: mocks that no description asks for any more may lie in their folders.
    package var testTargets: [Module] = []
    /// The test targets whose mocks would import a library that the manifest does not give them. Another package may.
    package var targetsWithoutLibrary: [String: Set<String>] = [:]
    /// Names in the manifest that lead nowhere as far as files tell, as while one is typed: dependencies that may be in what
    /// cannot be read, and targets without a folder. A mock that only they may have asked for stays.
    package var unresolvedNames: Set<String> = []
    /// The files whose change, creation or removal requires another discovery.
    package var configurationFiles: [FilePath]
    /// Diagnostics about the description of the project.
    package var notes: [Diagnostic]
    /// Diagnostics that `notes` leaves out because there are many of them.
    package var details: [Diagnostic] = []
    /// The origins of the values, for ``settingsWithOrigins``.
    package var origins = SettingOrigins()
    /// The modules with sources that a watcher of the root does not report: those outside of it, in a folder that is
    /// not watched, such as the checkouts of dependencies, or behind a link.
    private(set) var unwatchedModules: Set<Int> = []
    /// The folder of SwiftPM's builds.
    package var buildFolder: BuildFolder
    /// Parts of paths that messages and generated files show differently.
    package var pathPrefixes = PathPrefixMap()
    /// The interfaces of compiled modules that were given as files.
    package var interfaces: [String: FilePath] = [:]
    /// The questions of discovery, with the answers.
    package var evidence = DescriptionEvidence()

    package init(
        root: FilePath, settings: MockSettings = MockSettings(), modules: [Module] = [],
        configurationFiles: [FilePath] = [], notes: [Diagnostic] = []
    ) {
        self.root = root
        rootPath = DiskPath(root)
        buildFolder = BuildFolder(of: root)
        self.settings = settings
        self.modules = modules
        self.configurationFiles = configurationFiles
        self.notes = notes
    }

    /// True if an index takes the place of a module's sources.
    func isIndex(_ module: String) -> Bool { modules.contains { $0.name == module && $0.index != nil } }

    var hasUnwatchedSources: Bool { !unwatchedModules.isEmpty }

    /// The modules as a configuration lists them, without the sources that a clean build deletes.
    var modulesForConfiguration: [Module] {
        modules.compactMap { module in
            var module = module
            module.sources.removeAll { !$0.isWithin(root) || $0.isWithin(buildFolder.path) }
            return module.isReadForNames || module.sources.isEmpty ? nil : module
        }
    }

    /// Finds the modules with sources that a watcher of the root does not report.
    mutating func findUnwatchedModules() {
        let canonicalRoot = root.canonical ?? root
        let unwatched = unwatchedFolders
        unwatchedModules = Set(
            modules.indices.filter { module in
                modules[module].sources.contains { !isWatched($0, canonicalRoot, besides: unwatched) }
            })
    }

    /// The same description with the present state of its folders: they may have become links while the next
    /// description is broken.
    package var withCurrentFolders: Project {
        var project = self
        let (modules, evidence) = DescriptionEvidence.recorded {
            var project = self
            project.findUnwatchedModules()
            return project.unwatchedModules
        }
        (project.unwatchedModules, project.evidence) = (modules, evidence)
        return project
    }

    /// The folders below the root that a watcher leaves out.
    package var unwatchedFolders: UnwatchedFolders {
        UnwatchedFolders(builds: buildFolder.path, holdsSources: hasSources)
    }

    private func isWatched(
        _ source: FilePath, _ canonicalRoot: FilePath, besides unwatched: UnwatchedFolders
    ) -> Bool {
        var below = source
        guard below.removePrefix(root) else { return false }
        var folder = root
        for name in below.components {
            folder.append(name)
            if unwatched.contains(name.string, at: { folder }) { return false }
        }
        // Another folder may replace it.
        _ = DescriptionEvidence.ask(.identity(source))
        return source.canonical.map { $0 == canonicalRoot.pushing(below) } ?? true
    }

    /// True if the description says that a folder holds sources, whatever it is called.
    private func hasSources(in folder: FilePath) -> Bool {
        modules.contains { module in
            module.sources.contains(where: folder.isWithin) && !module.excludes(folder, root: root)
        }
    }

    /// For each module, the number of the module that its mocks are compiled in, if that is another one with known
    /// sources.
    var modulesWithMocks: [Int?] {
        var owners: [DiskPath: Int] = [:]
        for (number, module) in modules.enumerated() {
            for folder in module.sources.lazy.map(DiskPath.init) where owners[folder] == nil { owners[folder] = number }
        }
        return modules.enumerated().map { number, module in
            guard var location = module.output.map({ DiskPath($0.path) }) else { return nil }
            // The innermost folder that belongs to a module.
            while owners[location] == nil, !location.text.isEmpty { location = location.folder }
            return owners[location].flatMap { $0 == number ? nil : $0 }
        }
    }
}
