import Foundation
import Testing

/// The styles without a library, for every feature of the language.
@Suite struct SpyFeatureTests {
    /// `MOCKD_FEATURE_DIALECTS=all` tries all styles and dialects.
    private static let triesAll = ProcessInfo.processInfo.environment["MOCKD_FEATURE_DIALECTS"] == "all"

    @Test(arguments: FeatureTests.files, triesAll ? ["spy", "sourcery", "automockable"] : ["spy", "sourcery"])
    func `every feature has a spy that compiles without a library`(file: String, style: String) async throws {
        let package = try PackageFixture()
        try FeatureTests.write(try FeatureTests.features(in: file, hasLibrary: false), to: "Kitchen", of: package)
        try package.write(
            ".mockd.yml",
            """
            style: \(style)
            verify: \(style == "spy" && (Self.triesAll || file == "Types"))
            modules: [{name: Kitchen, sources: [Kitchen], output: Mocks, import: none}]
            """)
        let generated = try await package.run("mockd", "generate", "--cache", "none")
        #expect(!generated.errors.contains(": error: "), "\(generated.errors)")
        let errors = try await package.swiftc(
            ["-emit-sil", "-o", "/dev/null", "-module-name", "Kitchen"] + Dialect.swift6.flags,
            files: ["Kitchen", "Mocks"])
        #expect(errors.map(\.description) == [])
    }

    @Test(arguments: triesAll ? FeatureTests.files : ["Types"], triesAll ? Dialect.all : [.mainActor])
    func `every feature has a spy that compiles in every dialect`(file: String, dialect: Dialect) async throws {
        let package = try PackageFixture()
        try package.write("Package.swift", dialect.manifest)
        try package.write("Tests/KitchenTests/KitchenTests.swift", "")
        try package.write(".mockd.yml", "style: spy\n")
        let features = try FeatureTests.features(in: file, dialect, hasLibrary: false)
        try FeatureTests.write(features, to: "Sources/Kitchen", of: package)
        let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
        #expect(!generated.errors.contains(": error: "), "\(generated.errors)")
        let emitted = try await package.swiftc(
            ["-emit-module", "-enable-testing", "-module-name", "Kitchen", "-o", "Kitchen.swiftmodule"]
                + dialect.flags(of: .module), files: ["Sources/Kitchen"])
        try #require(emitted.map(\.description) == [])
        let errors = try await package.swiftc(
            ["-emit-sil", "-o", "/dev/null", "-module-name", "KitchenTests", "-I", "."] + dialect.flags(of: .tests),
            files: ["Tests/KitchenTests/Mocks"])
        #expect(errors.map(\.description) == [])
    }
}
