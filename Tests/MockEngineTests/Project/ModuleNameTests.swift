import MockEngine
import MockModel
import SystemPackage
import Testing

/// Modules of a `.mockd.yml` that contradict the Package.swift beside it.
@Suite struct ModuleNameTests {
    private static let manifest = """
        // swift-tools-version: 6.1
        import PackageDescription
        let package = Package(
            name: "App",
            targets: [
                .target(name: "Logging"), .target(name: "Metrics-Core", exclude: ["Old"]), .target(name: "Cellar"),
                .testTarget(name: "AppTests", dependencies: ["Logging", "Metrics-Core", "Cellar"]),
            ]
        )
        """

    private func folder(_ configuration: String, manifest: String = manifest) throws -> TemporaryFolder {
        try TemporaryFolder([
            "Package.swift": manifest, ".mockd.yml": configuration, "Sources/Logging/Handlers/A.swift": "",
            "Sources/Metrics-Core/Old/B.swift": "", "Sources/Cellar/": "", "Tests/AppTests/": "", "Other/C.swift": "",
        ])
    }

    private static func module(_ name: String, _ sources: String, _ more: String = "output: Out") -> String {
        "modules:\n  - sources: [\(sources)]\n    name: \(name)\n    \(more)\n"
    }

    private static let misspelt =
        ".mockd.yml:3:11: error: these sources are those of 'Logging' in Package.swift, which has no target 'Loggin'; did you mean 'Logging'? [config-module-name]"

    @Test(arguments: [
        (module("Loggin", "Sources/Logging"), misspelt),
        (module("Loggin", "Sources/Logging/Handlers"), misspelt),
        (module("Loggin", "Sources/Logging/Handlers/A.swift", "access: public"), misspelt),
        (module("Loggin", "Sources"), misspelt),
        (
            module("Cellar", "Sources/Logging"),
            ".mockd.yml:3:11: error: these sources are those of 'Logging' in Package.swift; write the sources of 'Cellar', or 'name: Logging' [config-module-name]"
        ),
        (
            module("MetricsCore", "Sources/Metrics-Core"),
            ".mockd.yml:3:11: error: these sources are those of 'Metrics_Core' in Package.swift, which has no target 'MetricsCore'; did you mean 'Metrics_Core'? [config-module-name]"
        ),
        (
            module("Loggin", "Tests/AppTests"),
            ".mockd.yml:3:11: error: these sources are those of 'AppTests' in Package.swift, which has no target 'Loggin'; did you mean 'AppTests'? [config-module-name]"
        ),
    ])
    func `a module with the sources of a target has its name`(configuration: String, message: String) throws {
        let folder = try folder(configuration)
        let error = try #require(throws: ConfigurationError.self) { _ = try discoverProject(root: folder.path) }
        #expect(error.problems.map(\.description) == [message])
    }

    @Test(arguments: [
        module("Logging", "Sources/Logging"), module("Logging", "Sources"),
        module("Metrics_Core", "Sources/Metrics-Core"),
        // Its mocks are a part of the module and import nothing.
        module("Loggin", "Sources/Logging", "import: none"),
        // These are sources of no target, so something else than SwiftPM may build them.
        module("Spices", "Other"), module("Spices", "Sources/Metrics-Core/Old"),
        // The sources of several targets are one module elsewhere.
        module("Everything", "Sources"),
    ])
    func `a module that is right, or that SwiftPM may not know, is accepted`(configuration: String) throws {
        let folder = try folder(configuration)
        #expect(try discoverProject(root: folder.path).notes.map(\.description) == [])
    }

    @Test func `a module without a target whose name is nearly one gets a warning`() throws {
        let folder = try folder(Self.module("Loggin", "Other"))
        #expect(
            try discoverProject(root: folder.path).notes.map(\.description) == [
                ".mockd.yml:3:1: warning: no target of Package.swift is called 'Loggin', which the mocks import; did you mean 'Logging'? [config-unknown-module]"
            ])
    }

    @Test func `a manifest that must be run may have a target of that name`() throws {
        let names = "let names = [\"Loggin\"].filter { $0 != Context.environment[\"X\"] }\n"
        let manifest = Self.manifest.replacing("let package", with: names + "let package").replacing(
            "targets: [", with: "targets: names.map { .target(name: $0, path: \"Sources/Logging\") } + [")
        let folder = try folder(Self.module("Loggin", "Sources/Logging"), manifest: manifest)
        #expect(throws: Never.self) { try discoverProject(root: folder.path) }
    }

    @Test func `outputs in the place that one module has by Package.swift are one mistake`() throws {
        let output = "output: Tests/AppTests/Mocks"
        let folder = try folder(
            "modules:\n  - name: Metrics_Core\n    \(output)\n  - name: Cellar\n    \(output)/Deep\n")
        let error = try #require(throws: ConfigurationError.self) { _ = try discoverProject(root: folder.path) }
        #expect(
            error.problems.map(\.description) == [
                ".mockd.yml:3:13: error: the outputs 'Tests/AppTests/Mocks' of 'Metrics_Core' and 'Tests/AppTests/Mocks/Deep' of 'Cellar' overlap with the output 'Tests/AppTests/Mocks' that 'Logging' has by Package.swift; give each module an output of its own, neither within the other [config-overlapping-outputs]"
            ])
    }

    @Test func `the rule for a place is given only where it led to that place`() throws {
        let written = try folder("modules:\n  - name: Logging\n    output: Out\n")
        let settings = try discoverProject(root: written.path).settingsWithOrigins
        let outputs = settings.filter { $0.key.hasSuffix(".output") }
        #expect(
            outputs.map(\.key) == ["modules.Logging.output", "modules.Metrics_Core.output", "modules.Cellar.output"])
        #expect(outputs.map { "\($0.origin)" } == [".mockd.yml:3", "Package.swift:7", "Package.swift:7"])
        #expect(outputs.map { $0.reason == nil } == [true, false, false])
    }
}
