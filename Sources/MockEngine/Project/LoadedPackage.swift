import LinuxSystem
import MockModel
import MockParsing
import SystemPackage

/// A package on disk: its manifest, and where its targets are.
struct LoadedPackage {
    let root: FilePath
    let manifestFile: FilePath
    let manifest: PackageManifest
    let diagnostics: [Diagnostic]
    private let productsByName: [String: PackageManifest.Product]
    private let targetsByName: [String: PackageManifest.Target]
    /// How many targets without a path look for their sources in the same folders.
    private let targetsByParents: [[String]: Int]

    /// `nil` if the folder holds no manifest.
    ///
    /// - Throws: the reason why nothing can be known from the manifest that is there.
    init?(root: FilePath, shownIn projectRoot: FilePath) throws(ManifestProblem) {
        guard let file = Self.manifestFile(in: root) else { return nil }
        self.root = root
        manifestFile = file
        let shown = file.shown(in: projectRoot)
        (manifest, diagnostics) = parseManifest(try Self.text(of: file, shown: shown), path: shown)
        targetsByName = Dictionary(manifest.targets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        productsByName = Dictionary(manifest.products.map { ($0.name, $0) }) { first, _ in first }
        targetsByParents = manifest.targets.reduce(into: [:]) { counts, target in
            if target.path == nil { counts[Self.parents(of: target.kind), default: 0] += 1 }
        }
    }

    /// The package in the root of a project; `nil` if there is no manifest.
    ///
    /// - Parameter mayBeOpaque: the modules are described elsewhere, so a manifest that only running would tell is fine.
    static func ofProject(
        in root: FilePath, mayBeOpaque: Bool = false
    ) throws(ConfigurationError) -> LoadedPackage? {
        do throws(ManifestProblem) {
            let package = try LoadedPackage(root: root, shownIn: root)
            if let problem = package?.problem, !(mayBeOpaque && problem.isMerelyOpaque) { throw problem }
            return package
        } catch {
            throw ConfigurationError([error.problem])
        }
    }

    /// The reason why the manifest is not what describes the package: it is broken, or reading it statically tells
    /// nothing.
    var problem: ManifestProblem? { diagnostics.first { $0.severity == .error }.map(ManifestProblem.init) }

    // MARK: Manifest

    private static func text(of file: FilePath, shown: String) throws(ManifestProblem) -> String {
        do throws(RegularFileError) {
            return try DescriptionEvidence.text(of: file)
        } catch {
            throw .unreadable(shown, "\(error)")
        }
    }

    /// `Package@swift-6.swift` and its like come before `Package.swift`: the one for the newest version that is not
    /// newer than the compiler.
    private static func manifestFile(in root: FilePath) -> FilePath? {
        let prefix = "Package@swift-"
        let versioned = root.entries(from: prefix, to: ".swift").compactMap { name in
            let parts = name.dropFirst(prefix.count).dropLast(".swift".count).split(separator: ".").map { Int($0) }
            let version = parts.compactMap(\.self)
            return version.count == parts.count && !version.isEmpty ? (name: name, version: version) : nil
        }
        let usable = versioned.filter { !compilerVersion.lexicographicallyPrecedes($0.version) }
        let newest = usable.max { $0.version.lexicographicallyPrecedes($1.version) }
        let regular = root.appending(ProjectFile.manifest)
        if let newest, !regular.exists || compilerVersion.starts(with: newest.version) || isNewer(newest, than: regular)
        {
            return root.appending(newest.name)
        }
        return regular.exists ? regular : nil
    }

    private static let compilerVersion = [6, 3, 1]

    private static func isNewer(_ candidate: (name: String, version: [Int]), than regular: FilePath) -> Bool {
        guard regular.isFile, let text = try? DescriptionEvidence.text(of: regular),
            let version = PackageManifest.ToolsVersion(inManifest: text)
        else { return true }
        return [version.major, version.minor].lexicographicallyPrecedes(candidate.version)
    }

    // MARK: Targets

    func target(named name: String) -> PackageManifest.Target? { targetsByName[name] }

    /// `nil` if there is no such product.
    func targets(ofProduct name: String) -> [PackageManifest.Target]? {
        productsByName[name]?.targets.compactMap { targetsByName[$0] }
    }

    /// Where SwiftPM looks for the sources of a target; `nil` if there is no such folder.
    func folder(of target: PackageManifest.Target) -> FilePath? {
        if let path = target.path {
            let folder = root.resolving(path)
            return folder.mayBeFolder ? folder : nil
        }
        let parents = Self.parents(of: target.kind).map { root.appending($0) }
        if let folder = parents.map({ $0.appending(target.name) }).first(where: \.mayBeFolder) { return folder }
        // A package with one target of a kind may leave the folder in between out.
        // The folder of the sources is not that of the tests because these have none yet.
        let whole = target.kind == .test ? [root.appending("Tests")] : parents
        return targetsByParents[Self.parents(of: target.kind)] == 1 ? whole.first(where: \.isFolder) : nil
    }

    private static func parents(of kind: PackageManifest.Target.Kind) -> [String] {
        switch kind {
        case .test: ["Tests", "Sources", "Source", "src", "srcs"]
        case .plugin: ["Plugins"]
        case .regular, .executable, .macro, .system, .binary: ["Sources", "Source", "src", "srcs"]
        }
    }

    /// Whether a folder belongs to a C target: those have public headers, and SwiftPM keeps languages apart.
    static func holdsC(_ folder: FilePath) -> Bool {
        guard folder.appending("include").isFolder || folder.appending("module.modulemap").isFile else { return false }
        return folder.entries(to: ".swift").isEmpty
    }

    func facts(of target: PackageManifest.Target) -> Module.TargetFacts {
        Module.TargetFacts(
            name: target.name,
            isMainActorByDefault: target.settings.isMainActorByDefault,
            importsInternallyByDefault: target.settings.importsInternallyByDefault,
            upcomingFeatures: target.settings.upcomingFeatures,
            languageMode: target.settings.languageMode ?? languageMode)
    }

    /// The newest mode that the package names, or what its tools version implies.
    private var languageMode: String? {
        let named = manifest.languageModes.filter { (Int($0.prefix { $0 != "." }) ?? 0) <= 6 }.max()
        return named ?? manifest.toolsVersion.map { $0.major >= 6 ? "6" : "5" }
    }

    /// The module of a target, read only. `nil` for what is no Swift module of ours to read.
    func module(of target: PackageManifest.Target) -> Module? {
        guard target.kind == .regular || target.kind == .executable, let folder = folder(of: target) else { return nil }
        return swiftModule(of: target, in: folder)
    }

    /// The same of a regular target, or one that makes a program, that is in that folder.
    func swiftModule(of target: PackageManifest.Target, in folder: FilePath) -> Module? {
        Self.holdsC(folder) ? nil : module(of: target, in: folder)
    }

    /// The module of a target that mocks are compiled in and that nothing else is known of.
    func moduleReadForNames(of target: PackageManifest.Target) -> Module? {
        guard let folder = folder(of: target) else { return nil }
        var module = module(of: target, in: folder)
        module.isReadForNames = true
        return module
    }

    /// The modules of all test targets whose folders are there.
    var testTargets: [Module] {
        manifest.targets.filter { $0.kind == .test }.compactMap(moduleReadForNames)
    }

    private func module(of target: PackageManifest.Target, in folder: FilePath) -> Module {
        Module(
            name: Self.moduleName(of: target.name),
            sources: target.sources.map { $0.map(folder.resolving).filter(\.exists) } ?? [folder],
            exclude: target.exclude.map { GlobPattern(literal: folder.resolving($0)) },
            defines: Set(target.settings.defines + ["SWIFT_PACKAGE"]),
            target: facts(of: target))
    }

    /// `mockd-watcher` is `mockd_watcher` to an import.
    static func moduleName(of target: String) -> String {
        let name = String(target.map { $0 == "_" || $0.isLetter || $0.isNumber ? $0 : "_" })
        return name.first?.isNumber == true ? "_" + name : name
    }
}
