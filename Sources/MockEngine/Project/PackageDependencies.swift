internal import MockParsing

/// The dependencies of one package: their names, and the products of those that were searched so far.
struct PackageDependencies {
    private let all: [PackageManifest.Dependency]
    // Their places in the manifest.
    private var byName: [String: [Int]] = [:]
    private var byIdentity: [String: [Int]] = [:]
    /// The first package that has a product, by the product's name.
    private(set) var providers: [String: LoadedPackage] = [:]
    /// The number of dependencies, from the first on, whose products have been recorded.
    private(set) var searched = 0

    init(of package: LoadedPackage) {
        all = package.manifest.dependencies
        for (index, dependency) in all.enumerated() {
            byIdentity[dependency.identity, default: []].append(index)
            if let name = dependency.name { byName[name, default: []].append(index) }
        }
    }

    /// Returns the dependencies with this name, or with its lower case as their identity.
    func named(_ name: String) -> [PackageManifest.Dependency] {
        Set((byName[name] ?? []) + (byIdentity[name.lowercased()] ?? [])).sorted().map { all[$0] }
    }

    /// Returns the dependencies whose identity is the name in lower case.
    func identified(by name: String) -> [PackageManifest.Dependency] {
        (byIdentity[name.lowercased()] ?? []).map { all[$0] }
    }

    /// Records the products of the next dependency; `nil` if its manifest does not exist.
    mutating func note(_ package: LoadedPackage?) {
        searched += 1
        guard let package else { return }
        for product in package.manifest.products where providers[product.name] == nil {
            providers[product.name] = package
        }
    }
}
