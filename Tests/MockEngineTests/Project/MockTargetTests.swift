import MockEngine
import MockModel
import SystemPackage
import Testing

@Suite("The target that gets the mocks of a module")
struct MockTargetTests {
    private static let mocking = #".product(name: "Mocking", package: "mockd")"#

    /// Returns a package with `App`, one test target, and these targets and products.
    private func folder(
        _ targets: [String], products: [String] = [], _ files: [String: String] = [:]
    ) throws -> TemporaryFolder {
        try TemporaryFolder(
            [
                "Package.swift": """
                // swift-tools-version: 6.3
                import PackageDescription
                let package = Package(
                    name: "App",
                    products: [\(products.joined(separator: ", "))],
                    dependencies: [.package(name: "mockd", path: "../mockd", traits: [])],
                    targets: [
                        .target(name: "App"),
                        \(targets.joined(separator: ",\n            ")),
                        .testTarget(name: "AppTests", dependencies: ["App", "AppMocks", \(Self.mocking)]),
                    ])
                """,
                "Sources/App/App.swift": "", "Sources/AppMocks/A.swift": "", "Tests/AppTests/T.swift": "",
                "Sources/Tool/main.swift": "",
            ].merging(files) { $1 })
    }

    private static let library = #".target(name: "AppMocks", dependencies: ["App", \#(mocking)])"#

    @Test("is the one for sharing, named after the module, if it depends on the module and on the library")
    func library() throws {
        let folder = try folder([Self.library])
        let project = try discoverProject(root: folder.path)
        let module = try #require(project.modules.first { $0.name == "App" })
        #expect(module.output == .folder(folder("Sources/AppMocks/Mocks")))
        #expect(module.outputTarget.name == "AppMocks" && module.outputTarget.sharesMocks)
        #expect(module.importStyle == .plain)
        #expect(!project.modules.contains { $0.name == "App" && $0.lacksTests })
        #expect(project.notes.filter { $0.severity != .note } == [])
        let reason = project.settingsWithOrigins.first { $0.key == "modules.App.output" }?.reason
        #expect(
            reason
                == "'AppMocks' depends on 'App' and on the library and is named after it, so test targets can share it")
    }

    @Test("leads to the tests that a file concerns: of its target, or of all that depend on it")
    func tests() throws {
        let folder = try folder(
            [
                Self.library, #".target(name: "Support", dependencies: ["AppMocks"])"#,
                #".executableTarget(name: "Tool")"#, #".target(name: "Alone")"#,
                #".testTarget(name: "Far-Tests", dependencies: ["Support"])"#,
                #".testTarget(name: "ToolTests", dependencies: ["Tool", \#(Self.mocking)])"#,
            ],
            [
                "Sources/Support/S.swift": "", "Sources/Alone/A.swift": "", "Tests/Far-Tests/T.swift": "",
                "Tests/ToolTests/T.swift": "",
            ])
        let owners = TestOwners(try discoverProject(root: folder.path))
        #expect(owners.tests(of: folder("Sources/AppMocks/Mocks/App.mocks.swift")) == ["AppTests", "Far_Tests"])
        #expect(owners.tests(of: folder("Tests/ToolTests/Mocks/main.mocks.swift")) == ["ToolTests"])
        #expect(owners.tests(of: folder("Sources/App/Seam.swift")) == ["AppTests", "Far_Tests"])
        #expect(owners.tests(of: folder("Sources/Alone/A.swift")) == [])
        #expect(owners.tests(of: folder("Elsewhere/A.swift")) == [])
    }

    @Test("is one that names the library of the project's style", arguments: ["mimus", "typed", "spy"])
    func libraryOfStyle(style: String) throws {
        let tests = [
            #".testTarget(name: "AUITests", dependencies: ["Tool"])"#,
            #".testTarget(name: "UnitTests", dependencies: ["Tool", .product(name: "Mimus", package: "mockd")])"#,
        ]
        let folder = try folder(
            [#".executableTarget(name: "Tool")"#] + tests,
            [
                "Tests/AUITests/T.swift": "", "Tests/UnitTests/T.swift": "", ".mockd.yml": "style: \(style)\n",
                "Sources/Tool/Jar.swift": "/// @mockable\nprotocol Jar {}\n",
            ])
        let project = try discoverProject(root: folder.path)
        let target = style == "mimus" ? "UnitTests" : "AUITests"
        #expect(project.modules.first { $0.name == "Tool" }?.outputTarget.name == target)
        var engine = Engine(project: project)
        let warnings = engine.refresh().diagnostics.filter { $0.code == "missing-library" }
        #expect(warnings.count == (style == "typed" ? 1 : 0))
    }

    @Test("is none if a plugin makes the mocks during a build, which files would declare again")
    func plugin() throws {
        let plugin = #"plugins: [.plugin(name: "MocksBuildTool")]"#
        let test = ".testTarget(name: \"ToolTests\", dependencies: [\"Tool\"], \(plugin))"
        let earlier = "// Generated by mockd from Sources/Tool/main.swift. Do not edit.\n"
        let folder = try folder(
            [#".executableTarget(name: "Tool")"#, test],
            ["Tests/ToolTests/T.swift": "", "Tests/ToolTests/Mocks/Jar.mocks.swift": earlier])
        let project = try discoverProject(root: folder.path)
        let module = try #require(project.modules.first { $0.name == "Tool" })
        #expect(module.output == nil && !module.lacksTests)
        #expect(project.modules.first { $0.name == "App" }?.output == .folder(folder("Tests/AppTests/Mocks")))
        let note = try #require(project.notes.first { $0.code == "made-in-build" })
        #expect(
            note.message
                == "MocksBuildTool makes the mocks of 'Tool' for 'ToolTests' during a build, so no files are written; to have files, take the plugin out of the target"
        )
        #expect(note.position?.line == 10)
        #expect(
            project.settingsWithOrigins.first { $0.key == "modules.Tool.output" }?.reason
                == "MocksBuildTool makes its mocks during a build, for 'ToolTests'")
        var engine = Engine(project: project)
        let report = engine.refresh()
        #expect(report.diagnostics.filter { $0.code == "stray-mock" }.count == 1)
        #expect(engine.firstStep(after: report) == nil)
    }

    @Test(
        "is a test target otherwise",
        arguments: [
            #".target(name: "AppMocks", dependencies: ["App"])"#,
            #".target(name: "AppMocks", dependencies: [\#(mocking)])"#,
            #".target(name: "OtherMocks", dependencies: ["App", \#(mocking)]), .target(name: "AppMocks")"#,
            #".testTarget(name: "AppMocks", dependencies: ["App"], path: "Sources/AppMocks")"#,
        ])
    func others(target: String) throws {
        let folder = try folder([target], products: [], ["Sources/OtherMocks/A.swift": ""])
        let module = try #require(try discoverProject(root: folder.path).modules.first { $0.name == "App" })
        #expect(module.output == .folder(folder("Tests/AppTests/Mocks")))
        #expect(module.importStyle == .testable && !module.outputTarget.sharesMocks)
    }

    @Test("is the one around an output of the configuration, which no test target need be")
    func configured() throws {
        let folder = try folder([#".target(name: "AppMocks", dependencies: [\#(Self.mocking)])"#])
        try folder.write("modules:\n  - {name: App, output: Sources/AppMocks/Doubles}\n", to: ".mockd.yml")
        let module = try #require(try discoverProject(root: folder.path).modules.first { $0.name == "App" })
        #expect(module.importStyle == .plain && module.outputTarget.sharesMocks)
        #expect(module.outputTarget.name == "AppMocks")
        // The configuration takes precedence.
        try folder.write(
            "modules:\n  - {name: App, output: Sources/AppMocks/Doubles, import: testable}\n", to: ".mockd.yml")
        let testable = try #require(try discoverProject(root: folder.path).modules.first { $0.name == "App" })
        #expect(testable.importStyle == .testable && testable.outputTarget.sharesMocks)
    }

    @Test("can be a test target although there is one for sharing")
    func backInTests() throws {
        let folder = try folder([Self.library])
        try folder.write("modules:\n  - {name: App, output: Tests/AppTests/Mocks}\n", to: ".mockd.yml")
        let module = try #require(try discoverProject(root: folder.path).modules.first { $0.name == "App" })
        #expect(module.importStyle == .testable && !module.outputTarget.sharesMocks)
        #expect(module.outputTarget.name == "AppTests")
    }

    @Test(
        "is reported if a product contains it",
        arguments: [
            (
                "", #".library(name: "App", targets: ["App", "AppMocks"])"#,
                "Package.swift:9:1: warning: product 'App' contains the mocks in 'AppMocks', which only tests need; leave 'AppMocks' out of the product [shipped-mocks]"
            ),
            (
                #", .executableTarget(name: "Tool", dependencies: ["AppMocks"])"#, "",
                "Package.swift:9:1: warning: product 'Tool' contains the mocks in 'AppMocks', which only tests need; remove 'AppMocks' from the dependencies of 'Tool' [shipped-mocks]"
            ),
            (#", .executableTarget(name: "Tool", dependencies: ["App"])"#, "", ""),
        ])
    func shipped(target: String, product: String, warning: String) throws {
        let folder = try folder([Self.library + target], products: product.isEmpty ? [] : [product])
        let expected = warning.isEmpty ? [] : [warning]
        func warnings() throws -> [String] {
            try discoverProject(root: folder.path).notes.filter { $0.code == "shipped-mocks" }.map(\.description)
        }
        #expect(try warnings() == expected)
        for configuration in ["mock: all\n", "modules:\n  - {name: App, mock: all}\n"] {
            try folder.write(configuration, to: ".mockd.yml")
            #expect(try warnings() == expected)
        }
    }
}
