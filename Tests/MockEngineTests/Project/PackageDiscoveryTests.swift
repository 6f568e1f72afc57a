import MockEngine
import MockModel
import SystemPackage
import Testing

@Suite("A Swift package without configuration")
struct PackageDiscoveryTests {
    @Test("is a project: the mocks of App go to AppTests")
    func simple() throws {
        let folder = try TemporaryFolder([
            "Package.swift": """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(name: "App", targets: [
                .target(name: "App", swiftSettings: [.define("GAS"), .defaultIsolation(MainActor.self)]),
                .testTarget(
                    name: "AppTests", dependencies: ["App"],
                    swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
            ])
            """,
            "Sources/App/App.swift": "", "Tests/AppTests/AppTests.swift": "",
        ])

        let project = try discoverProject(root: folder.path)
        var tests = Module(
            name: "AppTests", sources: [folder("Tests/AppTests")], defines: ["SWIFT_PACKAGE"],
            target: .init(
                name: "AppTests", importsInternallyByDefault: true, upcomingFeatures: ["InternalImportsByDefault"],
                languageMode: "6"))
        tests.isReadForNames = true
        var asking = tests
        asking.output = .folder(folder("Tests/AppTests/AppTestsMocks"))
        asking.dependencies = ["App"]
        asking.importStyle = .none
        asking.outputTarget = tests.target
        var expected = Project(
            root: folder.path,
            modules: [
                Module(
                    name: "App", sources: [folder("Sources/App")],
                    output: .folder(folder("Tests/AppTests/Mocks")), defines: ["GAS", "SWIFT_PACKAGE"],
                    target: .init(name: "App", isMainActorByDefault: true, languageMode: "6"),
                    outputTarget: .init(
                        name: "AppTests", importsInternallyByDefault: true,
                        upcomingFeatures: ["InternalImportsByDefault"], languageMode: "6")),
                asking,
            ],
            configurationFiles: [folder(".mockd.yml"), folder("Package.swift")])
        var testTarget = tests
        testTarget.dependencies = ["App"]
        expected.testTargets = [testTarget]
        expected.targetsWithoutLibrary = Dictionary(
            uniqueKeysWithValues: ["Mocking", "MockSix", "Mimus", "MockWrappers"].map { ($0, ["AppTests"]) })
        #expect(project == expected)
    }

    @Test(
        "a dependency that nothing has is an error, as for SwiftPM, unless a package may have such a product",
        arguments: [
            (
                #""Kitchn""#, spices,
                "'Kitchn', which is no target of this package and no product of those that it depends on"
            ),
            (#".target(name: "Kitchn")"#, "", "'Kitchn', which is no target of this package"),
            (#".target(name: "Kitchn")"#, remote, "'Kitchn', which is no target of this package"),
            (
                #".product(name: "Kitchn", package: "Spices")"#, spices,
                "'Kitchn', which is no product of the packages that this one depends on"
            ),
            (
                #""Cellar""#, "",
                "'Cellar', which is no target of this package and no product of those that it depends on"
            ),
            (#""Cellar""#, #".package(path: Context.packageDirectory + "/../Pots")"#, nil),
            (
                #""Cellar""#, #"isCI ? .package(path: "../Pots") : .package(url: "https://a.b/Pots", from: "1.0.0")"#,
                nil
            ),
            (#""Cellar""#, #".package(path: "Vendor/Computed")"#, nil),
            (#""Kitchn""#, #".package(path: "Vendor/Computed")"#, nil),
            (#""Kitchn""#, #".package(url: "https://example.org/pans", from: "1.0.0")"#, nil),
            (#".product(name: "Salt", package: "salt")"#, spices, nil), (#""Kitchens""#, spices, nil),
            (#""Kitchen""#, "", nil), (#""Binary""#, spices, nil),
            (#""grind""#, spices, nil), (#".product(name: "grind", package: "Spices")"#, spices, nil),
        ])
    func unknown(dependency: String, package: String, error: String?) throws {
        let folder = try TemporaryFolder([
            "Package.swift": """
            // swift-tools-version: 6.3
            import PackageDescription
            let isCI = Context.environment["CI"] != nil
            let package = Package(name: "Kitchen", dependencies: [\(package)], targets: [
                .target(name: "Kitchen"),
                .testTarget(name: "KitchenTests", dependencies: [\(dependency)]),
            ])
            """,
            "Vendor/Spices/Package.swift": """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(
                name: "Spices",
                products: [
                    .library(name: "Kitchens", targets: ["Spices"]), .library(name: "Binary", targets: ["Blob"]),
                ],
                targets: [
                    .target(name: "Spices"), .executableTarget(name: "grind"), .binaryTarget(name: "Blob", path: "Blob.zip"),
                ])
            """,
            "Vendor/Computed/Package.swift": """
            // swift-tools-version: 6.3
            import Foundation
            import PackageDescription
            let name = try String(contentsOfFile: Context.packageDirectory + "/name", encoding: .utf8)
            let package = Package(
                name: "Computed", products: [.library(name: name, targets: ["Pots"])], targets: [.target(name: "Pots")])
            """,
            "Vendor/Spices/Sources/Spices/Salt.swift": "", "Sources/Kitchen/Cook.swift": "",
            "Tests/KitchenTests/T.swift": "",
        ])
        let problems: [String]
        do throws(ConfigurationError) {
            _ = try discoverProject(root: folder.path)
            problems = []
        } catch {
            problems = error.problems.map(\.description)
        }
        let guess = error?.hasPrefix("'Kitchn'") == true ? "; did you mean 'Kitchen'?" : ""
        #expect(
            problems
                == [error].compactMap(\.self).map {
                    "Package.swift:6:1: error: target 'KitchenTests' depends on \($0)"
                        + guess + "; mend it; no mock is removed until then [unknown-dependency]"
                })
    }

    private static let remote = #".package(url: "https://example.org/pans", from: "1.0.0")"#
    private static let spices = #".package(path: "Vendor/Spices")"#

    @Test(
        "prefers a test target that can import the library, then one named after the target",
        arguments: [
            ([], "AppTests"), (["AppTests"], "AppTests"), (["MoreTests"], "MoreTests"),
            (["MoreTests", "AppTests"], "AppTests"), (["FirstTests", "MoreTests"], "FirstTests"),
        ])
    func libraryFirst(withLibrary: [String], expected: String) throws {
        let tests = ["FirstTests", "AppTests", "MoreTests"].map { name in
            let library = #", .product(name: "Mocking", package: "mockd")"#
            return
                #".testTarget(name: "\#(name)", dependencies: ["App"\#(withLibrary.contains(name) ? library : "")]),"#
        }
        var files = [
            "Package.swift": """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(name: "App", dependencies: [.package(name: "mockd", path: "../mockd")], targets: [
                .target(name: "App"),
                \(tests.joined(separator: "\n    "))
            ])
            """,
            "Sources/App/App.swift": "",
        ]
        for name in ["FirstTests", "AppTests", "MoreTests"] { files["Tests/\(name)/Tests.swift"] = "" }
        let folder = try TemporaryFolder(files)
        let module = try #require(try discoverProject(root: folder.path).modules.first { $0.name == "App" })
        #expect(module.output == .folder(folder("Tests/\(expected)/Mocks")))
    }

    @Test("sends mocks to the last of two test targets of a name, to its folder and with its settings")
    func namesakes() throws {
        let folder = try TemporaryFolder([
            "Package.swift": """
            // swift-tools-version: 6.3
            import Foundation
            import PackageDescription
            let isHere = ProcessInfo.processInfo.processIdentifier > 1
            var targets: [Target] = [.target(name: "App")]
            if isHere {
                targets.append(.testTarget(name: "AppTests", dependencies: ["App"], path: "Tests/Here"))
            } else {
                targets.append(
                    .testTarget(
                        name: "AppTests", dependencies: ["App"], path: "Tests/There",
                        swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]))
            }
            let package = Package(name: "App", targets: targets)
            """,
            "Sources/App/App.swift": "", "Tests/Here/A.swift": "", "Tests/There/B.swift": "",
        ])

        let module = try #require(try discoverProject(root: folder.path).modules.first { $0.name == "App" })

        #expect(module.output == .folder(folder("Tests/There/Mocks")))
        #expect(module.outputTarget.importsInternallyByDefault)
    }

    @Test("sends mocks to the first test target that depends on a module without namesake, and keeps modules apart")
    func testTargets() throws {
        let folder = try TemporaryFolder([
            "Package.swift": """
            let package = Package(name: "R", targets: [
                .target(name: "Core"), .target(name: "Kitchen", dependencies: ["Core"]),
                .target(name: "Pantry"), .executableTarget(name: "serve-food"), .target(name: "Untested"),
                .testTarget(name: "AllTests", dependencies: ["Core", .target(name: "Pantry"), "serve-food"]),
                .testTarget(name: "KitchenTests", dependencies: ["Kitchen", "Core"]),
                .testTarget(name: "MoreTests", dependencies: ["Kitchen"]),
            ])
            """,
            "Sources/Core/": "", "Sources/Kitchen/": "", "Sources/Pantry/": "", "Sources/serve-food/": "",
            "Sources/Untested/": "", "Tests/AllTests/": "", "Tests/KitchenTests/": "", "Tests/MoreTests/": "",
        ])

        let project = try discoverProject(root: folder.path)

        #expect(
            project.modules.map { [$0.name, $0.output.map { relative($0.path, folder) } ?? "-"] } == [
                ["Core", "Tests/AllTests/Mocks"], ["Kitchen", "Tests/KitchenTests/Mocks"],
                ["Pantry", "Tests/AllTests/PantryMocks"], ["serve_food", "Tests/AllTests/serve_foodMocks"],
                ["Untested", "-"], ["AllTests", "Tests/AllTests/AllTestsMocks"],
                ["KitchenTests", "Tests/KitchenTests/KitchenTestsMocks"],
            ])
        #expect(project.modules.filter(\.isReadForNames).map(\.name) == ["AllTests", "KitchenTests"])
        #expect(project.modules[1].dependencies == ["Core"])
        #expect(project.notes == [])
        #expect(project.modules.filter(\.lacksTests).map(\.name) == ["Untested"])
    }

    @Test("mocks neither tests nor plugins, C code or what lies in no folder")
    func notMocked() throws {
        let folder = try TemporaryFolder([
            "Package.swift": """
            let package = Package(name: "R", targets: [
                .target(name: "CGas"), .plugin(name: "Plug", capability: .buildTool()),
                .systemLibrary(name: "CWater"), .target(name: "Gone"), .target(name: "Lost", path: "Nowhere"),
                .testTarget(name: "RTests", dependencies: ["CGas", "Gone"]),
            ])
            """,
            "Sources/CGas/include/gas.h": "", "Sources/CGas/gas.c": "",
            "Plugins/Plug/P.swift": "", "Sources/CWater/module.modulemap": "", "Tests/RTests/T.swift": "",
        ])

        let project = try discoverProject(root: folder.path)

        #expect(project.modules == [])
        #expect(
            project.notes.map(\.description) == [
                "Package.swift: note: target 'Gone' is left out, because its folder 'Sources/Gone' does not exist "
                    + "[target-without-folder]",
                "Package.swift: note: target 'Lost' is left out, because its folder 'Nowhere' does not exist "
                    + "[target-without-folder]",
            ])
    }

    @Test(
        "has its sources where SwiftPM looks for them",
        arguments: [
            (".target(name: \"App\")", "Sources/App"), (".target(name: \"App\")", "Source/App"),
            (".target(name: \"App\")", "src/App"), (".target(name: \"App\")", "srcs/App"),
            (".target(name: \"App\")", "Sources"), (".target(name: \"App\", path: \"Code\")", "Code"),
            (".executableTarget(name: \"App\")", "Sources"), (".target(name: \"App\", path: \".\")", "."),
        ])
    func sourceFolders(target: String, expected: String) throws {
        let folder = try TemporaryFolder([
            "Package.swift": "let package = Package(name: \"App\", targets: [\(target)])", "\(expected)/A.swift": "",
        ])

        #expect(
            try discoverProject(root: folder.path).modules.map(\.sources) == [[folder(expected == "." ? "" : expected)]]
        )
    }

    @Test("reads the sources that a target lists, without what it excludes")
    func listedSources() throws {
        let folder = try TemporaryFolder([
            "Package.swift": """
            let package = Package(name: "R", targets: [
                .target(name: "A", path: "Code", exclude: ["Old", "we*ird.swift"], sources: ["Hot", "Main.swift", "Gone"]),
                .testTarget(name: "ATests", dependencies: ["A"], sources: ["Unit"]),
            ])
            """,
            "Code/Hot/H.swift": "", "Code/Main.swift": "", "Tests/ATests/Unit/T.swift": "",
        ])

        let project = try discoverProject(root: folder.path)
        let module = try #require(project.modules.first)

        #expect(module.sources == [folder("Code/Hot"), folder("Code/Main.swift")])
        #expect(module.excludes(folder("Code/Old/A.swift"), root: folder.path))
        #expect(module.excludes(folder("Code/we*ird.swift"), root: folder.path))
        #expect(!module.excludes(folder("Code/weXird.swift"), root: folder.path))
        #expect(module.output == .folder(folder("Tests/ATests/Unit/Mocks")))
    }

    @Test("knows the sources of its dependencies as modules to read, through their own manifests")
    func dependencies() throws {
        let folder = try TemporaryFolder([
            "Package.swift": """
            let package = Package(name: "R",
                dependencies: [
                    .package(url: "https://example.org/chef/Swift-Spices.git", from: "1.0.0"),
                    .package(path: "../\(knives)"), .package(url: "git@example.org:chef/gone", from: "1.0.0"),
                    .package(id: "farm.vegetables", from: "1.0.0"), .package(url: "https://example.org/unused", from: "1.0.0"),
                ],
                targets: [
                    .target(name: "A", dependencies: [
                        .product(name: "Hot", package: "swift-spices"), "Knives", .product(name: "Gone", package: "gone"),
                        .product(name: "Leek", package: "farm.vegetables"),
                    ]),
                    .testTarget(name: "ATests", dependencies: ["A"]),
                ])
            """,
            "Sources/A/A.swift": "", "Tests/ATests/T.swift": "",
            ".build/checkouts/Swift-Spices/Package.swift": """
            let package = Package(name: "spices",
                products: [.library(name: "Hot", targets: ["Pepper", "Chili"])],
                dependencies: [.package(url: "https://example.org/salt", from: "1.0.0")],
                targets: [
                    .target(name: "Pepper", dependencies: ["Chili", .product(name: "Salt", package: "salt")]),
                    .target(name: "Chili"), .target(name: "Unneeded"),
                ])
            """,
            ".build/checkouts/Swift-Spices/Sources/Pepper/P.swift": "",
            ".build/checkouts/Swift-Spices/Sources/Chili/C.swift": "",
            ".build/checkouts/salt/Package.swift":
                "let package = Package(name: \"salt\", products: [.library(name: \"Salt\", targets: [\"Salt\"])], targets: [.target(name: \"Salt\")])",
            ".build/checkouts/salt/Sources/Salt/S.swift": "",
            ".build/registry/downloads/farm/vegetables/1.2.0/Package.swift":
                "let package = Package(name: \"v\", products: [.library(name: \"Leek\", targets: [\"Leek\"])], targets: [.target(name: \"Leek\")])",
            ".build/registry/downloads/farm/vegetables/1.2.0/Sources/Leek/L.swift": "",
            "../\(knives)/Package.swift":
                "let package = Package(name: \"K\", products: [.library(name: \"Knives\", targets: [\"Blades\"])], targets: [.target(name: \"Blades\")])",
            "../\(knives)/Sources/Blades/B.swift": "",
        ])
        let sibling = folder.path.removingLastComponent().appending(knives)
        defer { TemporaryFolder.remove(sibling) }

        let project = try discoverProject(root: folder.path)

        #expect(project.modules.map(\.name) == ["A", "Pepper", "Chili", "Blades", "Leek", "Salt", "ATests"])
        #expect(project.modules.filter(\.isMocked).map(\.name) == ["A"])
        #expect(project.modules[0].dependencies == ["Pepper", "Chili", "Blades", "Leek"])
        #expect(project.modules[1].dependencies == ["Chili", "Salt"])
        #expect(project.modules[1].sources == [folder(".build/checkouts/Swift-Spices/Sources/Pepper")])
        #expect(project.modules[3].sources == [sibling.appending("Sources").appending("Blades")])
        #expect(
            project.configurationFiles == [
                folder(".mockd.yml"), folder("Package.swift"), sibling.appending("Package.swift"),
                folder(".build/workspace-state.json"),
            ])
        #expect(
            project.notes.map(\.description) == [
                "Package.swift: note: the sources of package 'gone' are not there, so its protocols are unknown as "
                    + "parents; run 'swift package resolve' to fetch them [dependency-not-there]"
            ])
    }

    @Test(
        "advises to fetch only what SwiftPM would fetch: nothing behind a trait that is off, nothing behind a variable")
    func notAskedFor() throws {
        func package(_ name: String) -> String { ".package(url: \"https://example.com/\(name).git\", from: \"1.0.0\")" }
        func product(_ name: String, _ trait: String) -> String {
            ".product(name: \"\(name)\", package: \"\(name)\", condition: .when(traits: [\"\(trait)\"]))"
        }
        let folder = try TemporaryFolder([
            "Package.swift": """
            let package = Package(
                name: "R", traits: [.default(enabledTraits: ["On"]), .trait(name: "On", enabledTraits: ["Too"]), "Too", "Off"],
                dependencies: [\(["One", "Two", "Three", "Four"].map(package).joined(separator: ", "))],
                targets: [
                    .target(name: "A", dependencies: [
                        \(product("One", "Off")), \(product("Two", "Too")), \(product("Three", "Off")),
                        .product(name: "Three", package: "Three"), .product(name: "Five", package: "Five"),
                    ]),
                    .testTarget(name: "ATests", dependencies: ["A"]),
                ])
            if Context.environment["FIVE"] != nil {
                package.dependencies.append(\(package("Five")))
            }
            """,
            "Sources/A/A.swift": "",
        ])

        let notes = try discoverProject(root: folder.path).details.filter { $0.code == "dependency-not-there" }
        #expect(
            notes.map { String($0.message.prefix { $0 != "," }) }
                == ["two", "three"].map {
                    "the sources of package '\($0)' are not there"
                })
    }

    @Test(
        "knows the traits that are on in a package as flags of its sources",
        arguments: [
            ("", ["Fast", "Hot"]), (", traits: []", []), (", traits: [\"Slow\"]", ["Slow"]),
            (", traits: [.defaults, .trait(name: \"Slow\")]", ["Fast", "Hot", "Slow"]),
        ])
    func traits(written: String, flags: [String]) throws {
        let folder = try TemporaryFolder([
            "Package.swift": """
            let package = Package(
                name: "R",
                dependencies: [.package(path: "Oven"\(written)), .package(path: "Pan")],
                targets: [
                    .target(name: "A", dependencies: [
                        .product(name: "Oven", package: "Oven"), .product(name: "Pan", package: "Pan"),
                    ]),
                    .testTarget(name: "ATests", dependencies: ["A"]),
                ])
            """,
            "Sources/A/A.swift": "", "Oven/Sources/Oven/O.swift": "", "Pan/Sources/Pan/P.swift": "",
            "Tests/ATests/T.swift": "",
            "Oven/Package.swift": """
            let package = Package(
                name: "Oven", products: [.library(name: "Oven", targets: ["Oven"])],
                traits: [.default(enabledTraits: ["Hot"]), .trait(name: "Hot", enabledTraits: ["Fast"]), "Fast", "Slow"],
                targets: [.target(name: "Oven")])
            """,
            "Pan/Package.swift": """
            let package = Package(
                name: "Pan", products: [.library(name: "Pan", targets: ["Pan"])],
                dependencies: [.package(path: "../Oven", traits: [])], targets: [.target(name: "Pan")])
            """,
        ])
        let modules = try discoverProject(root: folder.path).modules
        let oven = try #require(modules.first { $0.name == "Oven" })
        #expect(oven.defines == Set(flags + ["SWIFT_PACKAGE"]))
    }

    @Test("leaves a target without mocks whose module no file of mocks can import")
    func unimportable() throws {
        let folder = try TemporaryFolder([
            "Package.swift": """
            let package = Package(name: "R", targets: [
                .target(name: "class"), .target(name: "A"),
                .testTarget(name: "ATests", dependencies: ["A", "class"]),
            ])
            """,
            "Sources/A/A.swift": "", "Sources/class/C.swift": "", "Tests/ATests/A.swift": "",
        ])

        let project = try discoverProject(root: folder.path)

        #expect(project.modules.filter(\.isMocked).map(\.name) == ["A"])
        #expect(
            project.notes.map(\.description) == [
                "Package.swift:2:1: warning: the module of target 'class' would be called 'class', which is no name in "
                    + "Swift, so it gets no mocks; rename the target [target-name]"
            ])
    }

    @Test("says which path of a local dependency leads nowhere")
    func missingLocal() throws {
        let folder = try TemporaryFolder([
            "Package.swift": """
            let package = Package(name: "R", dependencies: [.package(path: "../no/Knives")], targets: [
                .target(name: "A", dependencies: ["Knives"]), .testTarget(name: "ATests", dependencies: ["A"]),
            ])
            """,
            "Sources/A/A.swift": "",
        ])

        #expect(
            try discoverProject(root: folder.path).notes.map(\.description) == [
                "Package.swift: note: the sources of package 'knives' are not there, so its protocols are unknown as "
                    + "parents; check the path '../no/Knives' in Package.swift [dependency-not-there]"
            ])
    }

    @Test("is described by the manifest for the newest compiler that is not too new")
    func versionedManifests() throws {
        let folder = try TemporaryFolder([
            "Package.swift":
                "// swift-tools-version:5.5\nlet package = Package(name: \"R\", targets: [.target(name: \"Old\")])",
            "Package@swift-5.9.swift":
                "// swift-tools-version:5.9\nlet package = Package(name: \"R\", targets: [.target(name: \"New\")])",
            "Package@swift-99.swift": "let package = Package(name: \"R\", targets: [.target(name: \"Future\")])",
            "Sources/Old/": "", "Sources/New/": "", "Sources/Future/": "",
        ])

        let project = try discoverProject(root: folder.path)

        #expect(project.modules.map(\.name) == ["New"])
        #expect(project.modules.map(\.target.languageMode) == ["5"])
        #expect(project.configurationFiles == [folder(".mockd.yml"), folder("Package@swift-5.9.swift")])
    }

    @Test("is described by a versioned manifest if the plain one is too new")
    func plainManifestThatIsTooNew() throws {
        let folder = try TemporaryFolder([
            "Package.swift":
                "// swift-tools-version:99.0\nlet package = Package(name: \"R\", targets: [.target(name: \"Future\")])",
            "Package@swift-5.9.swift":
                "// swift-tools-version:5.9\nlet package = Package(name: \"R\", targets: [.target(name: \"New\")])",
            "Sources/New/": "", "Sources/Future/": "",
        ])

        #expect(try discoverProject(root: folder.path).modules.map(\.name) == ["New"])
    }

    @Test("is described by its plain manifest if that is for newer tools, understood or not")
    func newerPlainManifest() throws {
        let folder = try TemporaryFolder([
            "Package.swift": "// swift-tools-version:6.0\nlet package = describePackage()",
            "Package@swift-5.9.swift":
                "// swift-tools-version:5.9\nlet package = Package(name: \"R\", targets: [.target(name: \"Old\")])",
            "Sources/Old/": "",
        ])

        let error = try #require(throws: ConfigurationError.self) { _ = try discoverProject(root: folder.path) }

        #expect(error.problems.map(\.code) == ["manifest-not-static"])
        try folder.write("modules:\n  - {name: A, sources: [Sources/Old], output: Mocks}\n", to: ".mockd.yml")
        #expect(try discoverProject(root: folder.path).modules.map(\.name) == ["A"])
    }

    @Test("that is not static still gives what can be read, with the diagnostics of the manifest")
    func notStatic() throws {
        let folder = try TemporaryFolder([
            "Package.swift": "let package = Package(name: \"R\", targets: [.target(name: \"A\")] + secret())",
            "Sources/A/A.swift": "",
        ])

        let project = try discoverProject(root: folder.path)

        #expect(project.modules.map(\.name) == ["A"])
        #expect(project.notes.map(\.code) == ["manifest-not-static"])
    }

    /// The name of a folder beside the temporary one.
    private let knives = "project-tests-\(UInt64.random(in: 0 ... .max))-Knives"

    private func relative(_ path: FilePath, _ folder: TemporaryFolder) -> String {
        var path = path
        _ = path.removePrefix(folder.path)
        return path.string
    }
}
