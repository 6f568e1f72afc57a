import Foundation
import MockGeneration
import MockModel
import Mocking
import SystemPackage
import Testing

@testable import MockEngine

/// An index takes the place of a module's sources, and the mocks stay the same.
@Suite struct IndexedDependencyTests {
    /// The modules of each text in `Modules.txt`, which other tests compile.
    private static func features() throws -> [(name: String, files: [String: String])] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let file = folder.appending(path: "../../DaemonTests/Features/Modules.txt").standardizedFileURL
        return try String(contentsOf: file, encoding: .utf8).split(separator: "//// ").map { text in
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            var files: [String: String] = [:]
            var path = "Kitchen/Kitchen.swift"
            for line in lines.dropFirst() {
                if line.hasPrefix("--- ") {
                    path = String(line.dropFirst(4))
                } else {
                    files[path, default: ""] += "\(line)\n"
                }
            }
            return (String(lines[0]), files)
        }
    }

    @Test func `all features across modules give the bytes that sources give`() throws {
        let features = try Self.features().filter { $0.files.keys.contains { !$0.hasPrefix("Kitchen/") } }
        #expect(features.count > 10)
        for (name, files) in features {
            let modules = try IndexedModules(files)
            try modules.writeIndexes(includesInternal: files.values.contains { $0.contains("@testable") })
            let (expected, report) = try modules.generate(indexed: false)
            let (mocks, other) = try modules.generate(indexed: true)
            #expect(mocks == expected, "\(name)")
            #expect(report.diagnostics.map(\.message) == other.diagnostics.map(\.message), "\(name)")
        }
    }

    @Test(arguments: [StyleChoice.typed, .spy, .mimus])
    func `random modules give the bytes that sources give`(style: StyleChoice) throws {
        var withParents = 0
        for seed in UInt64(0)..<40 {
            var random = RandomModules(seed: seed)
            var modules = try IndexedModules(random.makeFiles())
            modules.style = style
            modules.defines = seed % 3 == 0 ? ["WIDE"] : []
            try modules.writeIndexes()
            let expected = try modules.generate(indexed: false).mocks
            let mocks = try modules.generate(indexed: true).mocks
            #expect(mocks == expected, "seed \(seed): \(Self.difference(mocks, expected))")
            if expected.values.contains(where: { $0.contains("func deep") }) { withParents += 1 }
        }
        #expect(withParents > 3)
    }

    private static func difference(_ mocks: [String: String], _ expected: [String: String]) -> String {
        let lines = [mocks, expected].map { all in
            all.sorted { $0.key < $1.key }.flatMap { $0.value.split(separator: "\n") }
        }
        return zip(lines[0], lines[1]).filter { $0 != $1 && !$0.contains("hash") }.prefix(4).map { "\($0) | \($1)" }
            .joined(separator: "\n")
    }

    private static let pantry = """
        /// A shelf.
        public protocol Shelf { func put(_ jar: Jar) -> Int }
        public struct Jar { public init() { print(1) } }
        protocol Hidden { func secret() }
        """
    private static let cook = "import Pantry\n/// @mockable\nprotocol Cook: Shelf { func jar() -> Jar }\n"

    private func kitchen(_ files: [String: String] = [:]) throws -> IndexedModules {
        try IndexedModules(["Pantry/Shelf.swift": Self.pantry, "Kitchen/Cook.swift": Self.cook].merging(files) { $1 })
    }

    @Test(arguments: [
        pantry.replacing("A shelf", with: "A board"),
        pantry.replacing("print(1)", with: "print(2); print(3)"),
        "\n\n\n" + pantry,
        pantry.replacing("secret()", with: "other(_ a: Int)"),
        pantry + "\nprivate func help() {}\nstruct Own { var n = 0 }",
    ])
    func `an edit that no other module sees leaves the bytes of the index`(text: String) throws {
        let kitchen = try kitchen()
        let before = try kitchen.indexBytes("Pantry")
        try kitchen.folder.write(text, to: "Pantry/Shelf.swift")
        #expect(try kitchen.indexBytes("Pantry") == before)
        try kitchen.folder.write("func free() {}\n", to: "Pantry/Free.swift")
        #expect(try kitchen.indexBytes("Pantry") == before)
        try kitchen.folder.write(text.replacing("put", with: "lay"), to: "Pantry/Shelf.swift")
        #expect(try kitchen.indexBytes("Pantry") != before)
    }

    @Test func `two folders give the same bytes, whatever the order and the number of threads`() throws {
        let files = Dictionary(
            uniqueKeysWithValues: (0..<30).map { ("Pantry/F\($0).swift", "public protocol P\($0) { func f() }\n") })
        let first = try IndexedModules(files)
        let second = try IndexedModules(files)
        #expect(first.folder.path != second.folder.path)
        let bytes = try first.indexBytes("Pantry")
        #expect(try second.indexBytes("Pantry") == bytes)
        #expect(!String(decoding: bytes, as: UTF8.self).contains(first.folder.path.string))
    }

    @Test func `paths outside of the working folder are not absolute`() throws {
        let folder = try TemporaryFolder(["src/Pantry/Shelf.swift": Self.pantry, "build/": ""])
        var options = AdHocOptions()
        (options.module, options.sources, options.output) = ("Pantry", ["../src/Pantry"], "Pantry.mockd-index")
        options.currentFolder = folder("build")
        func text() throws -> String {
            var engine = Engine(project: try indexedProject(options))
            _ = engine.refresh()
            return String(decoding: engine.index(), as: UTF8.self)
        }
        #expect(try text().contains("../src/Pantry/Shelf.swift"))
        options.pathPrefixes = ["../src=lib"]
        #expect(try text().contains("lib/Pantry/Shelf.swift"))
        #expect(try !text().contains("src/"))
    }

    @Test func `nothing of an indexed module is read`() throws {
        let kitchen = try kitchen()
        try kitchen.writeIndexes()
        let expected = try kitchen.generate(indexed: false).mocks
        TemporaryFolder.remove(kitchen.folder("Pantry"))
        let disk = MockFileSystem(forwardingTo: LocalFileSystem())
        var engine = Engine(project: try adHocProject(kitchen.options("FromIndexes", indexed: true)), fileSystem: disk)
        #expect(engine.refresh().diagnostics == [])
        #expect(kitchen.mocks(in: "FromIndexes") == expected)
        #expect(!calls(disk).file().arguments.isEmpty)
        for call in calls(disk).file().arguments { #expect(!"\(call.path)".contains("Pantry")) }
        verify(disk).entries(of: .where { "\($0)".contains("Pantry") }).wasNeverCalled()
    }

    @Test func `the flags are those that the index was made with`() throws {
        var kitchen = try kitchen([
            "Pantry/Shelf.swift": """
            #if WIDE
            public protocol Shelf { func wide() }
            #else
            public protocol Shelf { func narrow() }
            #endif
            """, "Kitchen/Cook.swift": "import Pantry\n/// @mockable\nprotocol Cook: Shelf {}\n",
        ])
        kitchen.defines = ["WIDE"]
        try kitchen.writeIndexes()
        kitchen.defines = []
        let mock = try #require(try kitchen.generate(indexed: true).mocks["Cook.mocks.swift"])
        #expect(mock.contains("func wide()") && !mock.contains("func narrow()"))
    }

    @Test func `a run with a cache notices another index`() throws {
        let kitchen = try kitchen()
        let cache = kitchen.folder("Cache")
        func run() throws -> EngineReport {
            try kitchen.writeIndexes()
            let project = try adHocProject(kitchen.options("FromIndexes", indexed: true))
            var engine = Engine(project: project, cache: EngineCache(folder: cache, root: kitchen.folder.path))
            return engine.refresh()
        }
        #expect(try run().written.count == 1)
        #expect(try run().work.resolved == 0)
        try kitchen.folder.write(Self.pantry.replacing("put", with: "lay"), to: "Pantry/Shelf.swift")
        #expect(try run().written.count == 1)
        #expect(kitchen.mocks(in: "FromIndexes")["Cook.mocks.swift"]?.contains("func lay(_ jar: Jar)") == true)
        TemporaryFolder.remove(kitchen.folder("Pantry/Shelf.swift"))
        #expect(try run().diagnostics.map(\.code) == ["unknown-parent"])
    }

    @Test func `a seam needs the sources, and says so`() throws {
        let kitchen = try kitchen([
            "Kitchen/Cook.swift": "import Pantry\n/// @mockable(seam: Jars)\nextension Jar {}\n"
        ])
        try kitchen.writeIndexes()
        #expect(
            try kitchen.generate(indexed: true).report.diagnostics.map(\.description) == [
                "Kitchen/Cook.swift:3:11: error: an index of 'Pantry' does not list all members of 'Jar', and its sources were not given: --dependency Pantry=FOLDER, so 'Jars' is not made, and one that was made before stays [seam]"
            ])
    }

    @Test func `a source that cannot be understood is left out, and reported`() throws {
        let kitchen = try kitchen(["Pantry/Broken.swift": "public protocol Broken { func \n"])
        var options = AdHocOptions()
        (options.module, options.sources, options.output) = ("Pantry", ["Pantry"], "Pantry.mockd-index")
        options.currentFolder = kitchen.folder.path
        var engine = Engine(project: try indexedProject(options))
        #expect(engine.refresh().diagnostics.map(\.path) == ["Pantry/Broken.swift"])
        let text = String(decoding: engine.index(), as: UTF8.self)
        #expect(text.contains("Shelf.swift") && !text.contains("Broken"))
    }
}
