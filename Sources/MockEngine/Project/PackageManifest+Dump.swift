internal import FoundationEssentials
internal import MockParsing

extension PackageManifest {
    /// Reads what `swift package dump-package` printed; `nil` if it is something else.
    ///
    /// - Parameter lines: The lines of the targets in the manifest, as far as they are known.
    init?(dump text: String, lines: [String: Int]) {
        guard let dump = try? JSONDecoder().decode(Dump.self, from: Data(text.utf8)) else { return nil }
        let version = dump.toolsVersion._version.split(separator: ".").compactMap { Int($0) }
        self.init(
            name: dump.name, toolsVersion: version.first.map { ToolsVersion($0, version.dropFirst().first ?? 0) },
            languageModes: dump.swiftLanguageVersions ?? [],
            targets: dump.targets.compactMap { $0.target(line: lines[$0.name]) },
            products: dump.products.map { Product(name: $0.name, targets: $0.targets) },
            dependencies: dump.dependencies.compactMap(\.dependency))
        let uses = dump.targets.flatMap(\.dependencies).compactMap { use in
            use.package.map { (package: $0, traits: use.condition?.traits ?? []) }
        }
        let traits = (dump.traits ?? []).map { ($0.name, $0.enabledTraits) }
        findPackagesBehindTraits(uses, traits: Dictionary(traits, uniquingKeysWith: +))
    }
}

/// The fields of the JSON that mocks depend on.
private struct Dump: Decodable {
    struct Version: Decodable {
        var _version: String
    }

    struct Product: Decodable {
        var name: String
        var targets: [String]
    }

    struct Trait: Decodable {
        var name: String
        var enabledTraits: [String]
    }

    struct Condition: Decodable {
        var platformNames: [String]?
        var config: String?
        var traits: [String]?

        /// True in a debug build on Linux; tests are debug builds.
        var holds: Bool {
            config != "release" && (platformNames?.isEmpty ?? true || platformNames?.contains("linux") == true)
        }
    }

    var name: String
    var toolsVersion: Version
    var swiftLanguageVersions: [String]?
    var targets: [Target]
    var products: [Product]
    var dependencies: [Dependency]
    var traits: [Trait]?
}

extension Dump {
    struct Target: Decodable {
        var name: String
        var type: String
        var path: String?
        var exclude: [String]
        var sources: [String]?
        var resources: [Resource]?
        var dependencies: [Use]
        var settings: [Setting]
        var pluginUsages: [PluginUse]?

        /// Returns `nil` for a kind of target that this version of mockd does not know.
        func target(line: Int?) -> PackageManifest.Target? {
            PackageManifest.Target.Kind(rawValue: type).map { kind in
                var target = PackageManifest.Target(
                    name: name, kind: kind, path: path, exclude: exclude, sources: sources,
                    dependencies: dependencies.filter { $0.condition?.holds != false }.map(\.dependency),
                    settings: PackageManifest.Settings(settings), plugins: pluginUsages?.compactMap(\.name) ?? [],
                    line: line)
                target.resources = resources?.map(\.path) ?? []
                return target
            }
        }
    }

    struct Resource: Decodable {
        var path: String
    }

    /// `{"plugin": ["Name", "package"]}`; the package is `null` for one of this package.
    struct PluginUse: Decodable {
        var plugin: [String?]

        var name: String? { plugin.first.flatMap(\.self) }
    }

    /// `{"byName": ["A", null]}`, `{"target": ["A", null]}`, `{"product": ["A", "package", null, null]}`; the condition
    /// comes last.
    struct Use: Decodable {
        var dependency: PackageManifest.Target.Dependency
        var package: String?
        var condition: Condition?

        enum CodingKeys: CodingKey {
            case byName, target, product
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            guard let key = container.allKeys.first else { throw Mismatch() }
            var values = try container.nestedUnkeyedContainer(forKey: key)
            let name = try values.decode(String.self)
            switch key {
            case .byName: dependency = .byName(name)
            case .target: dependency = .target(name)
            case .product:
                package = try values.decodeIfPresent(String.self)
                dependency = .product(name, package: package)
                // Aliases of modules.
                _ = try values.decodeIfPresent([String: String].self)
            }
            condition = try values.decodeIfPresent(Condition.self)
        }
    }

    /// `{"tool": "swift", "kind": {"define": {"_0": "FLAG"}}}`
    struct Setting: Decodable {
        struct Value: Decodable {
            /// `nil` for a list or a number.
            var text: String?

            init(from decoder: any Decoder) throws {
                text = try? decoder.container(keyedBy: Key.self).decode(String.self, forKey: ._0)
            }

            enum Key: CodingKey {
                case _0
            }
        }

        var tool: String
        var kind: [String: Value]
        var condition: Condition?
    }

    /// `{"sourceControl": [{…}]}`, `{"fileSystem": [{…}]}`, `{"registry": [{…}]}`
    struct Dependency: Decodable {
        struct Package: Decodable {
            var identity: String
            var path: String?
            var location: Location?
            var nameForTargetDependencyResolutionOnly: String?
            /// SwiftPM before 6.1 prints none.
            var traits: [EnabledTrait]?
        }

        struct EnabledTrait: Decodable {
            var name: String
        }

        struct Location: Decodable {
            struct Remote: Decodable {
                var urlString: String
            }

            var remote: [Remote]?
            var local: [String]?
        }

        var sourceControl: [Package]?
        var fileSystem: [Package]?
        var registry: [Package]?

        /// `nil` for a kind of dependency that this version of mockd does not know.
        var dependency: PackageManifest.Dependency? {
            guard let package = sourceControl?.first ?? fileSystem?.first ?? registry?.first else { return nil }
            let origin: PackageManifest.Dependency.Origin
            if let url = package.location?.remote?.first?.urlString {
                origin = .url(url)
            } else if let path = package.path ?? package.location?.local?.first {
                origin = .path(path)
            } else {
                origin = .registry(package.identity)
            }
            return PackageManifest.Dependency(
                name: package.nameForTargetDependencyResolutionOnly, origin: origin,
                traits: package.traits?.map(\.name) ?? ["default"])
        }
    }

    struct Mismatch: Error {}
}

extension PackageManifest.Settings {
    fileprivate init(_ settings: [Dump.Setting]) {
        self.init()
        for setting in settings where setting.tool == "swift" && setting.condition?.holds != false {
            switch (setting.kind.keys.first, setting.kind.values.first?.text) {
            case ("define", let flag?): defines.append(flag)
            case ("enableUpcomingFeature", let feature?): upcomingFeatures.append(feature)
            case ("enableExperimentalFeature", let feature?): add(experimentalFeature: feature)
            case ("defaultIsolation", let actor?): isMainActorByDefault = actor == "MainActor"
            case ("swiftLanguageMode", let mode?): languageMode = mode
            default: continue
            }
        }
        importsInternallyByDefault = upcomingFeatures.contains("InternalImportsByDefault")
    }
}
