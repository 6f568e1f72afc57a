package import MockModel
package import SystemPackage

/// Everything that the engine has to know about what it works on: where sources are, which become mocks, and where
/// the mocks go.
///
/// A value without file handles. Two equal projects give the same mocks from the same sources, so a reload that
/// changes nothing is recognised by `==`.
package struct Project: Hashable, Sendable {
    /// Absolute.
    package var root: FilePath { didSet { rootPath = DiskPath(root) } }
    private(set) var rootPath: DiskPath
    package var settings: MockSettings
    /// Modules with an output first, in the order of the configuration; then those that are read only.
    package var modules: [Module]
    /// The test targets of the package: mocks that no description asks for any more may lie in their folders.
    package var testTargets: [Module] = []
    /// The files whose change, appearance or removal asks for another discovery.
    package var configurationFiles: [FilePath]
    /// What the user should know about how the project was understood.
    package var notes: [Diagnostic]
    /// What notes leave out because it would be said many times over.
    package var details: [Diagnostic] = []
    /// Where the values stand, for ``settingsWithOrigins``.
    package var origins = SettingOrigins()
    /// The modules with sources that a watcher of the root hears nothing of: those outside of it, in a folder that is
    /// not watched, such as the checkouts of dependencies, or behind a link.
    private(set) var modulesElsewhere: Set<Int> = []
    /// What was asked to find all that.
    package var evidence = DescriptionEvidence()

    package init(
        root: FilePath, settings: MockSettings = MockSettings(), modules: [Module] = [],
        configurationFiles: [FilePath] = [], notes: [Diagnostic] = []
    ) {
        self.root = root
        rootPath = DiskPath(root)
        self.settings = settings
        self.modules = modules
        self.configurationFiles = configurationFiles
        self.notes = notes
    }

    var hasSourcesElsewhere: Bool { !modulesElsewhere.isEmpty }

    /// Finds the modules with sources that a watcher of the root hears nothing of.
    mutating func findUnwatchedModules() {
        let canonicalRoot = root.canonical ?? root
        modulesElsewhere = Set(
            modules.indices.filter { module in modules[module].sources.contains { !isWatched($0, canonicalRoot) } })
    }

    /// The same description with its folders as they are now: those may have become links while the next description is
    /// broken.
    package var lookedAtAgain: Project {
        var project = self
        let (modules, evidence) = DescriptionEvidence.recorded {
            var project = self
            project.findUnwatchedModules()
            return project.modulesElsewhere
        }
        (project.modulesElsewhere, project.evidence) = (modules, evidence)
        return project
    }

    private func isWatched(_ source: FilePath, _ canonicalRoot: FilePath) -> Bool {
        var below = source
        guard below.removePrefix(root) else { return false }
        if below.components.contains(where: { UnwatchedFolders.names.contains($0.string) }) { return false }
        // Another folder may come to be in its place.
        _ = DescriptionEvidence.ask(.identity(source))
        return source.canonical.map { $0 == canonicalRoot.pushing(below) } ?? true
    }

    /// For each module the one that its mocks are compiled in, by its number, if that is another whose sources are known.
    var modulesWithMocks: [Int?] {
        var owners: [DiskPath: Int] = [:]
        for (number, module) in modules.enumerated() {
            for folder in module.sources.lazy.map(DiskPath.init) where owners[folder] == nil { owners[folder] = number }
        }
        return modules.enumerated().map { number, module in
            guard var place = module.output.map({ DiskPath($0.path) }) else { return nil }
            // The innermost folder that is somebody's.
            while owners[place] == nil, !place.text.isEmpty { place = place.folder }
            return owners[place].flatMap { $0 == number ? nil : $0 }
        }
    }
}
