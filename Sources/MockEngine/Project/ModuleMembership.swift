internal import SystemPackage

/// Which module a source belongs to, and which modules are read at all: those with mocks, and of the others those that
/// a source with mocks, or a module read for them, imports.
struct ModuleMembership: Sendable {
    private struct Rules: Sendable {
        var roots: [DiskPath]
        var exclude: [GlobPattern]
    }

    private let root: FilePath
    private let rules: [Rules]
    private let numbers: [String: [Int]]
    private let withOutput: Set<Int>
    private let outputFiles: Set<DiskPath>
    private let outputFolders: Set<DiskPath>
    /// How many sources that count import a module.
    private var importers: [String: Int] = [:]
    private(set) var active: Set<Int>

    init(_ project: Project) {
        root = project.root
        rules = project.modules.map { Rules(roots: $0.sources.map(DiskPath.init), exclude: $0.exclude) }
        numbers = Dictionary(grouping: project.modules.indices) { project.modules[$0].name }
        withOutput = Set(project.modules.indices.filter { project.modules[$0].output != nil })
        var (files, folders): (Set<DiskPath>, Set<DiskPath>) = ([], [])
        for module in project.modules {
            switch module.output {
            case .file(let path): files.insert(DiskPath(path))
            case .folder(let path): folders.insert(DiskPath(path))
            case nil: break
            }
        }
        (outputFiles, outputFolders) = (files, folders)
        active = withOutput
    }

    // MARK: Paths

    static func hasOutputName(_ path: DiskPath) -> Bool { path.text.utf8.reversed().starts(with: outputEnding) }

    private static let outputEnding = Array(".mocks.swift".utf8.reversed())
    private static let sourceEnding = Array(".swift".utf8.reversed())

    static func hasSourceName(_ name: some StringProtocol) -> Bool {
        name.utf8.first != UInt8(ascii: ".") && name.utf8.reversed().starts(with: sourceEnding)
    }

    /// Folders that hold other people's code or nobody's.
    static func isIgnored(_ folder: some StringProtocol) -> Bool { folder.utf8.first == UInt8(ascii: ".") }

    /// Whether a path is a place where only generated files are.
    func isOutputPlace(_ path: DiskPath) -> Bool {
        outputFiles.contains(path) || (Self.hasOutputName(path) && outputFolders.contains(path.folder))
    }

    var generatedFolders: Set<DiskPath> { outputFolders }

    func roots(of module: Int) -> [DiskPath] { rules[module].roots }

    /// Whether a file below a root of the module is one of its sources.
    func accepts(_ path: DiskPath, in module: Int) -> Bool {
        Self.hasSourceName(path.name) && !isOutputPlace(path) && !excludes(path, in: module)
    }

    func excludes(_ path: DiskPath, in module: Int) -> Bool {
        guard !rules[module].exclude.isEmpty else { return false }
        let path = path.filePath
        return rules[module].exclude.contains { $0.covers(path, root: root) }
    }

    /// The module of a path, whether the file exists or not. One that two modules claim belongs to the first.
    func module(of path: DiskPath) -> Int? {
        active.sorted().first { number in
            rules[number].roots.contains { path.isInside($0) && !Self.hasIgnoredFolder(path, below: $0) }
                && accepts(path, in: number)
        }
    }

    private static func hasIgnoredFolder(_ path: DiskPath, below root: DiskPath) -> Bool {
        guard path != root else { return false }
        let rest = path.text.utf8.dropFirst(root.text.utf8.count).split(separator: UInt8(ascii: "/"))
        return rest.dropLast().contains { $0.first == UInt8(ascii: ".") }
    }

    // MARK: Imports

    /// Takes note that a source imports other modules than before.
    mutating func replaceImports(_ old: [String], with new: [String]) {
        guard old != new else { return }
        for name in new { count(name, 1) }
        for name in old { count(name, -1) }
    }

    private mutating func count(_ name: String, _ step: Int) {
        guard let modules = numbers[name] else { return }
        importers[name, default: 0] += step
        if importers[name] == 0 {
            active.subtract(Set(modules).subtracting(withOutput))
        } else {
            active.formUnion(modules)
        }
    }
}
