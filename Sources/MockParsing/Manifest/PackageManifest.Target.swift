extension PackageManifest {
    package struct Target: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable {
            case regular, executable, test, macro, plugin, system, binary

            /// True if tests can import its Swift module: on Linux the one of a macro, too.
            package var isImportedByTests: Bool { self == .regular || self == .executable || self == .macro }
        }

        package enum Dependency: Hashable, Sendable {
            /// `"App"`: a target of this package, otherwise a product of that name.
            case byName(String)
            /// `.target(name:)`
            case target(String)
            /// `.product(name:package:)`; only very old manifests omit the package.
            case product(String, package: String?)
        }

        package var name: String
        package var kind: Kind
        /// `nil` for SwiftPM's default folder.
        package var path: String?
        package var exclude: [String]
        /// `nil` for everything below the path.
        package var sources: [String]?
        /// Files and folders that are copied or processed, and not compiled.
        package var resources: [String] = []
        /// The dependencies that apply on Linux.
        package var dependencies: [Dependency]
        package var settings: Settings
        /// The names of the build tool plugins that it uses.
        package var plugins: [String]
        /// The line of the manifest that describes the target.
        package var line: Int?

        package init(
            name: String, kind: Kind = .regular, path: String? = nil, exclude: [String] = [],
            sources: [String]? = nil, dependencies: [Dependency] = [], settings: Settings = Settings(),
            plugins: [String] = [], line: Int? = nil
        ) {
            self.name = name
            self.kind = kind
            self.path = path
            self.exclude = exclude
            self.sources = sources
            self.dependencies = dependencies
            self.settings = settings
            self.plugins = plugins
            self.line = line
        }
    }

    /// The Swift settings that affect the mocks of a target, for a debug build on Linux.
    package struct Settings: Hashable, Sendable {
        /// `.defaultIsolation(MainActor.self)`
        package var isMainActorByDefault: Bool
        /// `.enableUpcomingFeature("InternalImportsByDefault")`
        package var importsInternallyByDefault: Bool
        /// All upcoming features, including those above, in the order of the manifest.
        package var upcomingFeatures: [String]
        /// The definitions in `.enableExperimentalFeature("AvailabilityMacro=Kitchen 2.0:macOS 14.0, iOS 17.0")`.
        package var availabilityMacros: [String] = []
        /// `.define("FLAG")`
        package var defines: [String]
        /// `.swiftLanguageMode(.v5)`, for this target only.
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

        /// Adds an experimental feature, if it affects mocks.
        package mutating func add(experimentalFeature feature: String) {
            let opening = "AvailabilityMacro="
            if feature.hasPrefix(opening) { availabilityMacros.append(String(feature.dropFirst(opening.count))) }
        }
    }
}
