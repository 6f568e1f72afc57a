import MockModel
import MockParsing
import SystemPackage

/// Finds the probable modules below a folder without a Package.swift: the packages below it, and the folders with Swift
/// files outside of them.
struct ModuleFinder {
    private let root: FilePath
    /// Packages below the root, in the order of their paths.
    private var packages: [FilePath] = []
    /// Folders of sources that are in no package.
    private var folders: Set<FilePath> = []
    private var testFolders: Set<FilePath> = []
    /// Folders that are targets of another build system.
    private var targets: Set<FilePath> = []

    init(root: FilePath) {
        self.root = root
        scan()
    }

    /// The modules, each name once: a configuration cannot tell two modules of one name apart.
    var modules: [Module] {
        var modules = packages.flatMap(modules(ofPackage:))
        modules += Set(folders.map(candidate)).sorted { $0.folder.string < $1.folder.string }.map { candidate in
            Module(name: LoadedPackage.moduleName(of: candidate.name), sources: [candidate.folder])
        }
        var names: Set<String> = []
        modules = modules.filter { names.insert($0.name).inserted }
        chooseOutputs(of: &modules)
        return modules
    }

    // MARK: Scanning

    private static let ignored: Set = ["node_modules", "Pods", "Carthage", "DerivedData", "checkouts", "build"]

    private mutating func scan() {
        var open = [root]
        while let folder = open.popLast() {
            let entries = (try? LocalFileSystem().entries(of: folder, withStates: false)) ?? []
            let files = Set(entries.lazy.filter { $0.kind == .file }.map(\.name))
            if folder != root, files.contains(ProjectFile.manifest) {
                packages.append(folder)
                continue
            }
            if files.contains("BUILD") || files.contains("BUILD.bazel") { targets.insert(folder) }
            if files.contains(where: { $0.hasSuffix(".swift") && $0 != ProjectFile.manifest }) {
                if isOfTests(folder) { testFolders.insert(folder) } else { folders.insert(folder) }
            }
            for entry in entries where entry.kind == .directory && !entry.isLink {
                let isSkipped = entry.name.hasPrefix(".") || entry.name.hasPrefix("bazel-")
                if !isSkipped, !Self.ignored.contains(entry.name) { open.append(folder.appending(entry.name)) }
            }
        }
        packages.sort { $0.string < $1.string }
    }

    private func names(in folder: FilePath) -> [String] {
        folder.components.dropFirst(root.components.count).map(\.string)
    }

    private func isOfTests(_ folder: FilePath) -> Bool { names(in: folder).contains(where: Self.isOfTests) }

    private static func isOfTests(_ name: String) -> Bool { name == "Test" || name.hasSuffix("Tests") }

    // MARK: Modules

    private func modules(ofPackage folder: FilePath) -> [Module] {
        // A broken manifest is reported when the project is described; the modules of it are not needed here.
        guard let package = try? LoadedPackage(root: folder, shownIn: root),
            let project = try? PackageDiscovery(package, user: UserConfiguration()).project()
        else { return [] }
        return project.modulesForConfiguration
    }

    private struct Candidate: Hashable {
        var folder: FilePath
        var name: String

        init(_ folder: FilePath, name: String? = nil) {
            self.folder = folder
            self.name = name ?? folder.lastComponent?.string ?? "App"
        }
    }

    /// Returns the probable module of the sources in a folder: the target of another build system, `App` for
    /// `App/Sources` and for `Sources/App`, or else the outermost folder that has sources.
    private func candidate(_ folder: FilePath) -> Candidate {
        let names = names(in: folder)
        let above = (0...names.count).map { count in names[..<count].reduce(root) { $0.appending($1) } }
        if let target = above.dropFirst().last(where: targets.contains) { return Candidate(target) }
        if let index = names.firstIndex(where: ["Sources", "Source", "src"].contains) {
            // The folder is one module if it holds sources itself, or if there are tests beside it.
            let isOwn = folders.contains(above[index + 1]) || index > 0 && hasTests(above[index])
            if isOwn || index + 1 == names.count {
                return Candidate(above[index + 1], name: above[index].lastComponent?.string)
            }
            return Candidate(above[index + 2])
        }
        return Candidate(above.first(where: folders.contains) ?? folder)
    }

    private func hasTests(_ folder: FilePath) -> Bool {
        testFolders.contains { $0 == folder.appending("Tests") }
    }

    // MARK: Mocks

    /// Places mocks in the tests of a module, which names and folders identify, or in a folder of their own.
    private func chooseOutputs(of modules: inout [Module]) {
        var pathsInUse = Set(modules.compactMap(\.output?.path))
        let isAlone = modules.count == 1
        for index in modules.indices where modules[index].output == nil {
            guard !packages.contains(where: { modules[index].sources[0].isWithin($0) }) else { continue }
            let name = modules[index].name
            let mocks = PackageDiscovery.outputFolder
            var output = tests(of: modules[index]).map { $0.appending(mocks) }
            if let found = output, !pathsInUse.insert(found).inserted {
                output = found.removingLastComponent().appending(name + mocks)
            }
            let own = root.appending(mocks)
            modules[index].output = .folder(output ?? (isAlone ? own : own.appending(name)))
        }
    }

    private func tests(of module: Module) -> FilePath? {
        let named = testFolders.filter { $0.lastComponent?.string == "\(module.name)Tests" }
        let beside = module.sources[0].removingLastComponent()
        let plain = [beside, module.sources[0]].map { $0.appending("Tests") }.filter(testFolders.contains)
        return named.min { $0.string < $1.string } ?? plain.first
    }
}
