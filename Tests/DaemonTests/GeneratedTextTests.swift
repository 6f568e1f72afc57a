import Foundation
import Testing

private let generatedText = ProcessInfo.processInfo.environment["MOCKD_GENERATED_TEXT"].map { URL(filePath: $0) }

/// Writes the mocks of a large corpus, and the messages about them, into the folder `MOCKD_GENERATED_TEXT`.
/// `.ci/generated-text` compares two such folders: a step that moves code leaves every byte as it was.
@Suite(.enabled(if: generatedText != nil, "MOCKD_GENERATED_TEXT names no folder; see .ci/generated-text"))
struct GeneratedTextTests {
    /// The styles with their switches, as settings of `.mockd.yml`.
    private static let settings = [
        "typed": "", "typed without forwarding": "forwarding: false", "spy": "style: spy",
        "spy with verify": "style: spy\nverify: true", "sourcery": "style: sourcery",
        "automockable": "style: automockable", "mocksix": "style: mocksix", "mimus": "style: mimus",
        "wrapper": "style: wrapper",
    ]
    private static let styles = settings.keys.sorted()

    @Test(arguments: Dialect.all, styles)
    func `features in each dialect and style`(dialect: Dialect, style: String) async throws {
        let package = try PackageFixture()
        for file in FeatureTests.files {
            try FeatureTests.write(try FeatureTests.features(in: file, dialect), to: "Sources/\(file)", of: package)
        }
        try await Self.keep(package, FeatureTests.files, dialect, style, "features")
    }

    @Test func `features of several modules`() async throws {
        for feature in try ModuleFeatureTests.features() {
            let package = try PackageFixture()
            try feature.write(to: package)
            let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
            try Self.keep(generated, of: package, "modules/\(feature.name)")
        }
    }

    /// Some of these texts are not valid Swift, and mockd has to print the same from them even so.
    @Test(arguments: Dialect.all.indices, styles)
    func `300 random packages`(index: Int, style: String) async throws {
        let package = try PackageFixture()
        try package.write("Sources/Pantry/Pantry.swift", Vocabulary.pantry)
        try package.write("Sources/Cellar/Cellar.swift", Vocabulary.cellar)
        // As RandomProtocolTests: the dialect follows from the seed.
        let seeds = stride(from: index + 1, through: 300, by: Dialect.all.count)
        for seed in seeds {
            try package.write("Sources/Kitchen\(seed)/Vocabulary.swift", Vocabulary.source)
            for number in 0..<10 {
                var grammar = ProtocolGrammar(
                    seed: UInt64(seed * 10_000 + number), hasImportLevels: seed.isMultiple(of: 3))
                let family = grammar.family("F\(number)")
                try package.write("Sources/Kitchen\(seed)/F\(number).swift", family.text)
            }
        }
        let modules = seeds.map { "Kitchen\($0)" }
        try await Self.keep(package, modules, below: ["Pantry", "Cellar"], Dialect.all[index], style, "random")
    }

    @Test(
        .enabled(if: RealCodeTests.areModulesThere, "the dependencies are not built beside these tests"),
        arguments: RealCodeTests.modules)
    func `real code in each style`(module: RealModule) async throws {
        for style in ["typed", "spy", "sourcery", "automockable", "mocksix", "mimus", "wrapper"] {
            let package = try PackageFixture()
            let generated = try await package.run("mockd", RealCodeTests.generation(of: module) + ["--style", style])
            try Self.keep(generated, of: package, "real/\(module.name)/\(style)")
        }
    }

    /// Generates the mocks of a package with a test target for each module.
    private static func keep(
        _ package: PackageFixture, _ modules: [String], below others: [String] = [], _ dialect: Dialect,
        _ style: String, _ corpus: String
    ) async throws {
        let (own, tests) = (dialect.settings(of: .module), dialect.settings(of: .tests))
        let dependencies = others.map { "\"\($0)\"" }.joined(separator: ", ")
        var targets = others.map { ".target(name: \"\($0)\", swiftSettings: [\(own)])," }
        for module in modules {
            try package.write("Tests/\(module)Tests/Tests.swift", "")
            targets += [
                ".target(name: \"\(module)\", dependencies: [\(dependencies)], swiftSettings: [\(own)]),",
                ".testTarget(name: \"\(module)Tests\", dependencies: [\"\(module)\"], swiftSettings: [\(tests)]),",
            ]
        }
        try package.write(
            "Package.swift",
            """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(name: "Kitchen", targets: [
            \(targets.joined(separator: "\n"))
            ])
            """)
        if let settings = settings[style], !settings.isEmpty { try package.write(".mockd.yml", settings + "\n") }
        let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
        try keep(generated, of: package, "\(corpus)/\(dialect.name)/\(style)")
    }

    /// Moves the mocks and the messages to a place in the folder.
    private static func keep(
        _ generated: RunningProcess.Result, of package: PackageFixture, _ place: String
    ) throws {
        let target = try #require(generatedText).appending(path: place)
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        let messages = "\(generated.status)\n\(generated.output)\(generated.errors)"
            .replacing(#/ in \d+ ms/#, with: "").replacing(package.base.path(), with: "/")
        try Data(messages.utf8).write(to: target.appending(path: "messages.txt"))
        let folders = try FileManager.default.subpathsOfDirectory(atPath: package.root.path())
            .filter { $0 == "Mocks" || $0.hasSuffix("/Mocks") }
        for folder in folders {
            let name = folder.replacing("/", with: "-")
            try FileManager.default.moveItem(at: package.url(folder), to: target.appending(path: name))
        }
    }
}
