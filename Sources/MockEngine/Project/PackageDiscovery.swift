import MockGeneration
import MockModel
import MockParsing
import SystemPackage

/// Describes the project of a SwiftPM package that has no configuration.
///
/// Mocks of a target go to the test target that depends on it, or to a target of their own that several test targets can
/// import; targets without either are read for parents only.
struct PackageDiscovery {
    static let outputFolder = "Mocks"

    private let root: FilePath
    private let package: LoadedPackage
    private let boundary: OutputBoundary
    private let library: String?

    /// - Parameters:
    ///   - package: the package in the root of the project.
    ///   - style: decides the library that the target of the mocks has to import.
    init(_ package: LoadedPackage, user: UserConfiguration, style: any MockStyle = MockSettings().style.style) {
        library = style.names.module
        root = package.root
        self.package = package
        boundary = OutputBoundary(root: package.root, user: user)
    }

    /// - Throws: the problems of the manifests of local packages that this one depends on.
    func project() throws(ConfigurationError) -> Project {
        var graph = PackageGraph(top: package)
        var modules: [Module] = []
        var missing: [PackageManifest.Target] = []
        let undecided = package.diagnostics.filter { $0.code == "manifest-condition" }
        var notes = package.diagnostics.filter { $0.code != "manifest-condition" }
        var origins = SettingOrigins()
        func note(_ key: String, of module: Module, line: Int?) {
            let file = package.manifestFile.shown(in: root)
            if let line { origins["modules.\(module.name).\(key)"] = .file(file, line: line) }
        }
        for target in package.manifest.targets where target.kind.isImportedByTests {
            guard let folder = package.folder(of: target) else {
                missing.append(target)
                continue
            }
            guard var module = package.swiftModule(of: target, in: folder) else { continue }
            module.sources += package.pluginOutputs(of: target, in: package.build)
            module.dependencies = graph.dependencies(of: target, in: package)
            module.absences = package.absences(of: target, in: folder, build: package.build)
            if graph.lacksDependencies(of: target, in: package) { module.absences.insert(.dependencies) }
            modules.append(module)
            for key in ["sources", "exclude", "dependencies", "define"] { note(key, of: module, line: target.line) }
        }
        let targets = MockTargets(package, modules: modules, library: library)
        notes += missing.filter { !targets.isLibrary($0) }.map(missingFolder)
        for index in modules.indices {
            if let target = targets.direct(&modules[index]) {
                if !SwiftText.isModuleName(modules[index].name) {
                    modules[index].output = nil
                    notes.append(unimportable(modules[index], in: package))
                }
                note("output", of: modules[index], line: target.line)
                origins[reasonForOutputOf: modules[index]] = targets.reason(for: target, modules[index])
                if let refusal = keepWithinBoundary(&modules[index], target) { notes.append(refusal) }
            } else if let test = targets.testWithPlugin(for: modules[index]) {
                modules[index].hasMocksOfBuild = true
                notes.append(madeInBuild(modules[index], for: test))
                note("output", of: modules[index], line: test.line)
                origins[reasonForOutputOf: modules[index]] =
                    "\(PackageManifest.Target.plugin) makes its mocks during a build, for '\(test.name)'"
            } else {
                modules[index].lacksTests = true
                origins[reasonForOutputOf: modules[index]] =
                    "no test target depends on '\(modules[index].target.name ?? modules[index].name)'"
            }
        }
        let tests = targets.read.map { module in ownMocks(of: module, targets, &graph) }
        let mocked = modules.filter { $0.output != nil }
        let readOnly = modules.filter { $0.output == nil } + graph.readModules(besides: modules)
        var unmet = UnmetDependencies()
        if package.problem == nil {
            for target in package.manifest.targets { findUnmet(of: target, &unmet, &graph) }
        }
        let problems = graph.problems + unmet.problems
        if !problems.isEmpty { throw ConfigurationError(problems.map(\.problem)) }
        let configuration = root.appending(ProjectFile.configuration)
        var project = Project(
            root: root, modules: mocked + readOnly + tests,
            configurationFiles: [configuration, package.manifestFile] + graph.configurationFiles,
            notes: notes + unmet.warnings + graph.notes + ShippedMocks(package).warnings(for: mocked))
        project.buildFolder = package.build
        project.testTargets = package.testTargets
        project.targetsWithoutLibrary = LibraryReach.targetsWithoutLibrary(in: package)
        project.unresolvedNames = Set(missing.map(\.name) + unmet.unresolved)
        project.notes += [LibraryReach(package, library: library).warningOfTraits].compactMap(\.self)
        // A condition that was read both ways asks for no change of the manifest.
        project.details = graph.details + undecided
        project.origins = origins
        return project
    }

    /// Returns the module of a test target, whose sources may ask for mocks of types that they see.
    private func ownMocks(of module: Module, _ targets: MockTargets, _ graph: inout PackageGraph) -> Module {
        guard let test = module.target.name.flatMap(package.target), test.kind == .test else { return module }
        var module = module
        module.dependencies = graph.dependencies(ofTest: test, in: package)
        if graph.lacksDependencies(of: test, in: package) { module.absences.insert(.dependencies) }
        targets.directOwn(&module, of: test)
        return keepWithinBoundary(&module, test) == nil ? module : package.moduleReadForNames(of: test) ?? module
    }

    /// Removes an output that the package may not choose, and returns the reason.
    private func keepWithinBoundary(_ module: inout Module, _ target: PackageManifest.Target) -> Diagnostic? {
        guard let output = module.output else { return nil }
        module.output = boundary.resolvedOutput(of: output)
        let shown = output.path.shown(in: root)
        guard let violation = boundary.violation(of: output.path, written: shown, sources: module.sources) else {
            return nil
        }
        module.output = nil
        return Diagnostic(
            path: package.manifestFile.shown(in: root),
            position: target.line.map { SourcePosition(line: $0, column: 1) }, severity: .error,
            message: "\(violation.message); \(violation.suggestion)", code: violation.code)
    }

    private func madeInBuild(_ module: Module, for test: PackageManifest.Target) -> Diagnostic {
        Diagnostic(
            path: package.manifestFile.shown(in: root), position: test.line.map { SourcePosition(line: $0, column: 1) },
            severity: .note,
            message:
                "\(PackageManifest.Target.plugin) makes the mocks of '\(module.name)' for '\(test.name)' during a build, so no files are written; to have files, take the plugin out of the target",
            code: "made-in-build")
    }

    /// The names that targets depend on and that nothing has, as while a name is typed.
    private struct UnmetDependencies {
        /// Those for which SwiftPM refuses the manifest.
        var problems: [ManifestProblem] = []
        /// The others, which may be in what cannot be read.
        var unresolved: [String] = []
        /// Those of the others that are nearly the name of a target.
        var warnings: [Diagnostic] = []
    }

    private func findUnmet(
        of target: PackageManifest.Target, _ unmet: inout UnmetDependencies, _ graph: inout PackageGraph
    ) {
        for dependency in target.dependencies {
            guard let deadEnd = graph.deadEnd(dependency) else { continue }
            let others = package.manifest.targets.map(\.name).filter { $0 != target.name }
            let guess = closest(to: dependency.name, among: others)
            let diagnostic = Diagnostic(
                path: package.manifestFile.shown(in: root),
                position: target.line.map { SourcePosition(line: $0, column: 1) },
                severity: deadEnd == .certain ? .error : .warning,
                message: "target '\(target.name)' depends on '\(dependency.name)', which is \(dependency.missingKinds)"
                    + (guess.map { "; did you mean '\($0)'?" } ?? ""),
                code: "unknown-dependency")
            switch deadEnd {
            case .certain: unmet.problems.append(.standing(diagnostic))
            case .possible:
                unmet.unresolved.append(dependency.name)
                if guess != nil { unmet.warnings.append(diagnostic) }
            }
        }
    }

    private func missingFolder(of target: PackageManifest.Target) -> Diagnostic {
        Diagnostic(
            path: ProjectFile.manifest, position: nil, severity: .note,
            message: "target '\(target.name)' is left out, because its folder "
                + "'\(target.path ?? "Sources/\(target.name)")' does not exist",
            code: "target-without-folder")
    }

    /// Reports a module that no file of mocks could import. A keyword is reported, too: since raw identifiers Swift
    /// accepts one as a module's name, but only in backticks wherever it is written.
    private func unimportable(_ module: Module, in package: LoadedPackage) -> Diagnostic {
        let line = module.target.name.flatMap { package.target(named: $0)?.line }
        return Diagnostic(
            path: package.manifestFile.shown(in: root), position: line.map { SourcePosition(line: $0, column: 1) },
            severity: .warning,
            message: "the module of target '\(module.target.name ?? module.name)' would be called '\(module.name)', "
                + "which is no name in Swift, so it gets no mocks; rename the target",
            code: "target-name")
    }
}

extension PackageManifest.Target.Dependency {
    /// The kinds of things that could have had the name.
    fileprivate var missingKinds: String {
        switch self {
        case .target: "no target of this package"
        case .byName: "no target of this package and no product of those that it depends on"
        case .product: "no product of the packages that this one depends on"
        }
    }
}
