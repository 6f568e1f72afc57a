internal import MockModel
internal import SystemPackage

/// Finds the module of a source, and decides which modules are read: those with mocks, those that mocks are compiled in,
/// and whatever these import, directly or not.
struct ModuleMembership: Sendable {
    private struct Rules: Sendable {
        var roots: [DiskPath]
        var outputFolder: DiskPath?
        /// Paths are compared much faster than patterns.
        var excludedPaths: [DiskPath]
        var exclude: [GlobPattern]
        var leavesOutInnerProjects: Bool
    }

    private let root: FilePath
    private let rules: [Rules]
    private let numbers: [String: [Int]]
    private let alwaysActive: Set<Int>
    /// The outputs of modules whose mocks are in one file.
    let outputFiles: Set<DiskPath>
    private let outputFolders: Set<DiskPath>
    /// Folders below the roots of modules that are projects of their own, as of the last scan of each module.
    private(set) var innerProjects: Set<DiskPath> = []
    /// For each module, the modules that it imports, each with the number of its sources that import it.
    private var imports: [Int: [String: Int]] = [:]
    private(set) var active: Set<Int>
    /// The active modules that have mocks or are read for others: the modules that these import are read, too.
    private var needed: Set<Int> { didSet { active = needed.union(untested) } }
    /// Modules without a test target: a mock that is asked for there cannot be written.
    private let untested: Set<Int>

    /// - Parameter modulesWithMocks: The project's ``Project/modulesWithMocks``, which take a while to find.
    init(_ project: Project, modulesWithMocks: [Int?]) {
        root = project.root
        rules = project.modules.map { module in
            var folder: DiskPath?
            if case .folder(let path) = module.output { folder = DiskPath(path) }
            return Rules(
                roots: module.sources.map(DiskPath.init), outputFolder: folder,
                excludedPaths: module.exclude.compactMap { $0.literal.map(DiskPath.init) },
                exclude: module.exclude.filter { $0.literal == nil },
                leavesOutInnerProjects: module.leavesOutInnerProjects)
        }
        numbers = Dictionary(grouping: project.modules.indices) { project.modules[$0].name }
        let withOutput = Set(project.modules.indices.filter { project.modules[$0].output != nil })
        let indexed = project.modules.indices.filter { project.modules[$0].isIndexed }
        alwaysActive = withOutput.union(modulesWithMocks.compactMap(\.self)).union(indexed)
        outputFiles = Set(
            project.modules.compactMap { module in
                if case .file(let path) = module.output { DiskPath(path) } else { nil }
            })
        outputFolders = Set(rules.compactMap(\.outputFolder))
        untested = Set(project.modules.indices.filter { project.modules[$0].lacksTests })
        needed = alwaysActive
        active = needed.union(untested)
    }

    // MARK: Paths

    static func hasOutputName(_ path: DiskPath) -> Bool { hasOutputName(path.text.utf8) }

    static func hasOutputName(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        SourceFileName.hasEnding(".mocks.swift", name)
    }

    /// The endings of folders that SwiftPM takes for documents of other programs or for resources: it compiles no code
    /// in them.
    private static let endingsOfDocuments: [StaticString] = [
        ".docc", ".metal", ".nib", ".playground", ".storyboard", ".xcassets", ".xcdatamodel", ".xcdatamodeld",
        ".xcmappingmodel", ".xcodeproj", ".xcstrings", ".xcworkspace", ".xib",
    ]

    /// True for a hidden folder, which holds code of others or generated code, and for a document that is a folder, such
    /// as a playground.
    static func isIgnored(_ folder: some BidirectionalCollection<UInt8>) -> Bool {
        let period = UInt8(ascii: ".")
        return folder.first == period
            || folder.contains(period) && endingsOfDocuments.contains { SourceFileName.hasEnding($0, folder) }
    }

    /// True if only generated files are at a path.
    func isOutputPath(_ path: DiskPath) -> Bool {
        outputFiles.contains(path) || (Self.hasOutputName(path) && outputFolders.contains(path.folder))
    }

    var generatedFolders: Set<DiskPath> { outputFolders }

    /// True if outputs are written into the folder, so that a file with the name of an output counts as one.
    func isOutputFolder(_ folder: DiskPath) -> Bool { outputFolders.contains(folder) }

    /// True if every file below the roots of a module that has the name of a source is one. Files in the places of
    /// outputs are recognized by their folders.
    func acceptsAllSources(_ module: Int) -> Bool { outputFiles.isEmpty && !hasExclusions(module) }

    /// The folders that outputs are written into, those of single files included.
    var foldersOfOutputs: Set<DiskPath> { outputFolders.union(outputFiles.map(\.folder)) }

    /// The folder for the mocks of a module, if they go into several files.
    func outputFolder(of module: Int) -> DiskPath? { rules[module].outputFolder }

    func roots(of module: Int) -> [DiskPath] { rules[module].roots }

    /// True if a file below a root of the module is one of its sources.
    func accepts(_ path: DiskPath, in module: Int) -> Bool {
        SourceFileName.isSource(path.name.utf8) && acceptsSource(at: path, in: module)
    }

    /// Returns the same for a file that has the name of a source.
    func acceptsSource(at path: DiskPath, in module: Int) -> Bool {
        !isOutputPath(path) && !excludes(path, in: module)
    }

    func excludes(_ path: DiskPath, in module: Int) -> Bool {
        if rules[module].excludedPaths.contains(where: path.isInside) { return true }
        guard !rules[module].exclude.isEmpty else { return false }
        let path = path.filePath
        return rules[module].exclude.contains { $0.covers(path, root: root) }
    }

    private func hasExclusions(_ module: Int) -> Bool {
        !rules[module].exclude.isEmpty || !rules[module].excludedPaths.isEmpty
    }

    /// Returns the module of a path, even if no file exists. A path that two modules claim belongs to the first.
    func module(of path: DiskPath) -> Int? {
        rules.indices.first { number in
            active.contains(number)
                && rules[number].roots.contains { root in
                    path.isInside(root) && !Self.hasIgnoredFolder(path, below: root)
                        && !(rules[number].leavesOutInnerProjects && isInInnerProject(path, below: root))
                } && accepts(path, in: number)
        }
    }

    private static func hasIgnoredFolder(_ path: DiskPath, below root: DiskPath) -> Bool {
        guard path != root else { return false }
        let rest = path.text.utf8.dropFirst(root.text.utf8.count).split(separator: UInt8(ascii: "/"))
        return rest.dropLast().contains(where: Self.isIgnored)
    }

    // MARK: Projects within the project

    /// True if folders below the roots of the module that are projects of their own belong to these alone.
    func leavesOutInnerProjects(_ module: Int) -> Bool { rules[module].leavesOutInnerProjects }

    /// Returns the modules of which a root lies above a folder, and which leave it out if it is a project of its own.
    func modules(around folder: DiskPath) -> Set<Int> {
        Set(
            rules.indices.filter { number in
                rules[number].leavesOutInnerProjects
                    && rules[number].roots.contains { folder != $0 && folder.isInside($0) }
            })
    }

    /// Records the inner projects that a scan of modules found.
    mutating func replaceInnerProjects(in modules: Set<Int>, with found: Set<DiskPath>) {
        if innerProjects.isEmpty, found.isEmpty { return }
        innerProjects = found.union(innerProjects.filter { self.modules(around: $0).isDisjoint(with: modules) })
    }

    private func isInInnerProject(_ path: DiskPath, below root: DiskPath) -> Bool {
        if innerProjects.isEmpty { return false }
        var folder = path.folder
        while folder != root, folder.isInside(root) {
            if innerProjects.contains(folder) { return true }
            folder = folder.folder
        }
        return false
    }

    // MARK: Imports

    /// Records that a source imports other modules than before.
    mutating func replaceImports(of old: SourceRecord?, with new: SourceRecord?) {
        guard old?.imports != new?.imports || old?.module != new?.module else { return }
        if let new { add(new.imports.texts, to: new.module) }
        if let old { old.imports.texts.forEach { remove($0, from: old.module) } }
    }

    /// - Parameter times: The number of sources that import these modules.
    mutating func add(_ names: [String], to module: Int, times: Int = 1) {
        for name in names {
            guard let imported = numbers[name] else { continue }
            imports[module, default: [:]][name, default: 0] += times
            if needed.contains(module) { activate(imported) }
        }
    }

    private mutating func remove(_ name: String, from module: Int) {
        guard let count = imports[module]?[name] else { return }
        imports[module]?[name] = count > 1 ? count - 1 : nil
        guard count == 1, needed.contains(module) else { return }
        // Computed from the start: modules that import each other, or themselves, must not keep each other active.
        needed = []
        activate(alwaysActive)
    }

    private mutating func activate(_ modules: some Sequence<Int>) {
        var queue = Array(modules)
        var needed = needed
        defer { self.needed = needed }
        while let module = queue.popLast() {
            guard needed.insert(module).inserted else { continue }
            for name in imports[module, default: [:]].keys { queue += numbers[name] ?? [] }
        }
    }
}
