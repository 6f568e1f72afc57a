import SystemPackage

/// Finds the modules that files and folders belong to, without comparing each with each.
struct ModuleOwners {
    let names: Set<String>
    /// The module of each root of sources; several modules may have one root.
    private var roots: [FilePath: [Module]] = [:]
    /// The names of the modules with a root within a folder.
    private var within: [FilePath: Set<String>] = [:]

    private let root: FilePath

    init(_ modules: [Module], root: FilePath) {
        self.root = root
        names = Set(modules.map(\.name))
        for module in modules {
            for source in module.sources {
                roots[source, default: []].append(module)
                for folder in source.withFolders.dropFirst() { within[folder, default: []].insert(module.name) }
            }
        }
    }

    /// Returns the names of the modules that have some files and folders as sources; without any, those of the modules
    /// within the folders.
    func names(for sources: [FilePath]) -> [String] {
        let around = sources.flatMap { source -> [String] in
            let nearest = source.withFolders.lazy.compactMap { roots[$0] }.first
            return nearest?.filter { !$0.excludes(source, root: self.root) }.map(\.name) ?? []
        }
        return Set(around.isEmpty ? sources.flatMap { within[$0] ?? [] } : around).sorted()
    }
}
