import Foundation
import MockEngine
import MockModel
import SystemPackage
import Testing

@Suite("A module that the command line describes")
struct AdHocTests {
    private func errors(_ folder: TemporaryFolder, _ change: (inout AdHocOptions) -> Void) -> [String] {
        var options = AdHocOptions()
        options.currentFolder = folder.path
        change(&options)
        do {
            _ = try adHocProject(options)
            return []
        } catch {
            return error.problems.map { $0.description.replacing(folder.path.string, with: "%ROOT%") }
        }
    }

    private func kitchen() throws -> TemporaryFolder {
        try TemporaryFolder(["Sources/Kitchen/Cook.swift": "", "Sources/Pantry/Shelf.swift": ""])
    }

    @Test("needs a name, sources and an output, and reports all that are missing at once")
    func incomplete() throws {
        #expect(
            try errors(kitchen()) { _ in } == [
                "error: --module is missing; add --module with the name that 'import' uses [usage]",
                "error: --sources is missing; add --sources with the folders or files to read [usage]",
                "error: --output is missing; add --output with a folder, or with a file that ends in .swift [usage]",
            ])
    }

    @Test("may be wrong in each of its options")
    func wrong() throws {
        let found = try errors(kitchen()) {
            $0.module = "My-Kitchen"
            $0.sources = ["Sources/Kitchn"]
            $0.output = "Mocks"
            $0.name = "Mock"
            $0.imports = ["UI Kit"]
            $0.defines = ["-DX"]
            $0.dependencies = ["Pantry", "=x", "My-Kitchen=Sources/Kitchen", "Pantry=Sources/Gone/Deep"]
        }
        #expect(found == Self.expected)
    }

    private static let expected = [
        "error: --module: 'My-Kitchen' is no name of a Swift module; did you mean 'My_Kitchen', as 'import' spells it? "
            + "[config-value]",
        "error: --name: the name 'Mock' would be the same for all mocks; write a pattern with '{name}' in it, such as "
            + "'Mock{name}' [config-value]",
        "error: --extra-import: 'UI Kit' is no name of a Swift module; write the name alone, such as 'Foundation' "
            + "[config-value]",
        "error: --define: '-DX' is no compilation condition; write the name alone, as it stands after '#if', such as "
            + "'DEBUG' [config-value]",
        "error: --sources: 'Sources/Kitchn' does not exist; did you mean 'Sources/Kitchen'? [config-missing-path]",
        "error: --dependency 'Pantry' is not of the form NAME=DIR; write the module's name, '=' and the folder of its "
            + "sources, such as Pantry=Sources/Pantry [usage]",
        "error: --dependency '=x' is not of the form NAME=DIR; write the module's name, '=' and the folder of its "
            + "sources, such as Pantry=Sources/Pantry [usage]",
        "error: --dependency: 'My-Kitchen' is no name of a Swift module; did you mean 'My_Kitchen', as 'import' spells "
            + "it? [config-value]",
        "error: --dependency 'My-Kitchen=Sources/Kitchen' names the module itself; pass the folder with --sources "
            + "[usage]",
        "error: --dependency: 'Sources/Gone/Deep' does not exist; create it or correct the path; relative paths start "
            + "at '%ROOT%' [config-missing-path]",
    ]

    @Test(
        "is called as 'import' can call it",
        arguments: ["class", "Self", "import", "_", "Any", "await", "`A`", "1", ""])
    func names(_ name: String) throws {
        let found = try errors(kitchen()) {
            $0.module = name
            $0.sources = ["Sources/Kitchen"]
            $0.output = "Mocks"
        }
        let usable = [
            "1": "did you mean '_1', as 'import' spells it?", "`A`": "did you mean '_A_', as 'import' spells it?",
        ]
        #expect(
            found == [
                "error: --module: '\(name)' is no name of a Swift module; \(usable[name] ?? "use the name that 'import' uses") [config-value]"
            ])
    }

    @Test("is a project whose root is the current folder")
    func complete() throws {
        let folder = try kitchen()
        var options = AdHocOptions()
        options.module = "Kitchen"
        options.sources = ["Sources/Kitchen"]
        options.output = "Mocks.swift"
        options.dependencies = ["Pantry=Sources/Pantry", "Shop=Sources/Pantry/Shelf.swift", "Pantry=Sources/Kitchen"]
        options.currentFolder = folder.path
        let project = try adHocProject(options)
        #expect(project.root == folder.path)
        #expect(project.modules.map(\.name) == ["Kitchen", "Pantry", "Shop"])
        #expect(project.modules[0].output == .file(folder("Mocks.swift")))
        #expect(project.modules[0].dependencies == ["Pantry", "Shop"])
        #expect(project.modules[1].sources == [folder("Sources/Pantry"), folder("Sources/Kitchen")])
        #expect(project.modules[1].output == nil && project.modules[1].dependencies == ["Shop"])
    }

    @Test("leaves the mocks of another one alone")
    func shared() throws {
        let cook = "/// @mockable\nprotocol Cook {}"
        let folder = try TemporaryFolder([
            "Kitchen/Cook.swift": cook, "Kitchen/Baker.swift": cook.replacing("Cook", with: "Baker"),
            "Pantry/Shelf.swift": cook.replacing("Cook", with: "Shelf"),
        ])
        func generate(_ module: String, dependencies: [String] = []) throws -> EngineReport {
            var options = AdHocOptions()
            options.module = module
            options.sources = [module]
            options.output = "Mocks"
            options.dependencies = dependencies
            options.currentFolder = folder.path
            var engine = Engine(project: try adHocProject(options))
            return engine.refresh()
        }
        #expect(try generate("Kitchen").written.count == 2)
        let other = try generate("Pantry", dependencies: ["Kitchen=Kitchen"])
        #expect(other.written == [folder("Mocks/Shelf.mocks.swift")] && other.removed == [])
        try FileManager.default.removeItem(atPath: folder("Kitchen/Cook.swift").string)
        #expect(try generate("Pantry").removed == [])
        #expect(try generate("Kitchen").removed == [folder("Mocks/Cook.mocks.swift")])
        try "protocol Baker {}".write(toFile: folder("Kitchen/Baker.swift").string, atomically: true, encoding: .utf8)
        #expect(try generate("Kitchen").removed == [folder("Mocks/Baker.mocks.swift")])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder("Mocks").string) == ["Shelf.mocks.swift"])
    }

    @Test("has to begin in a folder that is there")
    func noFolder() throws {
        let folder = try kitchen()
        for (path, message) in [
            (folder("Gone"), "there is no such folder"), (folder("Sources/Kitchen/Cook.swift"), "this is not a folder"),
        ] {
            let error = try #require(throws: ConfigurationError.self) { _ = try discoverProject(root: path) }
            #expect(
                error.description
                    == "\(path): error: \(message); pass the folder that holds Package.swift or .mockd.yml [no-root]")
        }
        let error = try #require(throws: ConfigurationError.self) { _ = try discoverProject(root: folder.path) }
        #expect(
            error.description
                == "\(folder.path): error: there is neither a .mockd.yml nor a Package.swift here; run mockd in the "
                + "folder of a Swift package, or run 'mockd init' to write a .mockd.yml and list your modules in it "
                + "[no-project]")
    }
}
