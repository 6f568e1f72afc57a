/// The description of a package's targets in Package.swift, as far as mocks depend on it.
///
/// ``parseManifest(_:path:)`` interprets the text. Facts that only running would give are missing then and named by a
/// diagnostic.
package struct PackageManifest: Hashable, Sendable {
    /// The compiler that chooses among several manifests of a package, and evaluates `#if` in them.
    package static let compilerVersion = [6, 3, 1]

    package var name: String
    package var toolsVersion: ToolsVersion?
    /// `swiftLanguageModes` (formerly `swiftLanguageVersions`) as written: `"5"`, `"6"`.
    package var languageModes: [String]
    /// In the order of the manifest, which decides between several test targets.
    package var targets: [Target]
    package var products: [Product]
    package var dependencies: [Dependency]
    /// True if there may be more products or dependencies than these: some show only when the manifest runs.
    package var mayOfferMore = false
    /// The traits that each trait enables, itself excluded; those of `default` are on unless a dependent says otherwise.
    private var traits: [String: [String]] = [:]
    /// Packages used only through traits that are off by default; by name or identity, in lower case.
    package private(set) var packagesBehindTraits: Set<String> = []

    package init(
        name: String, toolsVersion: ToolsVersion? = nil, languageModes: [String] = [], targets: [Target] = [],
        products: [Product] = [], dependencies: [Dependency] = []
    ) {
        self.name = name
        self.toolsVersion = toolsVersion
        self.languageModes = languageModes
        self.targets = targets
        self.products = products
        self.dependencies = dependencies
    }

    /// Finds the packages that only disabled traits use; SwiftPM does not even fetch them.
    ///
    /// - Parameters:
    ///   - uses: The packages that targets use, each with the traits that enable the use; none for every use.
    ///   - traits: The traits that each trait enables. Those of `default` are enabled.
    package mutating func findPackagesBehindTraits(
        _ uses: [(package: String, traits: [String])], traits: [String: [String]]
    ) {
        self.traits = traits
        let enabled = self.traits(enabledBy: ["default"])
        let plain = uses.filter { $0.traits.isEmpty || !enabled.isDisjoint(with: $0.traits) }
        packagesBehindTraits = Set(uses.map { $0.package.lowercased() })
            .subtracting(plain.map { $0.package.lowercased() })
    }

    /// Returns all traits that are on if these are enabled. Each is a flag in the package's sources.
    package func traits(enabledBy names: [String]) -> Set<String> {
        var (queue, enabled) = (names, Set<String>())
        while let trait = queue.popLast() {
            if enabled.insert(trait).inserted { queue += traits[trait] ?? [] }
        }
        return enabled.subtracting(["default"])
    }

    /// `// swift-tools-version: 6.3`
    package struct ToolsVersion: Hashable, Sendable, Comparable {
        package var major: Int
        package var minor: Int

        package init(_ major: Int, _ minor: Int) {
            self.major = major
            self.minor = minor
        }

        package static func < (left: ToolsVersion, right: ToolsVersion) -> Bool {
            (left.major, left.minor) < (right.major, right.minor)
        }
    }

    /// A product that other packages can depend on, with its targets.
    package struct Product: Hashable, Sendable {
        package var name: String
        package var targets: [String]

        package init(name: String, targets: [String]) {
            self.name = name
            self.targets = targets
        }
    }

    /// Another package, by its origin.
    package struct Dependency: Hashable, Sendable {
        package enum Origin: Hashable, Sendable {
            /// `.package(path:)`, relative to the package or absolute.
            case path(String)
            /// `.package(url:…)`
            case url(String)
            /// `.package(id:…)`: `scope.name` in a registry.
            case registry(String)
        }

        /// The `name:` in older manifests; `.product(name:package:)` may use it.
        package var name: String?
        package var origin: Origin
        /// True if the manifest declares it under an undecided condition, such as an environment variable.
        package var isUncertain: Bool
        /// The traits that it enables; `default` stands for those that are on if the manifest leaves `traits:` out.
        package var traits: [String]
        /// The line of the dependency in the manifest.
        package var line: Int?

        package init(
            name: String? = nil, origin: Origin, isUncertain: Bool = false, traits: [String] = ["default"],
            line: Int? = nil
        ) {
            self.name = name
            self.origin = origin
            self.isUncertain = isUncertain
            self.traits = traits
            self.line = line
        }

        package var enablesDefaultTraits: Bool { traits.contains("default") }
    }
}
