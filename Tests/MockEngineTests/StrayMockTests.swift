import Foundation
import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// Mocks left by an earlier description of the project, which no cache lists, are reported and never removed.
@Suite struct StrayMockTests {
    private let folder: TemporaryFolder
    private let mock: String

    private static func manifest(_ tests: String, path: String = "") -> String {
        """
        // swift-tools-version: 6.3
        import PackageDescription
        let package = Package(name: "Kitchen", targets: [
            .target(name: "Kitchen"), .target(name: "Bar"),
            .testTarget(name: "AllTests", dependencies: ["Kitchen"]),
            .testTarget(name: "\(tests)", dependencies: ["Kitchen"], path: "Tests/KitchenTests", exclude: ["Texts"]),
        ])
        """
    }

    init() throws {
        folder = try TemporaryFolder([
            "Package.swift": Self.manifest("KitchenTests"),
            "Sources/Kitchen/Cook.swift": "/// @mockable\nprotocol Cook {}\n",
            "Sources/Bar/Bar.swift": "/// @mockable\nprotocol Bar {}\n",
            "Tests/AllTests/All.swift": "", "Tests/KitchenTests/KitchenTests.swift": "",
        ])
        var engine = Engine(project: try discoverProject(root: folder.path))
        _ = engine.refresh()
        mock = try String(contentsOfFile: folder("Tests/KitchenTests/Mocks/Cook.mocks.swift").string, encoding: .utf8)
        try folder.write(Self.manifest("UnitTests"), to: "Package.swift")
    }

    private func newEngine(writes: Bool = true) throws -> Engine {
        Engine(project: try discoverProject(root: folder.path), policy: OutputPolicy(writes: writes))
    }

    private func strays(_ report: EngineReport) -> [String] {
        report.diagnostics.filter { $0.code == "stray-mock" }.map(\.description)
    }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder(path).string) }

    private static let one =
        "Tests/KitchenTests/Mocks/Cook.mocks.swift: warning: mockd made this file earlier, and no mock belongs here any more; delete it, because nothing keeps it up to date [stray-mock]"

    @Test(arguments: [true, false])
    func `a mock in a test target that gets none any more is reported and stays`(writes: Bool) throws {
        var engine = try newEngine(writes: writes)
        let report = engine.refresh()
        #expect(strays(report) == [Self.one])
        #expect(!report.hasErrors && report.removed.isEmpty)
        #expect(exists("Tests/KitchenTests/Mocks/Cook.mocks.swift"))
        #expect(report.drifted.map(\.path) == (writes ? [] : [folder("Tests/AllTests/Mocks/Cook.mocks.swift")]))
        #expect(exists("Tests/AllTests/Mocks/Cook.mocks.swift") == writes)
    }

    @Test func `several strays in a folder are counted`() throws {
        try folder.write(mock, to: "Tests/KitchenTests/Mocks/Boss.mocks.swift")
        var engine = try newEngine()
        #expect(
            strays(engine.refresh()) == [
                "Tests/KitchenTests/Mocks: warning: mockd made 2 files here earlier, such as 'Boss.mocks.swift', and no mock belongs here any more; delete them, because nothing keeps them up to date [stray-mock]"
            ])
    }

    @Test func `a running engine notices when such a file is added, changed or removed`() throws {
        try FileManager.default.removeItem(atPath: folder("Tests/KitchenTests/Mocks").string)
        var engine = try newEngine()
        #expect(strays(engine.refresh()) == [])
        let path = "Tests/KitchenTests/Deep/Mocks/Cook.mocks.swift"
        try folder.write(mock, to: path)
        let shown = Self.one.replacing("Tests/KitchenTests/", with: "Tests/KitchenTests/Deep/")
        #expect(strays(engine.apply([FileChange(path: folder(path), kind: .changed)])) == [shown])
        #expect(strays(engine.apply([])) == [shown])
        #expect(
            engine.explain(path)?.summary
                == "not read: mockd made it earlier, and no mock belongs here any more; delete it")
        try folder.write("struct Cook {}\n", to: path)
        #expect(strays(engine.apply([FileChange(path: folder(path), kind: .changed)])) == [])
        try folder.write(mock, to: path)
        #expect(strays(engine.refresh()) == [shown])
        try FileManager.default.removeItem(atPath: folder(path).string)
        #expect(strays(engine.apply([FileChange(path: folder(path), kind: .removed)])) == [])
    }

    @Test func `files of other projects, of other sources, or not made by mockd are not reported`() throws {
        try FileManager.default.removeItem(atPath: folder("Tests/KitchenTests/Mocks").string)
        let places = [
            // Another project, such as the fixture of a test.
            "Tests/KitchenTests/Fixture/Tests/FixtureTests/Mocks/Cook.mocks.swift",
            // These files are not compiled, so they do no harm.
            "Tests/KitchenTests/Texts/Cook.mocks.swift",
            "Tests/KitchenTests/.hidden/Cook.mocks.swift",
            "Elsewhere/Cook.mocks.swift",
        ]
        for place in places { try folder.write(mock, to: place) }
        try folder.write("", to: "Tests/KitchenTests/Fixture/Package.swift")
        // Their sources are not sources of a module here: a golden, or a mock for another build system.
        try folder.write(
            mock.replacing("Sources/Kitchen/Cook.swift", with: "Cook.swift"),
            to: "Tests/KitchenTests/Golden.mocks.swift")
        try folder.write(
            mock.replacing("Sources/Kitchen/Cook.swift", with: "Tests/AllTests/All.swift"),
            to: "Tests/KitchenTests/Other.mocks.swift")
        try folder.write("struct Mine {}\n", to: "Tests/KitchenTests/Mine.mocks.swift")
        var engine = try newEngine()
        #expect(strays(engine.refresh(try listing())) == [])
        #expect(strays(engine.refresh()) == [])
    }

    @Test func `a mock of a removed module, or of one that is no longer tested, is reported`() throws {
        for name in ["Bar/Bar", "Old/Old"] {
            try folder.write(
                mock.replacing("Kitchen/Cook", with: name), to: "Tests/KitchenTests/Mocks/\(name.prefix(3)).mocks.swift"
            )
        }
        var engine = try newEngine()
        #expect(strays(engine.refresh(try listing())).map { $0.contains("mockd made 3 files here") } == [true])
    }

    @Test func `a mock of a module that the configuration no longer lists is reported, if no cache lists it`() throws {
        let configuration = """
            modules:
              - {name: Kitchen, sources: [Sources/Kitchen], output: Tests/AllTests/Mocks}
            """
        try folder.write(
            mock.replacing("Kitchen/Cook", with: "Bar/Bar"), to: "Tests/KitchenTests/Mocks/Bar.mocks.swift")
        try FileManager.default.removeItem(atPath: folder("Tests/KitchenTests/Mocks/Cook.mocks.swift").string)
        // Another file may describe a part of the project.
        try folder.write(configuration, to: "other.yml")
        var engine = Engine(project: try discoverProject(root: folder.path, configuration: folder("other.yml")))
        #expect(strays(engine.refresh()) == [])
        try folder.write(configuration, to: ".mockd.yml")
        engine = try newEngine()
        #expect(strays(engine.refresh(try listing())) == [Self.one.replacing("Cook", with: "Bar")])
        #expect(exists("Tests/KitchenTests/Mocks/Bar.mocks.swift"))
    }

    @Test func `the single file of a module without mocks is removed, although no cache lists it`() throws {
        let kitchen = try EngineFixture(["Sources/Cook.swift": "/// @mockable\nprotocol Cook {}\n"])
        let file = kitchen.root.appending("All.swift")
        func engine(_ policy: OutputPolicy = OutputPolicy()) -> Engine {
            Engine(
                project: EngineFixture.project(kitchen.root, output: .file(file), settings: MockSettings()),
                policy: policy)
        }
        var first = engine()
        #expect(first.refresh().written == [file])
        try kitchen.write("Sources/Cook.swift", "protocol Cook {}\n")
        var check = engine(OutputPolicy(writes: false))
        #expect(check.refresh().drifted.map(\.path) == [file])
        var second = engine()
        #expect(second.refresh().removed == [file])
        try kitchen.write("All.swift", "struct Own {}\n")
        var third = engine()
        #expect(third.refresh().removed == [])
        #expect(kitchen.read("All.swift") == "struct Own {}\n")
    }

    /// Lists the folder as a watcher does.
    private func listing() throws -> TreeListing {
        var tree = TreeListing()
        var open = [folder.path]
        while let next = open.popLast() {
            let entries = try LocalFileSystem().entries(of: next, withStates: true)
            tree[next.string] = entries
            open += entries.filter { $0.kind == .directory }.map { next.appending($0.name) }
        }
        return tree
    }
}
