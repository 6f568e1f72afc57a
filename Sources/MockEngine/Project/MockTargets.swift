import MockModel
import MockParsing
import SystemPackage

/// Chooses the target that gets the mocks of a module: `AppMocks`, which test targets import to share them, or else a
/// test target.
struct MockTargets {
    private let package: LoadedPackage
    /// The target with mocks to share of each target that has one.
    private var libraries: [String: PackageManifest.Target] = [:]
    /// The test target of each target that has one.
    private var tests: [String: PackageManifest.Target] = [:]
    /// The test target of each target whose mocks only a build makes.
    private var testsWithPlugin: [String: PackageManifest.Target] = [:]
    /// The target that owns the plain `Mocks` folder of a test target, by the test target.
    private var owners: [String: String] = [:]
    /// The test targets that get mocks, or may ask for some; a mock sees the names of their types first.
    private(set) var read: [Module] = []

    /// - Parameter library: the module that the mocks import; `nil` if they need none.
    init(_ package: LoadedPackage, modules: [Module], library: String?) {
        self.package = package
        // A test target that names the library comes first, because the others cannot compile mocks; then `AppTests` for
        // `App`; then the first in the manifest.
        let reach = LibraryReach(package, library: library)
        for case let target? in modules.map(\.target.name) {
            libraries[target] = Self.library(for: target, in: package, reach)
        }
        var ranks: [String: Int] = [:]
        for test in package.manifest.targets where test.kind == .test {
            let rank = reach.isNamed(from: test) ? 3 : 1
            for target in test.localTargets where libraries[target] == nil {
                if test.makesMocksInBuild {
                    testsWithPlugin[target] = test
                    continue
                }
                let rankHere = rank + (test.name == target + "Tests" ? 1 : 0)
                // SwiftPM builds the last of several targets with one name.
                let isLater = rankHere == ranks[target] && test.name == tests[target]?.name
                guard isLater || rankHere > ranks[target, default: 0] else { continue }
                (tests[target], ranks[target]) = (test, rankHere)
            }
        }
        let holders = Set(libraries.values.map(\.name))
        for case let target? in modules.map(\.target.name) where !holders.contains(target) {
            guard let test = tests[target]?.name else { continue }
            if owners[test] == nil || test == target + "Tests" { owners[test] = target }
        }
        // The sources of others that can compile mocks may ask for some of their own.
        let able = package.manifest.targets.filter {
            $0.kind == .test && !$0.makesMocksInBuild && reach.isNamed(from: $0)
        }
        let used = Set(modules.compactMap { $0.target.name.flatMap { tests[$0]?.name } } + able.map(\.name))
        read = used.sorted().compactMap { name in
            package.target(named: name).flatMap(package.moduleReadForNames)
        }
    }

    /// True if the target holds mocks to share.
    func isLibrary(_ target: PackageManifest.Target) -> Bool { libraries.values.contains { $0.name == target.name } }

    /// Returns the target that is named after another one and depends on it and on the library. Its folder need not exist:
    /// it may hold mocks alone.
    private static func library(
        for target: String, in package: LoadedPackage, _ reach: LibraryReach
    ) -> PackageManifest.Target? {
        let names = [target, LoadedPackage.moduleName(of: target)].map { $0 + PackageDiscovery.outputFolder }
        return names.lazy.compactMap(package.target).first { library in
            library.kind == .regular && library.localTargets.contains(target) && reach.isNamed(from: library)
                && !(package.folder(of: library).map(LoadedPackage.holdsC) ?? false)
        }
    }

    /// Sets the output of a module, if there is a target for its mocks, and returns that target.
    ///
    /// A test target that gets mocks from several modules keeps them apart in folders of their own: the plain `Mocks`
    /// belongs to the module that the test target is named after, or else to the first; the others get `AppMocks`. No
    /// folder is within another one, so each can be cleaned up without scanning the others.
    func direct(_ module: inout Module) -> PackageManifest.Target? {
        guard let name = module.target.name else { return nil }
        if let library = libraries[name] {
            module.output = .folder(compiledFolder(of: library).appending(PackageDiscovery.outputFolder))
            module.share(in: package.facts(of: library))
            return library
        }
        guard let test = tests[name] else { return nil }
        let isOwner = owners[test.name] == name
        let folder = isOwner ? PackageDiscovery.outputFolder : module.name + PackageDiscovery.outputFolder
        module.output = .folder(compiledFolder(of: test).appending(folder))
        module.outputTarget = package.facts(of: test)
        return test
    }

    /// Gives a module that mocks are compiled in a folder for the mocks that its own sources ask for.
    func directOwn(_ module: inout Module, of test: PackageManifest.Target) {
        let isFree = owners[test.name] == nil
        let folder = isFree ? PackageDiscovery.outputFolder : module.name + PackageDiscovery.outputFolder
        module.output = .folder(compiledFolder(of: test).appending(folder))
        module.outputTarget = package.facts(of: test)
        module.importStyle = .none
    }

    /// Returns the test target for which only a build makes a module's mocks; `nil` if the module's mocks are files, or if
    /// no target depends on it. Both would declare each mock twice.
    func testWithPlugin(for module: Module) -> PackageManifest.Target? {
        module.target.name.flatMap { testsWithPlugin[$0] }
    }

    /// Returns the rule that chose the target for a module's mocks, and the folder in it.
    func reason(for test: PackageManifest.Target, _ module: Module) -> String {
        let name = module.target.name ?? module.name
        if libraries[name] != nil {
            return
                "'\(test.name)' depends on '\(name)' and on the library and is named after it, so test targets can share it"
        }
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
        let parent = test.kind == .test ? "Tests" : "Sources"
        let folder = package.folder(of: test) ?? package.root.resolving(test.path ?? "\(parent)/\(test.name)")
        return test.sources?.map(folder.resolving).first(where: \.isFolder) ?? folder
    }
}

extension Module {
    /// Makes the mocks a part of a target that test targets import.
    mutating func share(in target: TargetFacts) {
        outputTarget = target
        outputTarget.sharesMocks = true
        // A testable import cannot be built for release, and the target is built with the others.
        importStyle = .plain
    }
}

extension PackageManifest.Target {
    /// The plugin of `Integrations/swiftpm` that makes mocks during a build.
    static let plugin = "MocksBuildTool"

    fileprivate var makesMocksInBuild: Bool { plugins.contains(Self.plugin) }

    /// The targets of the same package that it depends on, as far as the manifest tells them from products.
    var localTargets: [String] {
        dependencies.compactMap { dependency in
            switch dependency {
            case .byName(let name), .target(let name): name
            case .product: nil
            }
        }
    }
}
