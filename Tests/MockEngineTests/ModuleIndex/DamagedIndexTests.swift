import Foundation
import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// A file that is no intact index of the module is one error, and never a crash.
@Suite struct DamagedIndexTests {
    private static let path: FilePath = "/work/Pantry.mockd-index"
    private static let sources = [
        "Pantry/Shelf.swift": """
        import Foundation
        public protocol Shelf<Jar>: Sendable where Jar: Equatable { associatedtype Jar; func put(_ jar: Jar) async throws -> Int }
        #if os(Linux)
        open class Board { public init() {}; open func lay(_ text: String = "a") {} }
        #endif
        public typealias Boards = [Board]
        """,
        "Kitchen/Cook.swift": "import Pantry\n/// @mockable\nprotocol Cook: Shelf { func f(_ b: Boards) }\n",
    ]

    private func bytes() throws -> [UInt8] { try IndexedModules(Self.sources).indexBytes("Pantry") }

    @Test func `an index that is cut off anywhere is refused`() throws {
        let bytes = try bytes()
        #expect(try ModuleIndex(bytes, at: Self.path).module == "Pantry")
        for end in bytes.indices {
            let error = #expect(throws: ModuleIndexError.self) { try ModuleIndex(Array(bytes[..<end]), at: Self.path) }
            #expect(error == .damaged || error == .foreign || error == .otherVersion, "\(end)")
        }
        #expect(throws: ModuleIndexError.damaged) { try ModuleIndex(bytes + [0], at: Self.path) }
    }

    @Test func `an index with any other byte is refused`() throws {
        let bytes = try bytes()
        for index in bytes.indices {
            for flip in [UInt8(1), 0x80, 0xff] {
                var other = bytes
                other[index] ^= flip
                #expect(throws: ModuleIndexError.self, "\(index)") { try ModuleIndex(other, at: Self.path) }
            }
        }
    }

    /// A hash protects against accidents; another program may write anything with the right one.
    @Test func `an index that lies is refused or read, and nothing crashes`() throws {
        let modules = try IndexedModules(Self.sources)
        let bytes = try modules.indexBytes("Pantry")
        // The line, two versions of a byte each, and the hash.
        let start = 19 + 2 + 16
        try modules.writeIndexes()
        var project = try adHocProject(modules.options("FromIndexes", indexed: true))
        var accepted = 0
        for index in start..<bytes.count {
            for flip in [UInt8(1), 2, 0x40, 0x80, 0xff] {
                var body = Array(bytes[start...])
                body[index - start] ^= flip
                var writer = ByteWriter()
                writer.hash(ContentHash(body))
                let whole = bytes[..<(start - 16)] + writer.bytes + body
                guard let found = try? ModuleIndex(Array(whole), at: modules.index(of: "Pantry")) else { continue }
                accepted += 1
                project.modules[1].index = found
                var engine = Engine(project: project, policy: OutputPolicy(writes: false))
                _ = engine.refresh()
            }
        }
        #expect(accepted > 100)
    }

    @Test func `each mistake is one error with the next command`() throws {
        let modules = try IndexedModules(Self.sources)
        let bytes = try modules.indexBytes("Pantry")
        var newer = bytes
        newer[19] = 0x7e
        func problem(_ bytes: [UInt8], as name: String = "Pantry") throws -> String {
            try LocalFileSystem().replace(modules.index(of: "Pantry"), with: bytes)
            var options = modules.options("Mocks", indexed: true)
            options.dependencies = ["\(name)=Indexes/Pantry.mockd-index"]
            return try #require(throws: ConfigurationError.self) { _ = try adHocProject(options) }.description
        }
        let file = "Indexes/Pantry.mockd-index"
        let again = "write it again: mockd index --module Pantry --sources PATH --output \(file)"
        #expect(try problem([]) == "\(file): error: this index is damaged or cut off; \(again) [index-damaged]")
        #expect(
            try problem(Array("public protocol".utf8))
                == "\(file): error: this is no index of a module; \(again) [index-damaged]")
        #expect(
            try problem(newer) == "\(file): error: another version of mockd wrote this index; \(again) [index-version]")
        #expect(
            try problem(bytes, as: "Shop")
                == "\(file): error: this is the index of 'Pantry', not of 'Shop'; name the module as it is called: "
                + "--dependency Pantry=\(file) [index-name]")
        #expect(
            try problem(bytes.dropLast())
                == "\(file): error: this index is damaged or cut off; \(again) [index-damaged]")
    }

    @Test func `an index that cannot be read is an error with the reason`() {
        let problem = ModuleIndexError.unreadable("Permission denied").problem("Pantry.mockd-index", of: "Pantry")
        #expect(
            problem.description
                == "Pantry.mockd-index: error: this index cannot be read: Permission denied; check its permissions, or "
                + "write it again: mockd index --module Pantry --sources PATH --output Pantry.mockd-index "
                + "[index-unreadable]")
    }

    @Test func `a module has one index and no sources beside it`() throws {
        let modules = try IndexedModules(Self.sources)
        try modules.writeIndexes()
        for dependencies in [
            ["Pantry=Indexes/Pantry.mockd-index", "Pantry=Pantry"],
            ["Pantry=Pantry", "Pantry=Indexes/Pantry.mockd-index"],
            ["Pantry=Indexes/Pantry.mockd-index", "Pantry=Indexes/Pantry.mockd-index"],
        ] {
            var options = modules.options("Mocks", indexed: true)
            options.dependencies = dependencies
            let error = try #require(throws: ConfigurationError.self) { _ = try adHocProject(options) }
            #expect(
                error.description
                    == "error: --dependency names 'Pantry' twice, and one of them is an index; pass the index alone, "
                    + "which has all declarations of the module [usage]")
        }
    }

    /// Another coding of declarations needs another `CacheHead.format`, or an older index would be misread.
    @Test func `the format is the one that its version names`() throws {
        let bytes = try bytes()
        #expect(CacheHead.format == 15)
        #expect("\(ContentHash(bytes))" == "7a0004fe8b0f81ee98ff4aa55321f251")
    }
}
