import MockGeneration
import MockModel
import MockParsing
import SystemPackage

/// The package around a configuration file: it supplies what the file leaves out.
struct PackageContext {
    let project: Project
    private let package: LoadedPackage
    /// The targets by their folders; if several have one folder, the last.
    private let targets: [FilePath: PackageManifest.Target]
    private let modules: [String: Module]
    private let owners: ModuleOwners

    /// Returns `nil` if there is no Package.swift.
    ///
    /// - Parameters:
    ///   - build: the folder of SwiftPM's builds.
    ///   - listsModules: true if the configuration lists the modules, so that the manifest need not describe them.
    ///   - style: the style of the configuration.
    /// - Throws: The reason why the manifest, or the one of a package that it depends on, describes nothing.
    init?(
        root: FilePath, build: BuildFolder, listsModules: Bool, user: UserConfiguration, style: StyleChoice
    ) throws(ConfigurationError) {
        let package = try LoadedPackage.ofProject(
            in: root, user.manifests, build: build, mayBeOpaque: listsModules)
        guard let package else { return nil }
        self.package = package
        project = try PackageDiscovery(package, user: user, style: style.style).project()
        modules = Dictionary(project.modules.map { ($0.name, $0) }) { first, _ in first }
        let folders = package.manifest.targets.compactMap { target in package.folder(of: target).map { ($0, target) } }
        targets = Dictionary(folders) { $1 }
        owners = ModuleOwners(project.modules.filter { !$0.isReadForNames } + project.testTargets, root: root)
    }

    /// The names of this package's modules.
    var moduleNames: [String] { package.manifest.targets.map { LoadedPackage.moduleName(of: $0.name) } }

    /// True if a target of this package, or of one that it depends on, has a module of this name.
    func hasModule(named name: String) -> Bool { modules[name] != nil || owners.names.contains(name) }

    /// The number of names that are compared with that of a module.
    private static let mostNames = 100

    /// Returns what contradicts Package.swift in a module that states its sources: they are those of a target with
    /// another name, so no module of this name has the types that are mocked.
    func contradiction(of module: Module) -> ConfigurationRules.Violation? {
        // Where a manifest must be run, a target with another name may have the same sources.
        if package.problem != nil { return nil }
        let names = owners.names(for: module.sources)
        guard !names.contains(module.name), names.count <= Self.mostNames,
            let other = names.count == 1 ? names[0] : closest(to: module.name, among: names)
        else { return nil }
        let isKnown = hasModule(named: module.name)
        return ConfigurationRules.Violation(
            message: "these sources are those of '\(other)' in Package.swift"
                + (isKnown ? "" : ", which has no target '\(module.name)'"),
            suggestion: isKnown
                ? "write the sources of '\(module.name)', or 'name: \(other)'" : "did you mean '\(other)'?",
            code: "config-module-name")
    }

    /// Returns the module of a target of this package; `nil` if there is none of that name.
    func ownModule(named name: String) -> Module? {
        modules[name].flatMap { module in
            module.isReadForNames ? nil : module.target.name.flatMap(package.target).map { _ in module }
        }
    }

    /// Returns the modules of this package's targets, except for those of these names.
    func ownModules(besides names: [String]) -> [Module] {
        let names = Set(names)
        return project.modules.map(\.name).filter { !names.contains($0) }.compactMap(ownModule)
    }

    /// Returns the targets that mocks of these modules are compiled in and that are not among these modules.
    func modulesWithMocks(of listed: [Module]) -> [Module] {
        var namesInUse = Set(listed.map(\.name))
        return listed.compactMap { module in
            guard let name = module.outputTarget.name, namesInUse.insert(LoadedPackage.moduleName(of: name)).inserted
            else { return nil }
            return package.target(named: name).flatMap(package.moduleReadForNames)
        }
    }

    /// Returns warnings of products that contain mocks of these modules.
    func shippedMocks(of modules: [Module]) -> [Diagnostic] { ShippedMocks(package).warnings(for: modules) }

    /// Adds the facts about the module's target and about the target of its mocks; also dependencies, compilation
    /// conditions and the way to import the module, if the file does not state them.
    func describe(_ module: inout Module, dependencies: Bool, defines: Bool, importStyle: Bool) {
        if let own = modules[module.name] {
            module.target = own.target
            let isCompiled = module.sources.allSatisfy { path in own.sources.contains(where: path.isWithin) }
            if isCompiled { module.leavesOutInnerProjects = false }
            if dependencies { module.dependencies = own.dependencies }
            if defines { module.defines = own.defines }
        }
        guard let output = module.output else { return }
        let holder = output.path.withFolders.lazy.compactMap { targets[$0] }.first
        let stated = importStyle ? nil : module.importStyle
        if module.outputTarget.sharesMocks, stated == nil { module.importStyle = .testable }
        module.outputTarget.sharesMocks = false
        if let holder { module.outputTarget = package.facts(of: holder) }
        let isShared = (holder?.kind == .regular || holder?.kind == .executable) && holder?.name != module.target.name
        if isShared, stated != Module.ImportStyle.none { module.share(in: module.outputTarget) }
        if let stated { module.importStyle = stated }
    }

    /// Returns the modules of the package, and of its dependencies, that the listed modules need and the file does not
    /// list.
    func modules(neededBy listed: [Module]) -> [Module] {
        var namesInUse = Set(listed.map(\.name))
        var result: [Module] = []
        var open = listed.flatMap(\.dependencies)[...]
        while let name = open.popFirst() {
            guard var module = modules[name], namesInUse.insert(name).inserted else { continue }
            module.output = nil
            // The list of modules decides what is mocked, so a missing test target is no problem.
            module.lacksTests = false
            result.append(module)
            open += module.dependencies
        }
        return result
    }
}
