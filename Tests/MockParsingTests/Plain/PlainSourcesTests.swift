import Foundation
import MockModel
import Testing

/// Real code: the sources of this package and of all its dependencies.
@Suite struct PlainSourcesTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../..").standardizedFileURL

    private static func sources(below folder: String) -> [URL] {
        FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path } ?? []
    }

    /// Some hundred sources, evenly distributed; all of them with `MOCKD_ALL_SOURCES=1`.
    private static func sources() -> [URL] {
        let environment = ProcessInfo.processInfo.environment
        let every = ["Sources", "Tests", ".build/checkouts"].flatMap(sources(below:))
        guard environment["MOCKD_ALL_SOURCES"] == nil else { return every }
        return every.indices.filter { $0 % 8 == 0 }.map { every[$0] }
    }

    @Test func `real code is read as the parser reads it, or not at all`() throws {
        var counts: [String: Int] = [:]
        for source in Self.sources() {
            guard let bytes = try? [UInt8](Data(contentsOf: source)) else { continue }
            let outcome = try onDeepStack { PlainAgreement(ofFile: bytes) }
            switch outcome {
            case .different(let what): Issue.record("\(source.path): \(what)")
            case .same: counts["same", default: 0] += 1
            case .notAsked: counts["not asked", default: 0] += 1
            case .handedBack(let reason, let line):
                counts["handed back", default: 0] += 1
                print("handed back: \(reason): \(line)")
            }
        }
        print(counts)
    }
}
