import MockModel
import MockParsing
import Testing

@Suite("A manifest written in literals")
struct ManifestTests {
    @Test("gives its name, tools version, language modes, products and dependencies")
    func package() {
        let (manifest, diagnostics) = parseManifest(
            """
            // swift-tools-version: 6.1
            import PackageDescription

            let package = Package(
                name: "Restaurant",
                platforms: [.macOS(.v13)],
                products: [
                    .library(name: "Restaurant", targets: ["Kitchen", "Pantry"]),
                    .executable(name: "serve", targets: ["serve"]),
                ],
                dependencies: [
                    .package(url: "https://example.org/spices.git", from: "1.0.0"),
                    .package(name: "Knives", path: "../knives", traits: []),
                    .package(id: "farm.vegetables", exact: "2.0.0"),
                ],
                targets: [],
                swiftLanguageModes: [.v5, .v6, .version("7")]
            )
            """, path: "Package.swift")

        #expect(
            manifest
                == PackageManifest(
                    name: "Restaurant", toolsVersion: .init(6, 1), languageModes: ["5", "6", "7"],
                    products: [
                        .init(name: "Restaurant", targets: ["Kitchen", "Pantry"]),
                        .init(name: "serve", targets: ["serve"]),
                    ],
                    dependencies: [
                        .init(origin: .url("https://example.org/spices.git"), line: 12),
                        .init(name: "Knives", origin: .path("../knives"), traits: [], line: 13),
                        .init(origin: .registry("farm.vegetables"), line: 14),
                    ]))
        #expect(diagnostics.isEmpty)
    }

    @Test("gives its targets in order, each with kind, folder, files and dependencies")
    func targets() {
        let manifest = manifest(
            """
            .target(
                name: "Kitchen",
                dependencies: [
                    "Pantry", .byName(name: "Stove"), .target(name: "Sink"),
                    .product(name: "Spices", package: "spices"), .product(name: "Loose"),
                ],
                path: "Cooking/Kitchen", exclude: ["README.md"], sources: ["Hot", "Cold"]),
            .executableTarget(name: "serve"),
            .testTarget(name: "KitchenTests", dependencies: ["Kitchen"]),
            .macro(name: "Macros"),
            .plugin(name: "Plug", capability: .buildTool()),
            .systemLibrary(name: "CGas"),
            .binaryTarget(name: "Oven", path: "Oven.xcframework"),
            """)

        #expect(
            manifest.targets.map(\.withoutLine) == [
                .init(
                    name: "Kitchen", path: "Cooking/Kitchen", exclude: ["README.md"], sources: ["Hot", "Cold"],
                    dependencies: [
                        .byName("Pantry"), .byName("Stove"), .target("Sink"), .product("Spices", package: "spices"),
                        .product("Loose", package: nil),
                    ]),
                .init(name: "serve", kind: .executable),
                .init(name: "KitchenTests", kind: .test, dependencies: [.byName("Kitchen")]),
                .init(name: "Macros", kind: .macro),
                .init(name: "Plug", kind: .plugin),
                .init(name: "CGas", kind: .system),
                .init(name: "Oven", kind: .binary, path: "Oven.xcframework"),
            ])
    }

    @Test("gives the settings that change what generated code has to look like")
    func settings() {
        let manifest = manifest(
            """
            .target(name: "Kitchen", swiftSettings: [
                .defaultIsolation(MainActor.self),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("ExistentialAny"),
                .define("GAS"),
                .define("MAC", .when(platforms: [.macOS])),
                .define("PENGUIN", .when(platforms: [.macOS, .linux])),
                .define("FAST", .when(configuration: .release)),
                .define("SLOW", .when(configuration: .debug)),
                .swiftLanguageMode(.v5),
                .unsafeFlags(["-Xfrontend"]),
            ]),
            .target(name: "Pantry", swiftSettings: [.defaultIsolation(nil)]),
            """)

        #expect(
            manifest.targets.map(\.settings) == [
                .init(
                    isMainActorByDefault: true, importsInternallyByDefault: true,
                    upcomingFeatures: ["InternalImportsByDefault", "ExistentialAny"],
                    defines: ["GAS", "PENGUIN", "SLOW"], languageMode: "5"),
                .init(),
            ])
    }

    @Test("leaves out dependencies that Linux does not have")
    func platformConditions() {
        let manifest = manifest(
            """
            .target(name: "Kitchen", dependencies: [
                .target(name: "MacStove", condition: .when(platforms: [.macOS, .iOS])),
                .target(name: "Stove", condition: .when(platforms: [.linux])),
                .product(name: "Spices", package: "spices", condition: .when(traits: ["Hot"])),
            ]),
            """)

        #expect(manifest.targets[0].dependencies == [.target("Stove"), .product("Spices", package: "spices")])
    }

    @Test(
        "shows its tools version in every spelling that SwiftPM knows",
        arguments: [
            ("// swift-tools-version:5.9", 5, 9), ("// swift-tools-version: 6.2", 6, 2),
            ("//swift-tools-version:5.10.1", 5, 10), ("\n\n// swift-tools-version: 6", 6, 0),
            ("// swift-tools-version:5.9;(experimentalX)", 5, 9), (" \n\t// swift-tools-version:\t6.3\r\n", 6, 3),
            ("// Swift-Tools-Version:5.9", 5, 9),
        ])
    func toolsVersion(line: String, major: Int, minor: Int) {
        let manifest = parseManifest("\(line)\nlet package = Package(name: \"A\")", path: "Package.swift").manifest

        #expect(manifest.toolsVersion == .init(major, minor))
    }

    @Test("without the comment has no tools version")
    func noToolsVersion() {
        let package = "let package = Package(name: \"A\")"
        #expect(parseManifest(package, path: "P").manifest.toolsVersion == nil)
        // Only the first line is read.
        #expect(parseManifest("\n\(package)\n// swift-tools-version:6.0", path: "P").manifest.toolsVersion == nil)
        #expect(parseManifest(" \n", path: "P").manifest.toolsVersion == nil)
    }
}

/// A manifest with these targets that causes no diagnostics.
func manifest(_ targets: String, sourceLocation: SourceLocation = #_sourceLocation) -> PackageManifest {
    follow("let package = Package(name: \"Restaurant\", targets: [\n\(targets)\n])", sourceLocation: sourceLocation)
}

func follow(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> PackageManifest {
    let (manifest, diagnostics) = parseManifest(text, path: "Package.swift")
    #expect(diagnostics.map(\.description) == [], sourceLocation: sourceLocation)
    return manifest
}
