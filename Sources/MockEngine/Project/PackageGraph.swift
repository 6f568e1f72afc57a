import MockModel
import MockParsing
import SystemPackage

/// The packages that a package depends on, as far as they are needed and their sources are on disk.
///
/// Manifests are read one by one as dependencies lead to them: a package that only a plugin uses is never opened.
struct PackageGraph {
    private let top: LoadedPackage
    /// The packages by folder; `nil` for a folder without a manifest.
    private var packages: [FilePath: LoadedPackage?] = [:]
    /// The folders of local packages by identity. As in SwiftPM, they replace remote packages of the same identity.
    private var local: [String: FilePath] = [:]
    /// The traits that dependents enable in each package, by its folder.
    private var enabledTraits: [FilePath: [String]] = [:]
    /// The dependencies of each package, by its folder.
    private var dependencies: [FilePath: PackageDependencies] = [:]
    private var needed: [(target: PackageManifest.Target, package: LoadedPackage)] = []
    private var neededKeys: Set<String> = []
    private var missing: MissingPackages

    /// The diagnostics about missing packages: `notes` are as few as possible, `details` name each package.
    var notes: [Diagnostic] { missing.notes }
    var details: [Diagnostic] { missing.details }
    /// The problems of manifests that people edit; checkouts are replaced as a whole.
    private(set) var problems: [ManifestProblem] = []

    /// - Parameter top: The package in the project's root.
    init(top: LoadedPackage) {
        self.top = top
        missing = MissingPackages(of: top)
        packages[top.root] = top
        registerLocal(of: top)
    }

    /// Returns the names of the modules that a target can see; remembers those of other packages as needed.
    mutating func dependencies(of target: PackageManifest.Target, in package: LoadedPackage) -> [String] {
        var names: [String] = []
        var known: Set<String> = []
        for dependency in target.dependencies {
            for (found, owner) in resolve(dependency, in: package) {
                let name = LoadedPackage.moduleName(of: found.name)
                if known.insert(name).inserted { names.append(name) }
                if owner.root != top.root { need(found, in: owner) }
            }
        }
        return names
    }

    /// Returns the same for a test target. It needs packages that nothing else does only if it asks for mocks, so it reports
    /// none that is not there.
    mutating func dependencies(ofTest target: PackageManifest.Target, in package: LoadedPackage) -> [String] {
        let reported = missing
        defer { missing = reported }
        var target = target
        target.dependencies.removeAll { LibraryReach.libraries.contains($0.name) }
        return dependencies(of: target, in: package)
    }

    /// True if sources that a target depends on are not there: a package is not fetched, or a target has no folder.
    ///
    /// Ask it after ``dependencies(of:in:)``, which opens the packages.
    mutating func lacksDependencies(of target: PackageManifest.Target, in package: LoadedPackage) -> Bool {
        // The same packages have been reported, as far as they are to be.
        let reported = missing
        defer { missing = reported }
        return target.dependencies.contains { dependency in
            if LibraryReach.libraries.contains(dependency.name) { return false }
            let found = resolve(dependency, in: package)
            guard found.isEmpty else {
                return found.contains { $0.0.kind.isImportedByTests && $0.1.folder(of: $0.0) == nil }
            }
            guard case .product(_, let owner?) = dependency else {
                return package.manifest.dependencies.contains(where: missing.contains)
            }
            // A package that the manifest does not name cannot be there.
            let named = dependencies(of: package).named(owner)
            return named.isEmpty || named.contains(where: missing.contains)
        }
    }

    /// Returns the needed modules of other packages, and those that they need in turn.
    mutating func readModules(besides modules: [Module]) -> [Module] {
        var namesInUse = Set(modules.map(\.name))
        var result: [(module: Module, package: LoadedPackage)] = []
        var index = 0
        // `needed` grows while it is walked: that is the transitive closure.
        while index < needed.count {
            let (target, package) = needed[index]
            index += 1
            guard var module = package.module(of: target) else { continue }
            module.sources += package.pluginOutputs(of: target, in: top.build)
            module.isOfOtherPackage = package.root != top.root
            module.dependencies = dependencies(of: target, in: package)
            if let folder = package.folder(of: target) {
                module.absences = package.absences(of: target, in: folder, build: top.build)
            }
            if lacksDependencies(of: target, in: package) { module.absences.insert(.dependencies) }
            if namesInUse.insert(module.name).inserted { result.append((module, package)) }
        }
        // Only now it is known which traits all the others enable in a package.
        return result.map { module, package in
            var module = module
            module.defines.formUnion(package.manifest.traits(enabledBy: enabledTraits[package.root] ?? []))
            return module
        }
    }

    /// Manifests of local packages, which people edit, and the file that SwiftPM rewrites when it changes checkouts.
    var configurationFiles: [FilePath] {
        let found = packages.values.compactMap { $0?.manifestFile }.filter { file in
            file != top.manifestFile && local.values.contains { file.isWithin($0) }
        }
        // A missing one may be created.
        let manifests = Set(found + local.values.map { $0.appending("Package.swift") })
        let usesCheckouts = !top.manifest.dependencies.allSatisfy { if case .path = $0.origin { true } else { false } }
        let state = usesCheckouts ? [top.build.state] : []
        return manifests.sorted { $0.string < $1.string } + state
    }

    private mutating func need(_ target: PackageManifest.Target, in package: LoadedPackage) {
        if neededKeys.insert("\(package.root)\0\(target.name)").inserted { needed.append((target, package)) }
    }

    // MARK: From dependencies to targets

    private mutating func resolve(
        _ dependency: PackageManifest.Target.Dependency, in package: LoadedPackage
    ) -> [(PackageManifest.Target, LoadedPackage)] {
        switch dependency {
        case .target(let name): return package.target(named: name).map { [($0, package)] } ?? []
        case .byName(let name):
            if let target = package.target(named: name) { return [(target, package)] }
            return product(name, of: nil, in: package)
        case .product(let name, let owner): return product(name, of: owner, in: package)
        }
    }

    private mutating func product(
        _ name: String, of owner: String?, in package: LoadedPackage
    ) -> [(PackageManifest.Target, LoadedPackage)] {
        let dependencies = dependencies(of: package)
        let named = owner.map(dependencies.named) ?? []
        // Without a package's name, a package with the name of the product is the likeliest.
        for dependency in named.isEmpty ? dependencies.identified(by: name) : named {
            if let provider = load(dependency, of: package), let found = provider.targets(ofProduct: name) {
                return found.map { ($0, provider) }
            }
        }
        return named.isEmpty ? productOfAny(name, in: package) : []
    }

    /// Returns the targets of the first product of that name; opens the dependencies one by one as far as necessary.
    private mutating func productOfAny(
        _ name: String, in package: LoadedPackage
    ) -> [(PackageManifest.Target, LoadedPackage)] {
        while true {
            let known = dependencies(of: package)
            if let provider = known.providers[name] {
                return (provider.targets(ofProduct: name) ?? []).map { ($0, provider) }
            }
            guard known.searched < package.manifest.dependencies.count else { return [] }
            let provider = load(package.manifest.dependencies[known.searched], of: package)
            dependencies[package.root]?.note(provider)
        }
    }

    /// A dependency of a target that leads nowhere, as far as the manifests on disk tell.
    enum DeadEnd {
        /// SwiftPM refuses the package.
        case certain
        /// A manifest that must be run, or a newer version of a package, may have what is named.
        case possible
    }

    /// Returns `nil` if a dependency of the top package's targets leads somewhere, or to a package that is not there or that
    /// the manifest does not name.
    mutating func deadEnd(_ dependency: PackageManifest.Target.Dependency) -> DeadEnd? {
        // A library of mocks that is missing has a diagnostic of its own, which says how to add it.
        guard !LibraryReach.libraries.contains(dependency.name), resolve(dependency, in: top).isEmpty
        else { return nil }
        if case .target = dependency {
            return top.diagnostics.contains { $0.code == ManifestProblem.opaque } ? nil : .certain
        }
        if case .product(_, let owner?) = dependency, dependencies(of: top).named(owner).isEmpty { return nil }
        // The question opens packages that nothing needs.
        let reported = missing
        defer { missing = reported }
        let name = dependency.name
        guard productOfAny(name, in: top).isEmpty, dependencies(of: top).providers[name] == nil else { return nil }
        var packages = [top]
        for other in top.manifest.dependencies {
            // Not every product is declared: SwiftPM makes one for each executable.
            guard let package = load(other, of: top), package.target(named: name) == nil else { return nil }
            packages.append(package)
        }
        let isUnderstood = packages.allSatisfy { package in
            package.diagnostics.isEmpty && !package.manifest.mayOfferMore && !package.root.isWithin(top.build.path)
        }
        return isUnderstood ? .certain : .possible
    }

    private mutating func dependencies(of package: LoadedPackage) -> PackageDependencies {
        if let known = dependencies[package.root] { return known }
        let found = PackageDependencies(of: package)
        dependencies[package.root] = found
        return found
    }

    // MARK: From dependencies to folders

    private mutating func load(_ dependency: PackageManifest.Dependency, of package: LoadedPackage) -> LoadedPackage? {
        guard let folder = folder(of: dependency, in: package) else {
            missing.note(dependency, of: package)
            return nil
        }
        enabledTraits[folder, default: []] += dependency.traits
        if let known = packages[folder] { return known }
        let loaded: LoadedPackage?
        do throws(ManifestProblem) {
            loaded = try LoadedPackage(root: folder, shownIn: top.root)
            if let problem = loaded?.problem, !problem.isMerelyOpaque { report(problem, in: folder) }
        } catch {
            loaded = nil
            report(error, in: folder)
        }
        packages[folder] = .some(loaded)
        if let loaded { registerLocal(of: loaded) } else { missing.note(dependency, of: package) }
        return loaded
    }

    private mutating func report(_ problem: ManifestProblem, in folder: FilePath) {
        if !folder.isWithin(top.build.path) { problems.append(problem) }
    }

    private mutating func registerLocal(of package: LoadedPackage) {
        for dependency in package.manifest.dependencies {
            guard case .path(let path) = dependency.origin, local[dependency.identity] == nil else { continue }
            let folder = package.root.resolving(path)
            if folder.mayBeFolder { local[dependency.identity] = folder }
        }
    }

    private func folder(of dependency: PackageManifest.Dependency, in package: LoadedPackage) -> FilePath? {
        if let folder = local[dependency.identity] { return folder }
        switch dependency.origin {
        case .path: return nil
        case .url(let url):
            let name = PackageManifest.Dependency.lastComponent(of: url)
            // `swift package edit` puts a working copy here and leaves the checkout where it is.
            let edited = top.root.appending("Packages").appending(name)
            let checkout = top.build.checkout(named: name)
            return [edited, checkout].first(where: \.isFolder)
        case .registry(let id):
            let parts = id.split(separator: ".", maxSplits: 1).map(String.init)
            let folder = parts.reduce(top.build.downloads) { $0.appending($1) }
            return folder.entries.last.map { folder.appending($0) }
        }
    }
}

extension PackageManifest.Dependency {
    /// SwiftPM's identity of a package: the last component of its location, in lower case.
    var identity: String {
        switch origin {
        case .path(let path): Self.lastComponent(of: path).lowercased()
        case .url(let url): Self.lastComponent(of: url).lowercased()
        case .registry(let id): id.lowercased()
        }
    }

    /// The name of the checkout's folder: the last component of the URL without `.git`.
    static func lastComponent(of location: String) -> String {
        let trimmed = location.last == "/" ? location.dropLast() : location[...]
        let last = trimmed.split(whereSeparator: { $0 == "/" || $0 == ":" }).last ?? trimmed
        return String(last.hasSuffix(".git") ? last.dropLast(4) : last)
    }
}
