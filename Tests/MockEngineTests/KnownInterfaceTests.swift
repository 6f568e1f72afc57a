import Foundation
import MockModel
import SystemPackage
import Testing

@testable import MockEngine
@testable import MockParsing

/// The declarations of Foundation that are known without printing it are those of the compiler that runs the tests.
@Suite struct KnownInterfaceTests {
    /// Foundation's modules, and those that they import.
    private static let modules = [
        "Dispatch", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
        "FoundationXML", "Synchronization",
    ]

    private let toolchain: Toolchain
    private let printed: [String: String]

    init() throws {
        let toolchain = try #require(Toolchain.find(in: ProcessInfo.processInfo.environment["PATH"] ?? ""))
        let printer = InterfacePrinter(toolchain: toolchain, searchPaths: [])
        let texts = WorkerThreads(count: 2).map(Self.modules.count) { printer.text(of: Self.modules[$0]) ?? "" }
        self.toolchain = toolchain
        printed = Dictionary(uniqueKeysWithValues: zip(Self.modules, texts))
    }

    @Test func `each known declaration is the printed one`() throws {
        if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" { return try updateTexts() }
        for module in Self.modules {
            let known = try #require(KnownInterfaces.interface(of: module))
            let interface = ModuleInterface(try #require(printed[module]))
            #expect(known.imports == interface.imports, "\(module)")
            for name in KnownInterfaces.names {
                #expect(
                    known.types(named: name) == interface.types(named: name),
                    "\(module).\(name): run UPDATE_GOLDENS=1 swift test --filter KnownInterfaceTests")
            }
        }
        let found = Self.modules.compactMap(KnownInterfaces.interface).flatMap(\.indicesByName.keys)
        #expect(KnownInterfaces.names.isSubset(of: found))
    }

    @Test func `the modules of the compiler that runs the tests are recognized`() {
        for module in Self.modules {
            let file = toolchain.modules[0].appending("\(module).swiftmodule")
            #expect(
                CompilerTag.isOfAny(KnownInterfaces.compilers, file),
                "add the compiler to KnownInterfaceTests.updateTexts, and update the texts")
            #expect(!CompilerTag.isOfAny(["Swift version 5"], file))
        }
    }

    @Test(arguments: [["Foundation"], ["Foundation", "FoundationNetworking", "FoundationXML"]])
    func `mocks that inherit from known declarations are those that printed modules lead to`(
        imports: [String]
    ) throws {
        let head = imports.map { "import \($0)\n" }.joined()
        let folder = try TemporaryFolder(
            Dictionary(uniqueKeysWithValues: printed.map { ("\($0.key).swiftinterface", $0.value) }))
        let given = Dictionary(uniqueKeysWithValues: printed.keys.map { ($0, folder("\($0).swiftinterface")) })
        func outputs(_ given: [String: FilePath]) throws -> (texts: [String: String], diagnostics: [Diagnostic]) {
            let sources = KnownInterfaces.names.map { name in
                let declaration = "protocol A\(name): \(name) { func cook(_ meal: Int) }"
                return ("Sources/A\(name).swift", "\(head)/// @mockable\n\(declaration)\n")
            }
            let fixture = try EngineFixture(Dictionary(uniqueKeysWithValues: sources))
            fixture.engine = Engine(
                project: fixture.engine.project,
                interfaces: ModuleInterfaces(
                    build: BuildFolder(of: fixture.root), cache: nil,
                    searchPath: ProcessInfo.processInfo.environment["PATH"],
                    given: given))
            let report = fixture.engine.refresh()
            return (fixture.outputs(in: "Mocks"), report.diagnostics)
        }
        let (known, expected) = (try outputs([:]), try outputs(given))
        #expect(known.texts == expected.texts)
        #expect(known.diagnostics == expected.diagnostics)
        #expect(known.texts.count == KnownInterfaces.names.count)
    }

    // MARK: Texts

    private func updateTexts() throws {
        let allUnits = printed.mapValues { InterfaceUnit.units(of: InterfaceUnit.lines(of: $0)) }
        let names = KnownInterfaces.names
        var lines = [
            "// Made by: UPDATE_GOLDENS=1 swift test --filter KnownInterfaceTests", "", "extension KnownInterfaces {",
            "    /// The texts by which compilers name themselves in the modules that they make.",
            #"    package static let compilers = ["Swift version 6.3.1 (swift-6.3.1-RELEASE)"]"#, "",
        ]
        lines.append("    static let texts: [String: [String]] = [")
        for (module, units) in allUnits.sorted(by: { $0.key < $1.key }) {
            let imports = units.filter { $0.keyword == "import" }.flatMap(\.lines)
            let kept = units.compactMap(\.reduced).filter { unit in
                !unit.declaredNames.isDisjoint(with: names) || unit.makesSendable && names.contains(unit.name ?? "")
            }
            let texts = (imports + kept.flatMap(\.lines)).map(literal)
            if texts.count == 1 {
                lines.append("        \(literal(module)): [\(texts[0])],")
            } else {
                lines += ["        \(literal(module)): ["] + texts.map { "            \($0)," } + ["        ],"]
            }
        }
        lines += ["    ]", "}", ""]
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/MockParsing/Interfaces/KnownInterfaces+Texts.swift")
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
    }

    private func literal(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
