import MockModel
import Mocking
import SystemPackage
import Testing

@testable import MockEngine

/// Types that an extension in another file nests in a type: mocks outside of it name both.
@Suite struct NestedByExtensionTests {
    private static let files = [
        "Sources/Ware.swift": "enum Ware { protocol Shelf { func take(_ pan: Pan) } }\n",
        "Sources/Cook.swift": "/// @mockable\nprotocol Cook: Ware.Shelf {}\n",
        "Sources/Other.swift": "struct Other {}\n",
    ]
    private static let mock = "Mocks/Cook.mocks.swift"

    @Test(arguments: [
        ("Ware", "extension Ware { struct Pan {} }"), ("Ware", "extension Kitchen.Ware { struct Pan {} }"),
        ("Ware", "extension Kitchen::Ware { struct Pan {} }"),
        ("`Protocol`", "extension `Protocol` { struct Pan {} }"), ("Ware", "extension /* a */ Ware\n{ enum Pan {} }"),
        ("Ware", "#if GAS\n#else\nextension Ware { struct Pan {} }\n#endif"),
    ])
    func `each way to write the extension counts, and no other file is read for it`(
        _ outer: String, _ text: String
    ) throws {
        var files = [
            "Sources/Ware.swift": "enum \(outer) { protocol Shelf { func take(_ pan: Pan) } }\n",
            "Sources/Cook.swift": "/// @mockable\nprotocol Cook: \(outer).Shelf {}\n", "Sources/Pan.swift": text,
        ]
        // Their names are in other groups than that of the type.
        for name in ["Lid", "Jar", "Box"] {
            files["Sources/\(name).swift"] = "struct \(name) { var \(outer): Int { 1 } }\n"
        }
        let disk = MockFileSystem(forwardingTo: LocalFileSystem())
        let kitchen = try EngineFixture(files, fileSystem: disk)
        _ = kitchen.engine.refresh()
        #expect(kitchen.read(Self.mock)?.contains("func take(_ pan: \(outer).Pan)") == true, "\(text)")
        let reads = calls(disk).file(at: .any, limit: .any).arguments.map { $0.path.lastComponent?.string ?? "" }
        #expect(reads.count { $0 == "Lid.swift" } == 1 && reads.count { $0 == "Jar.swift" } == 1)
        #expect(reads.count { $0 == "Pan.swift" } == 2)
    }

    @Test func `a mock follows the extension that comes, changes and goes`() throws {
        let kitchen = try EngineFixture(Self.files)
        _ = kitchen.engine.refresh()
        #expect(kitchen.read(Self.mock)?.contains("func take(_ pan: Pan)") == true)
        for (text, isNested) in [
            ("extension Ware { struct Pan {} }\n", true), ("extension Ware { struct Pot {} }\n", false),
            ("extension Kitchen.Ware { enum Pan { case big } }\n", true), ("struct Pan {}\n", false),
            ("extension Ware { class Pan {} }\n", true),
        ] {
            _ = try kitchen.edit("Sources/Pan.swift", text)
            #expect(kitchen.read(Self.mock)?.contains("func take(_ pan: Ware.Pan)") == isNested, "\(text)")
            #expect(
                kitchen.outputs() == (try kitchen.freshOutputs()).mapValues { $0.replacing("Fresh", with: "Mocks") })
        }
        let moved = try kitchen.edit("Sources/Other.swift", "extension Ware { struct Pan {} }\n")
        #expect(moved.writes.isEmpty)
        #expect(try kitchen.delete("Sources/Pan.swift").writes.isEmpty)
        _ = try kitchen.delete("Sources/Other.swift")
        #expect(kitchen.read(Self.mock)?.contains("func take(_ pan: Pan)") == true)
    }
}
