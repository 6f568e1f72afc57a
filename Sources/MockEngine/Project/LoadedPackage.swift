import LinuxSystem
import MockModel
import MockParsing
import SystemPackage

/// A package on disk: its manifest, and the folders of its targets.
struct LoadedPackage {
    let root: FilePath
    let manifestFile: FilePath
    let manifest: PackageManifest
    /// The folder of its builds, if it is the package in the root of a project.
    private(set) var build: BuildFolder
    private(set) var diagnostics: [Diagnostic]
    private let productsByName: [String: PackageManifest.Product]
    private let targetsByName: [String: PackageManifest.Target]
    /// The number of targets without a path that may have the same folders of sources.
    private let targetsByParents: [[String]: Int]

    /// Returns `nil` if the folder holds no manifest.
    ///
    /// - Throws: The reason why the manifest cannot be read.
    init?(root: FilePath, shownIn projectRoot: FilePath) throws(ManifestProblem) {
        guard let file = Self.manifestFile(in: root) else { return nil }
        let shown = file.shown(in: projectRoot)
        var (manifest, diagnostics) = parseManifest(try Self.text(of: file, shown: shown), path: shown)
        if let hidden = Self.hiddenText(of: file, in: root, projectRoot) {
            for index in diagnostics.indices { diagnostics[index].message = hidden }
        }
        self.init(root: root, file: file, manifest, diagnostics)
    }

    private init(root: FilePath, file: FilePath, _ manifest: PackageManifest, _ diagnostics: [Diagnostic]) {
        self.root = root
        manifestFile = file
        self.manifest = manifest
        build = BuildFolder(of: root)
        self.diagnostics = diagnostics
        targetsByName = Dictionary(manifest.targets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        productsByName = Dictionary(manifest.products.map { ($0.name, $0) }) { first, _ in first }
        targetsByParents = manifest.targets.reduce(into: [:]) { counts, target in
            if target.path == nil { counts[Self.parents(of: target.kind), default: 0] += 1 }
        }
    }

    /// Returns the package in the root of a project; `nil` if there is no manifest.
    ///
    /// - Parameters:
    ///   - runner: Asks SwiftPM about a manifest that must be run; `nil` if the user does not allow it.
    ///   - build: The folder of its builds, if it is not the one that SwiftPM chooses by itself.
    ///   - mayBeOpaque: True if the modules are described elsewhere: a manifest that must be run is no error then.
    static func ofProject(
        in root: FilePath, _ runner: ManifestRunner?, build: BuildFolder?, mayBeOpaque: Bool = false
    ) throws(ConfigurationError) -> LoadedPackage? {
        let problems: [ConfigurationError.Problem]
        do throws(ManifestProblem) {
            guard var package = try LoadedPackage(root: root, shownIn: root) else { return nil }
            if !mayBeOpaque, let runner { try package.complete(with: runner) }
            if let build { package.build = build }
            guard let problem = package.problem, !(mayBeOpaque && problem.isMerelyOpaque) else { return package }
            // The reason why SwiftPM was not asked helps, too.
            let others = package.diagnostics.filter { $0.code == Self.refused }.map { ManifestProblem($0).problem }
            problems = [problem.problem] + others
        } catch {
            problems = [error.problem]
        }
        throw ConfigurationError(problems)
    }

    private static let refused = "manifest-not-run"

    /// Replaces a manifest that is not understood as a whole by SwiftPM's description of it.
    private mutating func complete(with runner: ManifestRunner) throws(ManifestProblem) {
        guard let riddle = diagnostics.first(where: { $0.code == ManifestProblem.opaque }) else { return }
        func note(_ message: String, _ code: String) -> Diagnostic {
            Diagnostic(path: riddle.path, position: riddle.position, severity: .note, message: message, code: code)
        }
        let lines = targetsByName.compactMapValues(\.line)
        switch runner.answer(about: try Self.text(of: manifestFile, shown: riddle.path), at: manifestFile) {
        case .known(let json):
            guard let dump = PackageManifest(dump: json, lines: lines) else { return }
            let said = "this cannot be known without running the manifest, so SwiftPM was asked what it describes"
            self = LoadedPackage(root: root, file: manifestFile, dump, [note(said, "manifest-run")])
        case .refused(let refusal):
            let reason = Self.hiddenText(of: manifestFile, in: root, root) ?? refusal.reason
            if let mistake = refusal.mistake { throw .broken(riddle.path, reason, at: mistake) }
            let message = "SwiftPM did not tell what this manifest describes: \(reason)"
            diagnostics.append(note(message, Self.refused))
        case .pending: throw .pending(riddle.path)
        }
    }

    /// The reason why the manifest does not describe the package: it is broken, or it must be run.
    var problem: ManifestProblem? { diagnostics.first { $0.severity == .error }.map(ManifestProblem.init) }

    // MARK: Manifest

    private static func text(of file: FilePath, shown: String) throws(ManifestProblem) -> String {
        do throws(RegularFileError) {
            return try DescriptionEvidence.text(of: file)
        } catch {
            throw .unreadable(shown, "\(error)")
        }
    }

    /// Returns what messages have in the place of a manifest's text if that is a link out of the package and the project:
    /// the link may lead to a file of the user's, and messages are published, as by CI.
    private static func hiddenText(of file: FilePath, in root: FilePath, _ projectRoot: FilePath) -> String? {
        guard let target = file.target(outside: root), projectRoot.canonical.map(target.isWithin) != true else {
            return nil
        }
        return "what is wrong here is not shown, because the manifest is a link to '\(target)', outside of the "
            + "package; put a copy of that file in its place"
    }

    /// Returns the manifest as SwiftPM chooses it: `Package@swift-6.swift` and the like precede `Package.swift`, and the
    /// newest version counts that is not newer than the compiler.
    private static func manifestFile(in root: FilePath) -> FilePath? {
        let versioned = root.entries(from: versionedManifest, to: ".swift").compactMap { name in
            let parts = name.dropFirst(versionedManifest.count).dropLast(".swift".count).split(separator: ".").map {
                Int($0)
            }
            let version = parts.compactMap(\.self)
            return version.count == parts.count && !version.isEmpty ? (name: name, version: version) : nil
        }
        let usable = versioned.filter { !compilerVersion.lexicographicallyPrecedes($0.version) }
        let newest = usable.max { $0.version.lexicographicallyPrecedes($1.version) }
        let regular = root.appending(ProjectFile.manifest)
        if let newest,
            !regular.exists || compilerVersion.starts(with: newest.version) || isPreferred(newest, to: regular)
        {
            return root.appending(newest.name)
        }
        return regular.exists ? regular : nil
    }

    private static let versionedManifest = "Package@swift-"
    private static let compilerVersion = PackageManifest.compilerVersion

    /// True if the candidate is newer than `Package.swift`, or if that is too new for the compiler.
    private static func isPreferred(_ candidate: (name: String, version: [Int]), to regular: FilePath) -> Bool {
        guard regular.isFile, let text = try? DescriptionEvidence.text(of: regular),
            let version = PackageManifest.ToolsVersion(inManifest: text)
        else { return true }
        let own = [version.major, version.minor]
        return own.lexicographicallyPrecedes(candidate.version) || compilerVersion.lexicographicallyPrecedes(own)
    }

    // MARK: Targets

    func target(named name: String) -> PackageManifest.Target? { targetsByName[name] }

    /// Returns `nil` if there is no such product.
    func targets(ofProduct name: String) -> [PackageManifest.Target]? {
        productsByName[name]?.targets.compactMap { targetsByName[$0] }
    }

    /// Returns the folder in which SwiftPM searches for the sources of a target; `nil` if there is none.
    func folder(of target: PackageManifest.Target) -> FilePath? {
        if let path = target.path {
            let folder = root.resolving(path)
            return folder.mayBeFolder ? folder : nil
        }
        let parents = Self.parents(of: target.kind).map { root.appending($0) }
        if let folder = parents.map({ $0.appending(target.name) }).first(where: \.mayBeFolder) { return folder }
        // A package with one target of a kind may omit the folder of the target. Only `Tests` can hold such tests: the
        // folder of the sources does not become that of the tests because these do not exist yet.
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

    /// True if a folder belongs to a C target: those have public headers, and SwiftPM keeps languages apart.
    static func holdsC(_ folder: FilePath) -> Bool {
        guard folder.appending("include").isFolder || folder.appending("module.modulemap").isFile else { return false }
        return folder.entries(to: ".swift").isEmpty
    }

    /// Returns the folder that the last build's plugins generated for a target: SwiftPM compiles it with the target's own
    /// sources.
    ///
    /// - Parameter build: the folder of the project's builds.
    func pluginOutputs(of target: PackageManifest.Target, in build: BuildFolder) -> [FilePath] {
        guard let identity = root.lastComponent?.string.lowercased() else { return [] }
        let folder = build.pluginOutputs(of: target.name, in: identity)
        return folder.isFolder ? [folder] : []
    }

    /// Returns the sources of a target's own that are not there at present.
    ///
    /// - Parameter build: the folder of the project's builds.
    func absences(of target: PackageManifest.Target, in folder: FilePath, build: BuildFolder) -> Set<Module.Absence> {
        let awaitsBuild = target.plugins.contains { $0 != PackageManifest.Target.plugin }
        return Set(
            [
                folder.isEmptyFolder ? .own : nil,
                awaitsBuild && pluginOutputs(of: target, in: build).isEmpty ? .generated : nil,
            ].compactMap(\.self))
    }

    func facts(of target: PackageManifest.Target) -> Module.TargetFacts {
        var facts = Module.TargetFacts(
            name: target.name,
            isMainActorByDefault: target.settings.isMainActorByDefault,
            importsInternallyByDefault: target.settings.importsInternallyByDefault,
            upcomingFeatures: target.settings.upcomingFeatures,
            languageMode: target.settings.languageMode ?? languageMode)
        facts.availabilityMacros = target.settings.availabilityMacros
        return facts
    }

    /// The newest language mode that the package names, or the one that its tools version implies.
    private var languageMode: String? {
        let named = manifest.languageModes.filter { (Int($0.prefix { $0 != "." }) ?? 0) <= 6 }.max()
        return named ?? manifest.toolsVersion.map { $0.major >= 6 ? "6" : "5" }
    }

    /// Returns the module of a target, without an output; `nil` if it is no Swift module that mockd reads.
    func module(of target: PackageManifest.Target) -> Module? {
        guard target.kind.isImportedByTests, let folder = folder(of: target) else { return nil }
        return swiftModule(of: target, in: folder)
    }

    /// Returns the same for a target that tests can import, in that folder.
    func swiftModule(of target: PackageManifest.Target, in folder: FilePath) -> Module? {
        Self.holdsC(folder) ? nil : module(of: target, in: folder)
    }

    /// Returns the module of a target that mocks are compiled in, of which only names are read.
    func moduleReadForNames(of target: PackageManifest.Target) -> Module? {
        guard let folder = folder(of: target) else { return nil }
        var module = module(of: target, in: folder)
        module.isReadForNames = true
        return module
    }

    /// The modules of all test targets whose folders exist, with the modules of this package that they depend on.
    var testTargets: [Module] {
        manifest.targets.filter { $0.kind == .test }.compactMap { target in
            var module = moduleReadForNames(of: target)
            module?.dependencies = targets(neededBy: target).dropFirst().map { Self.moduleName(of: $0.name) }.sorted()
            return module
        }
    }

    /// Returns the target and those of the package that it depends on, directly or not.
    func targets(neededBy target: PackageManifest.Target) -> [PackageManifest.Target] {
        var found = [target]
        var names: Set<String> = [target.name]
        var next = 0
        while next < found.count {
            for name in found[next].localTargets where names.insert(name).inserted {
                if let target = self.target(named: name) { found.append(target) }
            }
            next += 1
        }
        return found
    }

    private func module(of target: PackageManifest.Target, in folder: FilePath) -> Module {
        Module(
            name: Self.moduleName(of: target.name),
            sources: target.sources.map { sources($0, in: folder) } ?? [folder],
            exclude: (target.exclude + target.resources).map { GlobPattern(literal: folder.resolving($0)) }
                + (folder == root ? manifests : []),
            defines: Set(target.settings.defines + ["SWIFT_PACKAGE"]),
            target: facts(of: target))
    }

    /// The files and folders that a target names as its sources. SwiftPM passes over hidden ones and documents even then.
    private func sources(_ names: [String], in folder: FilePath) -> [FilePath] {
        names.map(folder.resolving).filter { path in
            let below = path.components.dropFirst(folder.components.count)
            return path.exists && !below.contains { ModuleMembership.isIgnored($0.string.utf8) }
        }
    }

    /// The manifests are no sources of a target in the folder of the package.
    private var manifests: [GlobPattern] {
        [GlobPattern(literal: root.appending(ProjectFile.manifest))]
            + root.entries(from: Self.versionedManifest, to: ".swift").map { GlobPattern(literal: root.appending($0)) }
    }

    /// Returns the name for an import: `mockd_watcher` for `mockd-watcher`.
    static func moduleName(of target: String) -> String {
        let name = String(target.map { $0 == "_" || $0.isLetter || $0.isNumber ? $0 : "_" })
        return name.first?.isNumber == true ? "_" + name : name
    }
}
