import Foundation
import Testing

/// The styles for tests that exist, each with a library of its own, for the features of the language.
@Suite struct LibraryStyleFeatureTests {
    /// `MOCKD_FEATURE_DIALECTS=all` tries all features, else a sample.
    private static let triesAll = ProcessInfo.processInfo.environment["MOCKD_FEATURE_DIALECTS"] == "all"

    @Test(arguments: triesAll ? FeatureTests.files : ["Members"], ["mocksix", "mimus", "wrapper"])
    func `every feature has a mock that compiles with the style's library`(file: String, style: String) async throws {
        let package = try PackageFixture()
        let features = try FeatureTests.features(in: file)
        try FeatureTests.write(features, to: "Kitchen", of: package)
        try package.write(
            ".mockd.yml",
            """
            style: \(style)
            modules: [{name: Kitchen, sources: [Kitchen], output: Mocks, import: none}]
            """)
        let generated = try await package.run("mockd", "generate", "--cache", "none")
        #expect(!generated.errors.contains(": error: "), "\(generated.errors)")
        let errors = try await package.swiftc(
            ["-emit-sil", "-o", "/dev/null", "-module-name", "Kitchen", "-I", PackageFixture.modules]
                + Dialect.swift6.flags, files: ["Kitchen", "Mocks"])
        #expect(errors.map(\.description) == [])
    }
}
