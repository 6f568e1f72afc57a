import Foundation
import MockGeneration
import MockModel
import MockParsing
import Testing

/// Compares the golden files byte for byte; the targets that contain them compile and run them.
@Suite struct GoldenFileTests {
    static let folders = [
        "GoldenTests/Goldens", "MockingTests/Shapes", "Benchmarks/Mocking", "SpyTests/Spy", "SpyTests/Sourcery",
        "SpyTests/Verifying", "MockSixTests", "MimusTests", "MockWrappersTests",
    ].map { path in
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: path)
    }

    /// The style of a folder's mocks.
    private static func style(of folder: URL) -> any MockStyle {
        switch folder.lastPathComponent {
        case "Spy", "Verifying": SpyStyle.spy
        case "Sourcery": SpyStyle.sourcery
        case "MockSixTests": MockSixStyle()
        case "MimusTests": MimusStyle()
        case "MockWrappersTests": WrapperStyle()
        default: TypedStyle()
        }
    }

    private static func sources(in folder: URL) throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") && !$0.hasSuffix(".mocks.swift") && !$0.hasSuffix("Tests.swift") }
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                return (name, text.replacing("\nprotocol Kitchen: ", with: "\n/// @mockable\nprotocol Kitchen: "))
            })
    }

    @Test(arguments: folders)
    func `every golden file is generated as it is checked in`(folder: URL) throws {
        let sources = try Self.sources(in: folder)
        #expect(!sources.isEmpty)
        var fixture = Fixture(sources)
        // The targets use internal imports, and a public mock would need public ones.
        fixture.options.access = .limited(.internal)
        fixture.style = Self.style(of: folder)
        fixture.options.verifying = folder.lastPathComponent == "Verifying" ? .hamcrest : .none
        let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"
        for name in sources.keys.sorted() {
            let generated = fixture.generate(name)
            guard fixture.types.contains(where: { $0.path == name && $0.mockName != nil }) else { continue }
            let golden = folder.appending(path: name.dropLast(".swift".count) + ".mocks.swift")
            if isUpdating {
                try generated.write(to: golden, atomically: true, encoding: .utf8)
            } else {
                let expected = try? String(contentsOf: golden, encoding: .utf8)
                #expect(generated == expected, "\(name): run UPDATE_GOLDENS=1 swift test and read the difference")
            }
        }
    }

    @Test func `matchers of the golden mocks are generated as they are checked in`() throws {
        let folder = Self.folders[1]
        var fixture = Fixture(try Self.sources(in: folder))
        fixture.module = "MockingTests"
        let generated = fixture.generateMatchers(try Self.sources(in: folder))
        let golden = folder.appending(path: "Matcher+MockingTests.mocks.swift")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
            try generated.write(to: golden, atomically: true, encoding: .utf8)
        }
        #expect(try generated == String(contentsOf: golden, encoding: .utf8), "run UPDATE_GOLDENS=1 swift test")
    }

    @Test func `conformances that golden mocks share are generated as they are checked in`() throws {
        let folder = try #require(Self.folders.first { $0.lastPathComponent == "MockSixTests" })
        var fixture = Fixture(try Self.sources(in: folder))
        fixture.module = "MockSixTests"
        fixture.style = Self.style(of: folder)
        let generated = fixture.generateConformances()
        let golden = folder.appending(path: "Matcher+MockSixTests.mocks.swift")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
            try generated.write(to: golden, atomically: true, encoding: .utf8)
        }
        #expect(try generated == String(contentsOf: golden, encoding: .utf8), "run UPDATE_GOLDENS=1 swift test")
    }

    @Test(arguments: folders)
    func `golden sources are parsed without a diagnostic`(folder: URL) throws {
        for file in Fixture(try Self.sources(in: folder)).files {
            #expect(file.parsed.diagnostics == [], "\(file.path)")
        }
    }
}
