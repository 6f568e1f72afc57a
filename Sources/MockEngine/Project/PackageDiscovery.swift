import MockModel
import MockParsing
import SystemPackage

/// Describes the project of a SwiftPM package that has no configuration.
///
/// Mocks of a target go to the test target that depends on it; targets without tests are read for parents only.
struct PackageDiscovery {
    static let outputFolder = "Mocks"

    private let root: FilePath
    private let package: LoadedPackage
    private let boundary: OutputBoundary

    /// - Parameter package: The package in the root of the project.
    init(_ package: LoadedPackage, user: UserConfiguration) {
        root = package.root
        self.package = package
        boundary = OutputBoundary(root: package.root, user: user)
    }

    /// - Throws: the problems of the manifests of local packages that this one depends on.
    func project() throws(ConfigurationError) -> Project {
        var graph = PackageGraph(top: package)
        var modules: [Module] = []
        let undecided = package.diagnostics.filter { $0.code == "manifest-condition" }
        var notes = package.diagnostics.filter { $0.code != "manifest-condition" }
        var origins = SettingOrigins()
        func note(_ key: String, of module: Module, line: Int?) {
            let file = package.manifestFile.shown(in: root)
            if let line { origins["modules.\(module.name).\(key)"] = .file(file, line: line) }
        }
        for target in package.manifest.targets where target.kind == .regular || target.kind == .executable {
            guard let folder = package.folder(of: target) else {
                notes.append(missingFolder(of: target))
                continue
            }
            guard var module = package.swiftModule(of: target, in: folder) else { continue }
            module.sources += pluginOutputs(of: target)
            module.dependencies = graph.dependencies(of: target, in: package)
            modules.append(module)
            for key in ["sources", "exclude", "dependencies", "define"] { note(key, of: module, line: target.line) }
        }
        let tests = TestTargets(package, modules: modules)
        for index in modules.indices {
            if let test = tests.direct(&modules[index]) {
                if !SwiftText.isModuleName(modules[index].name) {
                    modules[index].output = nil
                    notes.append(unimportable(modules[index], in: package))
                }
                note("output", of: modules[index], line: test.line)
                origins.reasons["modules.\(modules[index].name).output"] = tests.reason(for: test, modules[index])
                if let refusal = keepWithinBoundary(&modules[index], test) { notes.append(refusal) }
            } else {
                modules[index].lacksTests = true
                origins.reasons["modules.\(modules[index].name).output"] =
                    "no test target depends on '\(modules[index].target.name ?? modules[index].name)'"
            }
        }
        let mocked = modules.filter { $0.output != nil }
        let readOnly = modules.filter { $0.output == nil } + graph.readModules(besides: modules)
        if !graph.problems.isEmpty { throw ConfigurationError(graph.problems.map(\.problem)) }
        let configuration = root.appending(ProjectFile.configuration)
        var project = Project(
            root: root, modules: mocked + readOnly + tests.read,
            configurationFiles: [configuration, package.manifestFile] + graph.configurationFiles,
            notes: notes + graph.notes)
        project.testTargets = package.testTargets
        let reach = LibraryReach(package)
        for test in package.manifest.targets where test.kind == .test && !reach.isNamed(from: test) {
            let file = package.manifestFile.shown(in: root)
            project.targetsWithoutLibrary[test.name] = test.line.map { "\(file):\($0)" } ?? file
        }
        // A condition that was read both ways asks for no change of the manifest.
        project.details = graph.details + undecided
        project.origins = origins
        return project
    }

    /// Returns the folder that the last build's plugins generated for a target of this package: SwiftPM compiles it
    /// with the target's own sources.
    private func pluginOutputs(of target: PackageManifest.Target) -> [FilePath] {
        guard let identity = root.lastComponent?.string.lowercased() else { return [] }
        let folder = root.pushing(FilePath(".build/plugins/outputs")).appending(identity).appending(target.name)
            .appending("destination")
        return folder.isFolder ? [folder] : []
    }

    /// Removes an output that the package may not choose, and returns the reason.
    private func keepWithinBoundary(_ module: inout Module, _ test: PackageManifest.Target) -> Diagnostic? {
        guard let output = module.output else { return nil }
        module.output = boundary.resolvedOutput(of: output)
        let shown = output.path.shown(in: root)
        guard let violation = boundary.violation(of: output.path, written: shown, sources: module.sources) else {
            return nil
        }
        module.output = nil
        return Diagnostic(
            path: package.manifestFile.shown(in: root),
            position: test.line.map { SourcePosition(line: $0, column: 1) }, severity: .error,
            message: "\(violation.message); \(violation.suggestion)", code: violation.code)
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

/// Chooses the test target that gets the mocks of a module.
struct TestTargets {
    private let package: LoadedPackage
    /// The test target of each target that has one.
    private var tests: [String: PackageManifest.Target] = [:]
    /// The target that owns the plain `Mocks` folder of a test target, by the test target.
    private var owners: [String: String] = [:]
    /// The test targets that get mocks; a mock sees the names of their types first.
    private(set) var read: [Module] = []

    init(_ package: LoadedPackage, modules: [Module]) {
        self.package = package
        // A test target that names the library comes first, because the others cannot compile mocks; then `AppTests` for
        // `App`; then the first in the manifest.
        let reach = LibraryReach(package)
        var ranks: [String: Int] = [:]
        for test in package.manifest.targets where test.kind == .test {
            let rank = reach.isNamed(from: test) ? 3 : 1
            for target in test.localTargets {
                let rankHere = rank + (test.name == target + "Tests" ? 1 : 0)
                // SwiftPM builds the last of several targets with one name.
                let isLater = rankHere == ranks[target] && test.name == tests[target]?.name
                guard isLater || rankHere > ranks[target, default: 0] else { continue }
                (tests[target], ranks[target]) = (test, rankHere)
            }
        }
        for case let target? in modules.map(\.target.name) {
            guard let test = tests[target]?.name else { continue }
            if owners[test] == nil || test == target + "Tests" { owners[test] = target }
        }
        read = owners.keys.sorted().compactMap { name in
            package.target(named: name).flatMap(package.moduleReadForNames)
        }
    }

    /// Sets the output of a module, if a test target depends on it, and returns that target.
    ///
    /// A test target that gets mocks from several modules keeps them apart in folders of their own: the plain `Mocks`
    /// belongs to the module that the test target is named after, or else to the first; the others get `AppMocks`. No
    /// folder is within another one, so each can be cleaned up without scanning the others.
    func direct(_ module: inout Module) -> PackageManifest.Target? {
        guard let name = module.target.name, let test = tests[name] else { return nil }
        let isOwner = owners[test.name] == name
        let folder = isOwner ? PackageDiscovery.outputFolder : module.name + PackageDiscovery.outputFolder
        module.output = .folder(compiledFolder(of: test).appending(folder))
        module.outputTarget = package.facts(of: test)
        return test
    }

    /// Returns the rule that chose the test target for a module's mocks, and the folder in it.
    func reason(for test: PackageManifest.Target, _ module: Module) -> String {
        let name = module.target.name ?? module.name
        let isFirst = package.manifest.targets.first { $0.kind == .test && $0.localTargets.contains(name) } == test
        let choice =
            test.name == name + "Tests"
            ? "test target '\(test.name)' depends on '\(name)' and is named after it"
            : "'\(test.name)' is the first test target that depends on '\(name)'\(isFirst ? "" : " and on the library")"
        guard let owner = owners[test.name], owner != name else { return choice }
        return "\(choice); 'Mocks' there is for '\(owner)'"
    }

    /// Returns a folder of which SwiftPM compiles everything, even if the target lists its sources.
    private func compiledFolder(of test: PackageManifest.Target) -> FilePath {
        let folder = package.folder(of: test) ?? package.root.resolving(test.path ?? "Tests/\(test.name)")
        return test.sources?.map(folder.resolving).first(where: \.isFolder) ?? folder
    }
}

extension PackageManifest.Target {
    /// The targets of the same package that it depends on, as far as the manifest tells them from products.
    fileprivate var localTargets: [String] {
        dependencies.compactMap { dependency in
            switch dependency {
            case .byName(let name), .target(let name): name
            case .product: nil
            }
        }
    }
}
