import MockGeneration
import MockModel
import MockParsing
import SystemPackage

/// Finds out if a target can import the library that its mocks use.
struct LibraryReach {
    /// The libraries of all styles.
    static let libraries = Set(StyleTable.builtIn.styles.compactMap(\.style.names.module)).sorted()
    /// The package that has the libraries as products.
    private static let mockd = PackageOrigin.name

    private let package: LoadedPackage
    private let library: String?

    /// - Parameter library: the module; `nil` if the mocks need none.
    init(_ package: LoadedPackage, library: String?) {
        self.package = package
        self.library = library
    }

    /// The package of the library among the dependencies of the manifest.
    var dependency: PackageManifest.Dependency? {
        package.manifest.dependencies.first { $0.identity == Self.mockd || $0.name == Self.mockd }
    }

    /// True if the manifest names the library as a dependency of the target, or of a target of the package that it
    /// depends on. It opens no other file.
    func isNamed(from target: PackageManifest.Target) -> Bool {
        guard let library else { return true }
        return package.targets(neededBy: target).contains { $0.dependencies.contains { $0.name == library } }
    }

    /// Returns the test targets that cannot import a library as far as the manifest tells, by the library.
    static func targetsWithoutLibrary(in package: LoadedPackage) -> [String: Set<String>] {
        Dictionary(uniqueKeysWithValues: libraries.map { ($0, LibraryReach(package, library: $0).targetsWithout) })
            .filter { !$0.value.isEmpty }
    }

    private var targetsWithout: Set<String> {
        Set(package.manifest.targets.filter { $0.kind == .test && !isNamed(from: $0) }.map(\.name))
    }

    /// Returns a warning if the library is a product of a package that the manifest depends on with its default traits:
    /// with these, a build of the tests resolves and compiles all dependencies of mockd's programs.
    var warningOfTraits: Diagnostic? {
        guard library != nil, let dependency, dependency.enablesDefaultTraits,
            package.manifest.targets.contains(where: isNamed)
        else { return nil }
        return warning(
            "a build of the tests compiles all of mockd, because 'traits:' is left out here; \(raisedVersion)add "
                + "'traits: []' to '.package(…)'", at: dependency.line, "library-with-tools")
    }

    /// Returns a warning if no package that the target depends on can bring the library: SwiftPM lets a target import
    /// what another package brings. A package that is not on disk may.
    func warning(_ target: PackageManifest.Target) -> Diagnostic? {
        guard let library, !isPossible(from: target) else { return nil }
        let addition =
            "\(raisedVersion)add '.package(url: …, from: …, traits: [])' for mockd to the package's dependencies, and "
        return warning(
            "the mocks in '\(target.name)' import \(library), which that target does not depend on; "
                + (dependency == nil ? addition : "")
                + "add .product(name: \"\(library)\", package: \"\(Self.mockd)\") to the target's dependencies; "
                + "'mockd init' shows and makes the change",
            at: target.line, "missing-library")
    }

    private func warning(_ message: String, at line: Int?, _ code: String) -> Diagnostic {
        Diagnostic(
            path: package.manifestFile.shown(in: package.root),
            position: line.map { SourcePosition(line: $0, column: 1) }, severity: .warning, message: message,
            code: code)
    }

    /// The beginning of a sentence that adds `traits:`, which came with tools version 6.1.
    private var raisedVersion: String {
        if let version = package.manifest.toolsVersion, version >= .init(6, 1) { return "" }
        return "raise Package.swift to '// swift-tools-version: 6.1' or newer, and "
    }

    /// True if a package on disk brings the library, whether or not the manifest names it.
    func isBrought(to target: PackageManifest.Target) -> Bool {
        var graph = graph(of: target)
        return graph.readModules(besides: []).contains { $0.name == library }
    }

    private func isPossible(from target: PackageManifest.Target) -> Bool {
        var graph = graph(of: target)
        return graph.readModules(besides: []).contains { $0.name == library } || !graph.details.isEmpty
    }

    private func graph(of target: PackageManifest.Target) -> PackageGraph {
        var graph = PackageGraph(top: package)
        for needed in package.targets(neededBy: target) { _ = graph.dependencies(of: needed, in: package) }
        return graph
    }
}

extension PackageManifest.Target.Dependency {
    var name: String {
        switch self {
        case .byName(let name), .target(let name), .product(let name, _): name
        }
    }
}
