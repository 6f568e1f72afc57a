internal import MockParsing

/// What is known of the dependencies of one package: which of them have a name, and which products they have as far as
/// somebody has looked.
struct PackageDependencies {
    private let all: [PackageManifest.Dependency]
    // Their places in the manifest.
    private var byName: [String: [Int]] = [:]
    private var byIdentity: [String: [Int]] = [:]
    /// The first package that has a product, by the product's name.
    private(set) var providers: [String: LoadedPackage] = [:]
    /// In so many of the dependencies, from the first on, somebody has looked for products.
    private(set) var searched = 0

    init(of package: LoadedPackage) {
        all = package.manifest.dependencies
        for (place, dependency) in all.enumerated() {
            byIdentity[dependency.identity, default: []].append(place)
            if let name = dependency.name { byName[name, default: []].append(place) }
        }
    }

    /// Those that are called so, or whose identity is that in lower case.
    func named(_ name: String) -> [PackageManifest.Dependency] {
        Set((byName[name] ?? []) + (byIdentity[name.lowercased()] ?? [])).sorted().map { all[$0] }
    }

    /// Those that have the name in lower case as their identity.
    func identified(by name: String) -> [PackageManifest.Dependency] {
        (byIdentity[name.lowercased()] ?? []).map { all[$0] }
    }

    /// Takes note of the products of the next dependency; `nil` if its manifest is not there.
    mutating func note(_ package: LoadedPackage?) {
        searched += 1
        guard let package else { return }
        for product in package.manifest.products where providers[product.name] == nil {
            providers[product.name] = package
        }
    }
}
