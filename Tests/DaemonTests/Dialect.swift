import Testing

/// Language settings of a module and its tests that change the text of a correct mock.
struct Dialect: CustomTestStringConvertible {
    var name: String
    /// The settings as they are written in a manifest.
    var settings: [String]
    var flags: [String]
    /// The parts compiled with these settings; the other part is compiled as ``swift6``.
    var scope: Set<Part> = [.module, .tests]

    enum Part {
        case module, tests
    }

    /// Returns the settings of a part, as they are written in a manifest's list.
    func settings(of part: Part) -> String { scope.contains(part) ? settings.joined(separator: ", ") : "" }

    /// Returns the compiler flags of a part.
    func flags(of part: Part) -> [String] { scope.contains(part) ? flags : Self.swift6.flags }

    static let all = [
        swift6, mainActor, upcoming("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"),
        nonsending,
        swift5,
        approachable, mainActorInModule, mainActorInTests, nonsendingInModule, nonsendingInTests,
    ]

    static let swift6 = Dialect(name: "Swift 6", settings: [], flags: ["-swift-version", "6"])

    static let mainActor = Dialect(
        name: "main actor by default", settings: [".defaultIsolation(MainActor.self)"],
        flags: ["-swift-version", "6", "-default-isolation", "MainActor"])

    /// Covers packages that set a default isolation for the library alone.
    static let mainActorInModule = mainActor.only(in: .module, "\(mainActor.name), but not in tests")
    static let mainActorInTests = mainActor.only(in: .tests, "MainActor in tests alone")

    /// Protocols are written without `any` in the module.
    static let existentialAnyInTests = upcoming("ExistentialAny").only(in: .tests, "ExistentialAny in tests alone")

    private static let nonsending = upcoming("NonisolatedNonsendingByDefault", "InferIsolatedConformances")

    /// A function type without an explicit isolation means another type in the tests than in the module.
    static let nonsendingInModule = nonsending.only(in: .module, "\(nonsending.name), but not in tests")
    static let nonsendingInTests = nonsending.only(in: .tests, "\(nonsending.name) in tests alone")

    /// Covers modules that are not migrated to Swift 6 yet, with tests that are. Function types isolated to an actor
    /// differ between the two modes, so that a mock cannot return them (6.3.1): not every feature has a mock in this
    /// dialect.
    static let swift5InModule = swift5.only(in: .module, "\(swift5.name), but not in tests")

    /// Covers modules that are migrated to Swift 6, with tests that are not.
    static let swift5InTests = swift5.only(in: .tests, "\(swift5.name) in tests alone")

    static let swift5 = Dialect(
        name: "Swift 5", settings: [".swiftLanguageMode(.v5)"], flags: ["-swift-version", "5"])

    /// The settings of a new app in Xcode.
    private static var approachable: Dialect {
        var dialect = nonsending
        dialect.name = "main actor by default, \(dialect.name)"
        dialect.settings += mainActor.settings
        dialect.flags += ["-default-isolation", "MainActor"]
        return dialect
    }

    private func only(in part: Part, _ name: String) -> Dialect {
        Dialect(name: name, settings: settings, flags: flags, scope: [part])
    }

    private static func upcoming(_ features: String...) -> Dialect {
        Dialect(
            name: features.joined(separator: ", "), settings: features.map { ".enableUpcomingFeature(\"\($0)\")" },
            flags: ["-swift-version", "6"] + features.flatMap { ["-enable-upcoming-feature", $0] })
    }

    var testDescription: String { name }

    var manifest: String { manifest(below: []) }

    /// - Parameter modules: modules that the module imports, each with those after it.
    func manifest(below modules: [String]) -> String {
        let chain = ["Kitchen"] + modules
        let targets = chain.indices.map { index in
            let below = chain[(index + 1)...].map { "\"\($0)\"" }.joined(separator: ", ")
            let dependencies = below.isEmpty ? "" : "dependencies: [\(below)], "
            return ".target(name: \"\(chain[index])\", \(dependencies)swiftSettings: [\(settings(of: .module))]),"
        }
        return """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(
                name: "Kitchen",
                targets: [
                    \(targets.joined(separator: "\n        "))
                    .testTarget(name: "KitchenTests", dependencies: ["Kitchen"], swiftSettings: [\(settings(of: .tests))]),
                ]
            )
            """
    }
}
