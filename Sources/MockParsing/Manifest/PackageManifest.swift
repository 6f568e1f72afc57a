/// The description of a package's targets in Package.swift, as far as mocks depend on it.
///
/// The manifest is read, never run: ``parseManifest(_:path:)`` interprets the text. Facts that only running would give
/// are missing here and named by a diagnostic.
package struct PackageManifest: Hashable, Sendable {
    package var name: String
    package var toolsVersion: ToolsVersion?
    /// `swiftLanguageModes` (formerly `swiftLanguageVersions`) as written: `"5"`, `"6"`.
    package var languageModes: [String]
    /// In the order of the manifest, which decides between several test targets.
    package var targets: [Target]
    package var products: [Product]
    package var dependencies: [Dependency]
    /// Packages used only through traits that are off by default; by name or identity, in lower case.
    package var packagesBehindTraits: Set<String> = []

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

        package init(name: String? = nil, origin: Origin, isUncertain: Bool = false) {
            self.name = name
            self.origin = origin
            self.isUncertain = isUncertain
        }
    }
}
