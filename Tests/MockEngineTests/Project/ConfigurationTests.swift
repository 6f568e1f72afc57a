import MockEngine
import MockGeneration
import MockModel
import SystemPackage
import Testing

@Suite("A .mockd.yml")
struct ConfigurationTests {
    static let everyKey = """
        mock: all
        name: "Fake{name}"
        strip: [Protocol, Type]
        style: typed
        forwarding: false
        verify: hamcrest
        modules:
          - name: Kitchen
            sources: [Sources/Kitchen, Extra.swift]
            exclude: ["**/Generated/**"]
            output: Tests/All.swift
            import: plain
            imports: [Foundation, Darwin.C]
            access: public
            dependencies: [Pantry]
            define: [DEBUG]
            mock: annotated
            style: typed
            forwarding: true
            verify: true
          - name: Pantry
            sources: [Sources/Pantry]
        """

    @Test("gives every key to its module")
    func keysOfModules() throws {
        let folder = try TemporaryFolder([
            ".mockd.yml": Self.everyKey, "Sources/Kitchen/": "", "Sources/Pantry/": "", "Extra.swift": "",
        ])
        let settings = MockSettings(
            selection: .all, name: NamePattern("Fake{name}", strip: ["Protocol", "Type"]), style: .typed,
            forwards: false, verifying: .hamcrest)
        var own = settings
        own.selection = .annotated
        own.style = .typed
        own.forwards = true
        own.verifying = .comparing

        var expected = Project(
            root: folder.path, settings: settings,
            modules: [
                Module(
                    name: "Kitchen", sources: [folder("Sources/Kitchen"), folder("Extra.swift")],
                    exclude: [GlobPattern("**/Generated/**")], output: .file(folder("Tests/All.swift")),
                    settings: own, importStyle: .plain, imports: ["Foundation", "Darwin.C"], access: .public,
                    dependencies: ["Pantry"], defines: ["DEBUG"]),
                Module(name: "Pantry", sources: [folder("Sources/Pantry")], settings: settings),
            ],
            configurationFiles: [folder(".mockd.yml")])
        expected.listsModules = true
        for index in expected.modules.indices { expected.modules[index].leavesOutInnerProjects = true }
        #expect(try discoverProject(root: folder.path) == expected)
    }

    private static let manifest = """
        let package = Package(
            name: "R",
            targets: [
                .target(name: "Kitchen", dependencies: ["Pantry"]),
                .target(name: "Pantry"),
                .testTarget(name: "KitchenTests", dependencies: ["Kitchen"]),
            ]
        )
        """
    private static let folders = ["Sources/Kitchen/": "", "Sources/Pantry/": "", "Tests/KitchenTests/": ""]

    /// Returns the settings as `mockctl config` shows them.
    private func lines(_ project: Project) -> [String] {
        project.settingsWithOrigins.map { setting in
            let value =
                switch setting.value {
                case .text(let text): text
                case .list(let list): "[\(list.joined(separator: ", "))]"
                }
            return "\(setting.key) = \(value) (\(setting.origin))"
        }
    }

    @Test("tells where each value comes from")
    func origins() throws {
        let folder = try TemporaryFolder(
            [
                "Package.swift": Self.manifest,
                ".mockd.yml": """
                # settings
                mock: all

                modules:
                  - name: Kitchen
                    sources:
                      - Sources/Kitchen
                    output: Mocks
                    style: typed
                """,
            ].merging(Self.folders) { $1 })

        #expect(
            lines(try discoverProject(root: folder.path)) == [
                "mock = all (.mockd.yml:2)", "name = Mock{name} (default)", "strip = [] (default)",
                "style = typed (default)", "forwarding = true (default)", "verify = false (default)",
                "scratchPath = .build (default)", "modules.Kitchen.sources = [Sources/Kitchen] (.mockd.yml:6)",
                "modules.Kitchen.exclude = [] (default)", "modules.Kitchen.output = Mocks (.mockd.yml:8)",
                "modules.Kitchen.import = testable (default)", "modules.Kitchen.imports = [] (default)",
                "modules.Kitchen.access = inherit (default)",
                "modules.Kitchen.dependencies = [Pantry] (Package.swift:4)",
                "modules.Kitchen.define = [SWIFT_PACKAGE] (Package.swift:4)",
                "modules.Kitchen.mock = all (.mockd.yml:2)", "modules.Kitchen.style = typed (.mockd.yml:9)",
                "modules.Kitchen.forwarding = true (default)", "modules.Kitchen.verify = false (default)",
                "modules.Pantry.sources = [Sources/Pantry] (Package.swift:5)",
            ])
    }

    @Test("is not needed to know where a package's values come from")
    func originsOfPackage() throws {
        let folder = try TemporaryFolder(["Package.swift": Self.manifest].merging(Self.folders) { $1 })
        let lines = lines(try discoverProject(root: folder.path))
        #expect(lines.contains("modules.Kitchen.sources = [Sources/Kitchen] (Package.swift:4)"))
        #expect(lines.contains("modules.Kitchen.output = Tests/KitchenTests/Mocks (Package.swift:6)"))
        #expect(lines.contains("modules.Kitchen.mock = annotated (default)"))
    }

    @Test("that moved its lines is the same project, and one that changed a value says which")
    func changes() throws {
        let folder = try TemporaryFolder(["Package.swift": Self.manifest].merging(Self.folders) { $1 })
        try folder.write("mock: all\n", to: ".mockd.yml")
        let first = try discoverProject(root: folder.path)
        try folder.write("# a comment\nmock: all\n", to: ".mockd.yml")
        let moved = try discoverProject(root: folder.path)
        #expect(moved == first)
        #expect(moved.changedSettings(since: first) == [])
        #expect(moved.settingsWithOrigins.first?.origin == .file(".mockd.yml", line: 2))

        try folder.write("mock: all\nname: \"Fake{name}\"\n", to: ".mockd.yml")
        let changed = try discoverProject(root: folder.path)
        #expect(changed != first)
        #expect(changed.changedSettings(since: first) == ["name"])

        try folder.write("modules: [{name: Kitchen, sources: [Sources], output: Mocks}]\n", to: ".mockd.yml")
        #expect(
            try discoverProject(root: folder.path).changedSettings(since: first) == [
                "mock", "modules.Kitchen.sources", "modules.Kitchen.output", "modules.Kitchen.mock",
            ])
    }

    @Test("that init wrote gives the same project as none at all", arguments: [manifest, computedManifest])
    func starter(manifest: String) throws {
        let folder = try TemporaryFolder(["Package.swift": manifest].merging(Self.folders) { $1 })
        let before = try discoverProject(root: folder.path)
        try folder.write(starterConfiguration(for: folder.path), to: ".mockd.yml")
        let after = try discoverProject(root: folder.path)
        #expect(after.modules == before.modules)
        #expect(after.settings == before.settings)
        #expect(after.notes == before.notes)
    }

    @Test("without sources changes the module of a target, and the others stay those of Package.swift")
    func amendedModule() throws {
        let folder = try TemporaryFolder(["Package.swift": Self.manifest].merging(Self.folders) { $1 })
        let before = try discoverProject(root: folder.path)
        let first = try #require(before.modules.first { $0.output != nil })
        try folder.write(
            "modules:\n  - name: \(first.name)\n    output: Tests/Elsewhere\n    access: public\n", to: ".mockd.yml")
        let after = try discoverProject(root: folder.path)
        var changed = first
        changed.output = .folder(folder("Tests/Elsewhere"))
        changed.access = .public
        let module = try #require(after.modules.first { $0.name == first.name })
        #expect(module.sources == changed.sources && module.output == changed.output && module.access == .public)
        #expect(module.dependencies == first.dependencies && module.defines == first.defines)
        let others = before.modules.filter { $0.name != first.name && !$0.isReadForNames }
        #expect(
            after.modules.filter { $0.name != first.name && !$0.isReadForNames }.sorted { $0.name < $1.name }
                == others.sorted { $0.name < $1.name })
        func origin(_ key: String) -> String? {
            after.settingsWithOrigins.first { $0.key == "modules.\(first.name).\(key)" }.map { "\($0.origin)" }
        }
        #expect(origin("sources")?.hasPrefix("Package.swift:") == true)
        #expect(origin("output") == ".mockd.yml:3" && origin("access") == ".mockd.yml:4")
        #expect(after.notes == before.notes && !after.listsModules)
    }

    @Test("with sources in one entry lists all that is mocked, and a target may still be listed by its name alone")
    func mixedList() throws {
        let folder = try TemporaryFolder(
            ["Package.swift": Self.manifest, "More/": ""].merging(Self.folders) { $1 })
        let before = try discoverProject(root: folder.path)
        let first = try #require(before.modules.first { $0.output != nil })
        try folder.write(
            "modules:\n  - name: \(first.name)\n  - {name: More, sources: [More], output: Tests/More}\n",
            to: ".mockd.yml")
        let after = try discoverProject(root: folder.path)
        #expect(after.modules.filter { $0.output != nil }.map(\.name) == [first.name, "More"])
        #expect(after.modules.first?.output == first.output)
        #expect(after.listsModules)
    }

    @Test("that names no target and no sources is an error with the nearest name")
    func unknownTarget() throws {
        let folder = try TemporaryFolder(["Package.swift": Self.manifest].merging(Self.folders) { $1 })
        let first = try #require(try discoverProject(root: folder.path).modules.first { $0.output != nil })
        try folder.write("modules:\n  - name: \(first.name)x\n", to: ".mockd.yml")
        let error = #expect(throws: ConfigurationError.self) { try discoverProject(root: folder.path) }
        #expect(
            error?.description
                == ".mockd.yml:2:5: error: this module has no 'sources', and no target of Package.swift has its name; did you "
                + "mean '\(first.name)'? [config-missing-key]")
    }

    @Test("that init wrote for a package finds later targets, too")
    func starterOfPackage() throws {
        let folder = try TemporaryFolder(["Package.swift": Self.manifest].merging(Self.folders) { $1 })
        let text = starterConfiguration(for: folder.path)
        let list = text.split(separator: "\n").drop { $0 != "# modules:" }
        #expect(list.count > 3 && list.allSatisfy { $0.hasPrefix("#") })
        try folder.write(text, to: ".mockd.yml")
        let before = try discoverProject(root: folder.path)
        try folder.write(
            Self.manifest.replacing("targets: [", with: "targets: [.target(name: \"Later\"),"), to: "Package.swift")
        try folder.write("", to: "Sources/Later/L.swift")
        let after = try discoverProject(root: folder.path)
        #expect(after.modules.map(\.name).contains("Later") && !before.modules.map(\.name).contains("Later"))
        // The list of modules in the comments describes the same project.
        let uncommented = list.map { $0.dropFirst(2) }.joined(separator: "\n")
        try folder.write(uncommented + "\n", to: "list.yml")
        try folder.write(Self.manifest, to: "Package.swift")
        let listed = try discoverProject(root: folder.path, configuration: folder("list.yml"))
        // The folders are empty, which counts for a target of the package only.
        func described(_ project: Project) -> [Module] {
            project.modules.filter(\.isMocked).map { module in
                var module = module
                module.absences = []
                return module
            }
        }
        #expect(described(listed) == described(before))
    }

    @Test("that init wrote excludes sources only, and has the key once")
    func starterOfExclusions() throws {
        let manifest = """
            let package = Package(name: "a", targets: [
                .target(name: "A", exclude: ["CMakeLists.txt", "Old", "Skip.swift"]),
                .testTarget(name: "ATests", dependencies: ["A"]),
            ])
            """
        let folder = try TemporaryFolder([
            "Package.swift": manifest, "Sources/A/A.swift": "", "Sources/A/CMakeLists.txt": "",
            "Sources/A/Old/O.swift": "", "Sources/A/Skip.swift": "", "Tests/ATests/T.swift": "",
        ])
        let lines = starterConfiguration(for: folder.path).split(separator: "\n").filter { $0.contains("exclude") }
        #expect(lines == ["#     exclude: [Sources/A/Old, Sources/A/Skip.swift]"])
    }

    @Test("that init wrote finds the modules of a deep tree, and its packages")
    func starterOfTree() throws {
        let folder = try TemporaryFolder([
            "apps/shop/Cart/Cart.swift": "", "apps/shop/Cart/Model/Item.swift": "", "apps/shop/CartTests/T.swift": "",
            "apps/ios/Login/Sources/Login.swift": "", "apps/ios/Login/Sources/View/V.swift": "",
            "apps/ios/Login/Tests/T.swift": "", "apps/ios/Pay/Sources/Model/M.swift": "",
            "apps/ios/Pay/Tests/T.swift": "", "libs/Net/BUILD.bazel": "", "libs/Net/a/A.swift": "",
            "libs/Net/b/B.swift": "", "tools/Sources/Gen/G.swift": "", "node_modules/x/Y.swift": "",
            "apps/ios/.build/Z.swift": "", "bazel-out/O.swift": "",
            "backend/Package.swift": """
            let package = Package(name: "backend", targets: [
                .target(name: "Api"), .target(name: "Db"), .testTarget(name: "ApiTests", dependencies: ["Api"]),
            ])
            """,
            "backend/.build/plugins/outputs/backend/Api/destination/Maker/Made.swift": "",
            "backend/Sources/Api/A.swift": "", "backend/Sources/Db/D.swift": "", "backend/Tests/ApiTests/T.swift": "",
            // A configuration holds only one of two modules with the same name.
            "old/Cart/C.swift": "",
        ])
        try folder.write(starterConfiguration(for: folder.path), to: ".mockd.yml")
        let modules = try discoverProject(root: folder.path).modules.map { module in
            let paths = module.sources + [module.output?.path].compactMap(\.self)
            return ([module.name] + paths.map { "\($0)".replacing("\(folder.path)/", with: "") }).joined(separator: " ")
        }
        #expect(
            modules == [
                "Api backend/Sources/Api backend/Tests/ApiTests/Mocks",
                "Login apps/ios/Login/Sources apps/ios/Login/Tests/Mocks",
                "Pay apps/ios/Pay/Sources apps/ios/Pay/Tests/Mocks",
                "Cart apps/shop/Cart apps/shop/CartTests/Mocks", "Net libs/Net Mocks/Net",
                "Gen tools/Sources/Gen Mocks/Gen", "Db backend/Sources/Db",
            ])
    }

    private static let computedManifest = """
        let names = ["Kitchen", "Pantry"]
        var targets: [Target] = []
        for name in names {
            let path = "Sources/\\(name)"
            targets.append(.target(name: name, path: path))
        }
        targets += [.testTarget(name: names[0] + "Tests", dependencies: names.map { .target(name: $0) })]
        let package = Package(name: "R", targets: targets)
        """

    @Test("that init wrote without a package lists the folders that hold Swift files, word for word")
    func starterWithoutPackage() throws {
        let folder = try TemporaryFolder(["Sources/Kitchen/Cook.swift": "", "Tests/KitchenTests/T.swift": ""])
        let text = starterConfiguration(for: folder.path)
        #expect(
            text == """
                # What mockd mocks in this folder, and where the mocks go.
                # Paths are relative to this file's folder. 'mockd generate --dry-run' shows what would be written.

                mock: annotated                 # annotated: types marked with '/// @mockable'; all: every protocol too
                name: "Mock{name}"              # the name of a mock; {name} is the name of its type
                # strip: [Protocol]             # suffixes to remove first: OvenProtocol becomes MockOven
                style: typed                    # the shape of the mocks; one of: typed, spy, sourcery, automockable, mocksix, mimus, wrapper
                # forwarding: false             # protocol mocks that cannot pass calls on to another object; they compile faster

                modules:
                  - name: Kitchen
                    sources: [Sources/Kitchen]
                    output: Tests/KitchenTests/Mocks
                    # exclude: ["**/Generated/**"]
                    # import: testable          # testable: @testable import; plain: import; none: same module
                    # imports: [Foundation]     # for every file with mocks, besides what its source imports
                    # access: inherit           # inherit: as the mocked type; internal, package or public
                    # define: [DEBUG]           # what holds in '#if'

                """)
        try folder.write(text, to: ".mockd.yml")
        #expect(try discoverProject(root: folder.path).modules.map(\.name) == ["Kitchen"])
    }
}
