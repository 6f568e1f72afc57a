import Foundation
import Glibc
import LinuxSystem
import MockModel
import Synchronization
import SystemPackage
import Testing

@testable import MockEngine
@testable import MockGeneration
@testable import MockParsing

/// Compiled modules are searched for a name before they are printed.
@Suite struct CompiledModuleTests {
    // MARK: Bytes

    @Test func `a filter excludes no part of its text, and nearly all other words`() {
        var random = SystemRandomNumberGenerator()
        func word() -> [UInt8] { (0..<Int.random(in: 6...20)).map { _ in UInt8.random(in: 97...122, using: &random) } }
        let words = (0..<2_000).map { _ in word() }
        var filter = SubstringFilter(forTextOf: 100_000)
        let text = Array(words.joined(separator: [0]))
        for start in stride(from: 0, to: text.count, by: 1_000) {
            text[max(0, start - 5)..<min(start + 1_000, text.count)].withUnsafeBytes { filter.add($0) }
        }
        for word in words { #expect(filter.mayContain(word) && filter.mayContain(Array(word.dropFirst(3)))) }
        #expect((0..<1_000).count { _ in filter.mayContain(word() + word()) } < 100)
        #expect(filter.mayContain(Array("ab".utf8)) && filter.mayContain(Array("a name".utf8)))
    }

    @Test(arguments: [
        ("Cook", true), ("`Cook`", true), ("Waiter", true), ("Größe", true), ("a raw name", true), ("Last", true),
        ("ook", false), ("Coo", false), ("Chef", false), ("Restaurant", false), ("Wait", false), ("iter", false),
    ])
    func `a name is found only as a whole word`(name: String, isFound: Bool) throws {
        let folder = try TemporaryFolder([
            "A.swiftmodule": "\u{1}\u{2}Cook\0Waiter\0Größe\0a raw name\0Restaurants\0Last"
        ])
        let names = try #require(CompiledModuleNames(of: folder("A.swiftmodule"), importable: []))
        #expect(names.mayDeclare(name) == isFound)
    }

    @Test func `the first identifier of a blob is found behind a length that looks like a letter`() throws {
        let folder = try TemporaryFolder(["A.swiftmodule": "\0\u{1}xyCook\0"])
        #expect(try #require(CompiledModuleNames(of: folder("A.swiftmodule"), importable: [])).mayDeclare("Cook"))
    }

    @Test func `names are found at the borders of the pieces that a file is read in`() throws {
        for shift in -9...9 {
            let filling = String(repeating: "\u{1}", count: (1 << 18) + shift)
            let folder = try TemporaryFolder(["A.swiftmodule": "\(filling)\0Restaurant\0\(filling)"])
            let names = try #require(CompiledModuleNames(of: folder("A.swiftmodule"), importable: []))
            #expect(names.mayDeclare("Restaurant"), "\(shift)")
            #expect(!names.mayDeclare("Restauran"), "\(shift)")
        }
    }

    @Test func `an unreadable module is no evidence`() throws {
        let folder = try TemporaryFolder(["B.swiftmodule/": "", "B.swiftmodule/x.swiftdoc": "Cook"])
        #expect(CompiledModuleNames(of: folder("A.swiftmodule"), importable: []) == nil)
        #expect(CompiledModuleNames(of: folder("B.swiftmodule"), importable: []) == nil)
    }

    @Test(arguments: [
        ("Jar\0", ["Jar"]), ("Jar", ["Jar"]), ("Jar1", []), ("\0Jar", []), ("1234Spoon\0\0\0", ["Spoon"]),
        ("1234Spoon", ["Spoon"]), ("1234Spoo", []), ("Spoons\0\0", []), ("Fork", ["Fork"]), ("Forks\0\0\0", ["Fork"]),
        ("", []),
    ])
    func `words are found at multiples of four only, and up to their zeros`(_ text: String, expected: [String]) {
        let words = AlignedWords(["Jar", "Spoon", "Fork"])
        var found: [String] = []
        Array(text.utf8).withUnsafeBytes { bytes in
            words.forEach(in: bytes) { word, offset in
                #expect(offset % 4 == 0)
                found.append(word)
            }
        }
        #expect(found == expected)
        #expect(words.longest == 5)
    }

    /// Holds what the search, and the tables of names, rely on for the compiler that runs the tests.
    @Test func `names and imports of the toolchain's modules are among their bytes, and the tables' names among these`()
        throws
    {
        let toolchain = try #require(Toolchain.find(in: ProcessInfo.processInfo.environment["PATH"] ?? ""))
        let folder = toolchain.modules[0]
        let modules = Set(
            try Folder.names(in: folder).filter { $0.hasSuffix(".swiftmodule") }.map { String($0.dropLast(12)) }
        ).filter { !ModuleInterfaces.isOfC($0) && $0 != ModuleInterfaces.standardLibrary }
        #expect(modules.isSuperset(of: ["Foundation", "FoundationEssentials", "FoundationNetworking"]))
        let printer = InterfacePrinter(toolchain: toolchain, searchPaths: [])
        let sorted = modules.sorted()
        let declared = Mutex<[String: Set<String>]>([:])
        let missing = WorkerThreads(count: 2).map(sorted.count) { number -> [String] in
            let file = folder.appending("\(sorted[number]).swiftmodule")
            guard let names = CompiledModuleNames(of: file, importable: modules) else { return [] }
            // Only small modules are read as a whole.
            for file in CompiledModuleNames.files(of: file) {
                guard let file = try? RegularFile(file), let text = try? CompiledModuleText(of: file) else { continue }
                let count = text.ranges.reduce(0) { $0 + $1.count }
                if file.status.st_size > 1 << 20 { #expect(count < file.status.st_size / 2, "\(sorted[number])") }
            }
            let interface = ModuleInterface(printer.text(of: sorted[number]) ?? "")
            declared.withLock { $0[sorted[number]] = Set(interface.indicesByName.keys) }
            return interface.indicesByName.keys.filter { !names.mayDeclare($0) }
                + interface.imports.filter {
                    $0 == ModuleInterfaces.standardLibrary
                        || modules.contains($0) && !names.possibleImports.contains($0)
                }
        }
        for (module, names) in zip(sorted, missing) { #expect(names == [], "\(module)") }
        let names = declared.withLock { $0 }
        let unknown = FoundationNames.all.filter { name in
            !FoundationNames.modules(of: name).contains { names[$0]?.contains(name) ?? false }
        }
        #expect(unknown == [])
        let standard = ["Swift", "_Concurrency", "_StringProcessing"].compactMap(printer.text)
            .reduce(into: Set<String>()) { $0.formUnion(ModuleInterface($1).indicesByName.keys) }
        #expect(standard.count > 300)
        #expect(StandardLibraryNames.all.subtracting(standard) == ["Any", "Self", "Swift", "Type"])
    }

    /// A file with blocks in a block, as of a compiled module.
    private func bitstream(_ blocks: [[UInt8]]) -> [UInt8] {
        let inner = blocks.flatMap { block(11, width: 3, $0) }
        return [0xE2, 0x9C, 0xA8, 0x0E] + block(0, width: 2, [1, 2, 3, 4]) + block(8, width: 2, inner)
    }

    /// - Parameter content: a multiple of four bytes.
    private func block(_ number: UInt32, width: UInt32, _ content: [UInt8]) -> [UInt8] {
        let head = 1 | number << 2 | width << 10
        return [head, UInt32(content.count / 4)].flatMap { word in
            (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        } + content
    }

    private static let text = Array(String(repeating: "Cook\0Waiter\0Restaurant\0", count: 4096).utf8)
    private static let numbers = (0..<(1 << 17)).map { UInt8(truncatingIfNeeded: $0 &* 37) }

    /// - Parameter kinds: a letter for each block: T for text, N for numbers, n for few numbers.
    @Test(arguments: [
        ("NTN", [0, 2]), ("TN", [1]), ("nNT", [1]), ("NN", []), ("TT", []), ("T", []), ("n", []), ("", []),
    ])
    func `large blocks without text are left out if another one is text`(_ kinds: String, _ leftOut: [Int]) throws {
        let folder = try TemporaryFolder(["A.swiftmodule": ""])
        let blocks = kinds.map { $0 == "T" ? Self.text : $0 == "N" ? Self.numbers : [1, 2, 3, 4] }
        let bytes = bitstream(blocks)
        try Data(bytes).write(to: URL(filePath: folder("A.swiftmodule").string))
        var (offset, start, expected) = (24, 0, [Range<Int>]())
        for (number, block) in blocks.enumerated() {
            offset += 8
            if leftOut.contains(number) {
                expected.append(start..<offset)
                start = offset + block.count
            }
            offset += block.count
        }
        #expect(offset == bytes.count)
        if start < bytes.count { expected.append(start..<bytes.count) }
        #expect(try CompiledModuleText(of: RegularFile(folder("A.swiftmodule"))).ranges == expected)
    }

    @Test func `a file that is no bitstream, or is cut off, is read as a whole`() throws {
        let folder = try TemporaryFolder(["A.swiftmodule": ""])
        let whole = bitstream([Self.numbers, Self.text])
        for bytes in [
            [], Array(whole.prefix(7)), Array(whole.prefix(whole.count / 2)), Array(whole.dropFirst()), [0xE2] + whole,
        ] {
            try Data(bytes).write(to: URL(filePath: folder("A.swiftmodule").string))
            #expect(
                try CompiledModuleText(of: RegularFile(folder("A.swiftmodule"))).ranges
                    == (bytes.isEmpty ? [] : [0..<bytes.count]))
        }
    }

    // MARK: Lookups

    /// A toolchain whose printer is a script that notes what it prints, and whose modules are texts.
    private func kitchen(_ parent: String, _ imports: String = "Tools") throws -> (EngineFixture, TemporaryFolder) {
        let folder = try TemporaryFolder.toolchain(
            [
                "Tools": (
                    "Metal\0\0\0Sharp", "import Metal\npublic protocol Sharp {\n    var edge: Int { get }\n}\n"
                ),
                "Metal": ("\0Heavy", "public protocol Heavy {\n    var grams: Int { get }\n}\n"),
            ],
            printer: """
                #!/bin/sh
                echo "$2" >> "${0%/*}/../log"
                cat "${0%/*}/../lib/swift/linux/$2.text"
                """)
        let fixture = try EngineFixture(["Sources/Knife.swift": Self.knife(parent, imports)])
        fixture.use(folder)
        return (fixture, folder)
    }

    private static func knife(_ parent: String, _ imports: String = "Tools") -> String {
        "import \(imports)\n/// @mockable\nprotocol Knife: \(parent) { func cut() }\n"
    }

    private func printed(_ folder: TemporaryFolder) -> Set<String> {
        let log = (try? String(contentsOfFile: folder("log").string, encoding: .utf8)) ?? ""
        return Set(log.split(separator: "\n").map(String.init))
    }

    @Test(arguments: [
        ("Unknown", "Tools", [], nil), ("Sharp", "Tools", ["Tools"], "edge"),
        // `Tools` is printed for its imports.
        ("Heavy", "Tools", ["Tools", "Metal"], "grams"), ("Heavy", "Metal", ["Metal"], "grams"),
        ("Sharp", "Metal", [], nil), ("Tools.Sharp", "Tools", ["Tools"], "edge"), ("Sharp", "Elsewhere", [], nil),
    ])
    func `only modules that may have a name are printed`(
        parent: String, imports: String, modules: [String], requirement: String?
    ) throws {
        let (kitchen, toolchain) = try kitchen(parent, imports)
        let report = kitchen.engine.refresh()
        #expect(printed(toolchain) == Set(modules))
        #expect(
            report.diagnostics.map(\.code)
                == (requirement != nil ? [] : [imports == "Elsewhere" ? "missing-module" : "unknown-parent"]))
        let text = try #require(kitchen.read("Mocks/Knife.mocks.swift"))
        if let requirement { #expect(text.contains("var \(requirement): Int")) }
    }

    @Test func `a mock is made again when a module that lacked its parent is replaced`() throws {
        let (kitchen, toolchain) = try kitchen("Heavier")
        #expect(kitchen.engine.refresh().diagnostics.map(\.code) == ["unknown-parent"])
        #expect(printed(toolchain) == [])
        try toolchain.writeModule(
            "Metal", "\0Heavier", text: "public protocol Heavier {\n    var tons: Int { get }\n}\n")
        #expect(kitchen.engine.scanUnwatched().diagnostics == [])
        #expect(printed(toolchain) == ["Tools", "Metal"])
        #expect(try #require(kitchen.read("Mocks/Knife.mocks.swift")).contains("var tons: Int"))
    }

    // MARK: Modules that cannot be printed

    private static let fragileIdentifiers = "Metal\0\0\0Blade\0Sharper"

    /// A toolchain whose printer fails for a module while there is a file with its name.
    private func fragileKitchen(
        _ source: String, failing module: String
    ) throws -> (EngineFixture, TemporaryFolder) {
        let folder = try TemporaryFolder.toolchain(
            [
                "Tools": (
                    Self.fragileIdentifiers,
                    "import Metal\nopen class Blade: Heavy {\n    public init()\n    open func sharpen()\n}\n"
                ),
                "Metal": ("\0Heavy", "open class Heavy {\n    public init()\n    open func lift()\n}\n"),
            ],
            printer: """
                #!/bin/sh
                test -e "${0%/*}/../$2" && exit 1
                cat "${0%/*}/../lib/swift/linux/$2.text"
                """)
        try folder.write("", to: module)
        let fixture = try EngineFixture(["Sources/Knife.swift": source])
        fixture.use(folder)
        return (fixture, folder)
    }

    @Test(arguments: [
        ("protocol Knife: Sharper {}", "Tools", "Sharper"), ("class Knife: Blade {}", "Tools", "Blade"),
        // The superclass of the parent.
        ("class Knife: Blade {}", "Metal", "Heavy"),
    ])
    func `a mock stays while a module that it needs cannot be printed`(
        source: String, module: String, parent: String
    ) throws {
        let (kitchen, toolchain) = try fragileKitchen("import Tools\n/// @mockable\n\(source)\n", failing: module)
        let diagnostics = kitchen.engine.refresh().diagnostics
        #expect(
            diagnostics.map(\.message) == [
                "requirements of '\(parent)' are not known, so the mock of 'Knife' is not made, and one that was made before stays; swift-synthesize-interface failed to print '\(module)', or took too long: build the module again if another compiler made it, or try again when the machine is less busy"
            ])
        #expect(diagnostics.map(\.code) == ["unprinted-module"])
        #expect(diagnostics.map(\.severity) == [.error])
        #expect(kitchen.read("Mocks/Knife.mocks.swift") == nil)
        // The module is as it was, and yet it is tried again.
        TemporaryFolder.remove(toolchain(module))
        while kitchen.engine.scanUnwatched().diagnostics.contains(where: { $0.code == "unprinted-module" }) {}
        let text = try #require(kitchen.read("Mocks/Knife.mocks.swift"))
        if source.hasPrefix("class") {
            #expect(text.contains("override func sharpen()") && text.contains("override func lift()"))
        }
        // A failure that comes later leaves the mock as it is.
        try toolchain.write("", to: module)
        try toolchain.writeModule(module, "\(Self.fragileIdentifiers)\0Heavy")
        #expect(kitchen.engine.scanUnwatched().diagnostics.map(\.code) == ["unprinted-module"])
        #expect(kitchen.read("Mocks/Knife.mocks.swift") == text)
    }
}
