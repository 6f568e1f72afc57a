import Foundation
import MockModel
import MockParsing
import Testing

/// Real code: the sources of all dependencies of this package.
@Suite struct CheckoutAgreementTests {
    private static let checkouts = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../.build/checkouts").standardizedFileURL

    /// About six seconds of sources, evenly distributed; all of them with `MOCKD_ALL_SOURCES=1`, which takes some
    /// minutes.
    private static func sources() -> [URL] {
        let every =
            FileManager.default.enumerator(at: checkouts, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path } ?? []
        guard ProcessInfo.processInfo.environment["MOCKD_ALL_SOURCES"] == nil else { return every }
        return every.indices.filter { $0 % 40 == 0 }.map { every[$0] }
    }

    @Test func `the scanner and the parser agree on real code`() throws {
        let sources = Self.sources()
        try #require(sources.count > 40, "the checkouts of the dependencies are not there")
        for source in sources {
            guard let bytes = try? [UInt8](Data(contentsOf: source)) else { continue }
            let difference = try onDeepStack { Agreement(bytes).difference }
            #expect(difference == nil, "\(source.path)")
        }
    }

    @Test func `the names of values are read as from the whole text`() throws {
        let files = Self.sources().compactMap { source in
            (try? [UInt8](Data(contentsOf: source))).map { (path: source.path, bytes: $0) }
        }
        for file in files {
            let difference = try onDeepStack { ValueAgreement(file.bytes).difference }
            #expect(difference == nil, "\(file.path)")
        }
        #expect(files.count { ValueAgreement.isReduced($0.bytes) } > files.count * 9 / 10)
    }
}
