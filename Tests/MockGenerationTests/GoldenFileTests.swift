import Foundation
import MockGeneration
import MockParsing
import Testing

/// The golden files are compiled and run by the target GoldenTests; here they are compared byte for byte.
@Suite struct GoldenFileTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "GoldenTests/Goldens")

    private static func sources() throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") && !$0.hasSuffix(".mocks.swift") }
        return try Dictionary(
            uniqueKeysWithValues: names.map {
                ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
            })
    }

    @Test func `every golden file is generated as it is checked in`() throws {
        let sources = try Self.sources()
        #expect(!sources.isEmpty)
        let fixture = Fixture(sources)
        let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"
        for name in sources.keys.sorted() {
            let generated = fixture.generate(name)
            guard fixture.types.contains(where: { $0.path == name && $0.mockName != nil }) else { continue }
            let golden = Self.folder.appending(path: name.dropLast(".swift".count) + ".mocks.swift")
            if isUpdating {
                try generated.write(to: golden, atomically: true, encoding: .utf8)
            } else {
                let expected = try? String(contentsOf: golden, encoding: .utf8)
                #expect(generated == expected, "\(name): run UPDATE_GOLDENS=1 swift test and read the difference")
            }
        }
    }

    @Test func `golden sources are understood without a complaint`() throws {
        for file in Fixture(try Self.sources()).files {
            #expect(file.parsed.diagnostics == [], "\(file.path)")
        }
    }
}
