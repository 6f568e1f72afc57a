import Foundation
@testable import MockParsing
import Testing

/// Generated text. A failing test prints the seed, which reproduces the text.
@Suite struct PlainFuzzTests {
    /// `MOCKD_PLAIN_SEEDS=100000` runs more seeds, `MOCKD_PLAIN_SEEDS=700..<800` a range.
    private static func seeds(_ standard: Int) -> Range<Int> {
        guard let wish = ProcessInfo.processInfo.environment["MOCKD_PLAIN_SEEDS"] else { return 0..<standard }
        let bounds = wish.split(separator: "..<").compactMap { Int($0) }
        return bounds.count == 2 ? bounds[0]..<bounds[1] : 0..<(bounds.first ?? standard)
    }

    @Test func `all plain forms are read as the parser reads them`() throws {
        for seed in Self.seeds(200) {
            var writer = PlainWriter(seed: UInt64(seed))
            let text = writer.file()
            let outcome = try onDeepStack { PlainAgreement(of: text) }
            #expect(outcome == .same, "seed \(seed):\n\(text)")
        }
    }

    @Test func `damaged declarations are read as the parser reads them, or not at all`() throws {
        var read = 0
        let seeds = Self.seeds(1_500)
        for seed in seeds {
            var writer = PlainWriter(seed: UInt64(seed))
            var text = writer.file()
            for _ in 0...Int.random(in: 0...2, using: &writer.random) { text = writer.damage(text) }
            let damaged = text
            let outcome = try onDeepStack { PlainAgreement(of: damaged) }
            if outcome == .same { read += 1 }
            guard case .different(let what) = outcome else { continue }
            Issue.record("seed \(seed): \(what)\n\(text)")
        }
        // Much of the damage leaves valid declarations.
        #expect(read > seeds.count / 20)
    }

    /// Declarations of this package, as reduced by the scanner, a few at a time.
    private static let pieces: [String] = {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources")
        let files =
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path } ?? []
        return files.flatMap { file -> [String] in
            guard let bytes = try? [UInt8](Data(contentsOf: file)) else { return [] }
            return bytes.withUnsafeBufferPointer { buffer in
                guard let reduced = try? DeclarationScanner.reduce(Bytes(buffer: buffer)).reduced else { return [] }
                let text = String(decoding: reduced.bytes, as: UTF8.self)
                return text.split(separator: "\n}\n").map { "\($0)\n}\n" }.filter { $0.utf8.count < 2_000 }
            }
        }
    }()

    @Test func `damaged real declarations are read as the parser reads them, or not at all`() throws {
        try #require(Self.pieces.count > 100)
        for seed in Self.seeds(600) {
            var writer = PlainWriter(seed: UInt64(seed))
            var text = Self.pieces.randomElement(using: &writer.random) ?? ""
            for _ in 0...Int.random(in: 0...1, using: &writer.random) { text = writer.damage(text) }
            let damaged = text
            let outcome = try onDeepStack { PlainAgreement(of: damaged) }
            guard case .different(let what) = outcome else { continue }
            Issue.record("seed \(seed): \(what)\n\(text)")
        }
    }
}
