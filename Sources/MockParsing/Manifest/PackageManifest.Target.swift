extension PackageManifest {
    package struct Target: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable {
            case regular, executable, test, macro, plugin, system, binary
        }

        package enum Dependency: Hashable, Sendable {
            /// `"App"`: a target of this package or else a product of that name.
            case byName(String)
            /// `.target(name:)`
            case target(String)
            /// `.product(name:package:)`; only very old manifests leave the package out.
            case product(String, package: String?)
        }

        package var name: String
        package var kind: Kind
        /// `nil` where SwiftPM's default folder holds.
        package var path: String?
        package var exclude: [String]
        /// `nil` means everything below the path.
        package var sources: [String]?
        /// Those that hold on Linux.
        package var dependencies: [Dependency]
        package var settings: Settings
        /// Whether `package` declarations of the other targets can be seen from here.
        package var packageAccess: Bool
        /// The line of the manifest that describes the target.
        package var line: Int?

        package init(
            name: String, kind: Kind = .regular, path: String? = nil, exclude: [String] = [],
            sources: [String]? = nil, dependencies: [Dependency] = [], settings: Settings = Settings(),
            packageAccess: Bool = true, line: Int? = nil
        ) {
            self.name = name
            self.kind = kind
            self.path = path
            self.exclude = exclude
            self.sources = sources
            self.dependencies = dependencies
            self.settings = settings
            self.packageAccess = packageAccess
            self.line = line
        }
    }

    /// The Swift settings of a target that change what a mock in it has to look like, for a debug build on Linux.
    package struct Settings: Hashable, Sendable {
        /// `.defaultIsolation(MainActor.self)`
        package var isMainActorByDefault: Bool
        /// `.enableUpcomingFeature("InternalImportsByDefault")`
        package var importsInternallyByDefault: Bool
        /// All upcoming features, those above included, in the order of the manifest.
        package var upcomingFeatures: [String]
        /// `.define("FLAG")`
        package var defines: [String]
        /// `.swiftLanguageMode(.v5)` of this target alone.
        package var languageMode: String?

        package init(
            isMainActorByDefault: Bool = false, importsInternallyByDefault: Bool = false,
            upcomingFeatures: [String] = [], defines: [String] = [], languageMode: String? = nil
        ) {
            self.isMainActorByDefault = isMainActorByDefault
            self.importsInternallyByDefault = importsInternallyByDefault
            self.upcomingFeatures = upcomingFeatures
            self.defines = defines
            self.languageMode = languageMode
        }
    }
}
