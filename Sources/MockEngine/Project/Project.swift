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
    /// The files whose change, appearance or removal asks for another discovery.
    package var configurationFiles: [FilePath]
    /// What the user should know about how the project was understood.
    package var notes: [Diagnostic]
    /// What notes leave out because it would be said many times over.
    package var details: [Diagnostic] = []
    /// Where the values stand, for ``settingsWithOrigins``.
    package var origins = SettingOrigins()

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

    /// The modules with sources that are not below the root, such as those of a package beside it: whoever watches the
    /// root hears nothing of them.
    var modulesElsewhere: Set<Int> {
        Set(modules.indices.filter { modules[$0].sources.contains { !$0.starts(with: root) } })
    }

    var hasSourcesElsewhere: Bool { !modulesElsewhere.isEmpty }

    /// The state of each file that describes the project and is not below the root, such as the manifest of a package
    /// beside it; `nil` for those that are not there.
    package var configurationElsewhere: [FilePath: FileSignature?] {
        let files = configurationFiles.filter { !$0.starts(with: root) }
        return Dictionary(files.map { ($0, LocalFileSystem().signature(of: $0)) }) { first, _ in first }
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
