import MockGeneration
import MockParsing
import SystemPackage

/// Finds out if a target can import the library that its mocks use.
struct LibraryReach {
    /// The module; `nil` if the mocks need none.
    static let library: String? = MockSettings().style.style.names.module

    private let package: LoadedPackage

    init(_ package: LoadedPackage) { self.package = package }

    /// True if the manifest names the package of the library.
    var hasPackage: Bool {
        package.manifest.dependencies.contains { $0.identity == "mockd" || $0.name == "mockd" }
    }

    /// The steps that give the package of the library to the manifest, as the beginning of a sentence; empty if the
    /// manifest has it. Without `traits: []`, which came with tools version 6.1, tests would compile all of mockd.
    var packageAddition: String {
        if hasPackage { return "" }
        let version = package.manifest.toolsVersion
        let isNewEnough = version.map { [6, 1].lexicographicallyPrecedes([$0.major, $0.minor + 1]) } ?? false
        return (isNewEnough ? "" : "raise Package.swift to '// swift-tools-version: 6.1' or newer, ")
            + "add mockd to the dependencies of the package with '.package(url: …, traits: [])', and "
    }

    /// True if the manifest names the library as a dependency of the target, or of a target of the package that it
    /// depends on. It opens no other file.
    func isNamed(from target: PackageManifest.Target) -> Bool {
        guard let library = Self.library else { return true }
        return targets(neededBy: target).contains { $0.dependencies.contains { $0.name == library } }
    }

    /// True if a package that the target depends on may bring the library: SwiftPM lets a target import it then. A
    /// package that is not on disk may.
    func isPossible(from target: PackageManifest.Target) -> Bool {
        var graph = PackageGraph(top: package)
        for needed in targets(neededBy: target) { _ = graph.dependencies(of: needed, in: package) }
        return graph.readModules(besides: []).contains { $0.name == Self.library } || !graph.details.isEmpty
    }

    /// Returns the target and those of the package that it depends on, directly or not.
    private func targets(neededBy target: PackageManifest.Target) -> [PackageManifest.Target] {
        var found = [target]
        var names: Set<String> = [target.name]
        var next = 0
        while next < found.count {
            for dependency in found[next].dependencies {
                guard names.insert(dependency.name).inserted, let target = package.target(named: dependency.name)
                else { continue }
                found.append(target)
            }
            next += 1
        }
        return found
    }
}

extension PackageManifest.Target.Dependency {
    fileprivate var name: String {
        switch self {
        case .byName(let name), .target(let name), .product(let name, _): name
        }
    }
}
