import MockModel
import MockParsing
import SystemPackage

/// Finds the products of a package that contain mocks to share: these are for tests, and an application that ships them
/// ships the library for tests, too.
struct ShippedMocks {
    static let code = "shipped-mocks"

    private let package: LoadedPackage

    init(_ package: LoadedPackage) { self.package = package }

    /// Returns one warning for each product, and for each executable without a product of its own.
    func warnings(for modules: [Module]) -> [Diagnostic] {
        let holders = Set(
            modules.lazy.filter { $0.output != nil }.map(\.outputTarget).filter(\.sharesMocks).map(\.name))
        guard !holders.isEmpty else { return [] }
        let products = package.manifest.products
        let named = Set(products.flatMap(\.targets))
        let programs = package.manifest.targets.filter { $0.kind == .executable && !named.contains($0.name) }
            .map { PackageManifest.Product(name: $0.name, targets: [$0.name]) }
        return (products + programs).compactMap { product in
            guard let path = path(from: product, to: holders) else { return nil }
            return warning(product, path)
        }
    }

    /// Returns the targets that lead from a product to one with mocks; the last is that one.
    private func path(from product: PackageManifest.Product, to holders: Set<String?>) -> [PackageManifest.Target]? {
        var paths = product.targets.compactMap(package.target).map { [$0] }
        var seen = Set(product.targets)
        var next = 0
        while next < paths.count {
            let path = paths[next]
            next += 1
            if holders.contains(path[path.count - 1].name) { return path }
            for name in path[path.count - 1].localTargets where seen.insert(name).inserted {
                if let target = package.target(named: name) { paths.append(path + [target]) }
            }
        }
        return nil
    }

    private func warning(_ product: PackageManifest.Product, _ path: [PackageManifest.Target]) -> Diagnostic {
        let holder = path[path.count - 1]
        let user = path.dropLast().last
        let wayOut =
            user.map { "remove '\(holder.name)' from the dependencies of '\($0.name)'" }
            ?? "leave '\(holder.name)' out of the product"
        return Diagnostic(
            path: package.manifestFile.shown(in: package.root),
            position: (user ?? holder).line.map { SourcePosition(line: $0, column: 1) }, severity: .warning,
            message:
                "product '\(product.name)' contains the mocks in '\(holder.name)', which only tests need; \(wayOut)",
            code: Self.code)
    }
}
