import Foundation
import Testing

/// Cuts the power at any moment of a run. The disk then holds what the run synced, and an arbitrary part of the rest;
/// the next run gives the mocks of a run from scratch.
@Suite(.serialized, .enabled(if: Tools.has("strace"), "strace is not installed"))
struct PowerCutTests {
    /// `MOCKD_POWER_CUTS=1000` cuts more often.
    private static let count = ProcessInfo.processInfo.environment["MOCKD_POWER_CUTS"].flatMap { Int($0) } ?? 6

    @Test(arguments: [EditedKitchen.Layout.package, .oneFile, .manyNew])
    func `after a power cut the next run gives the mocks of a run from scratch`(
        _ layout: EditedKitchen.Layout
    ) async throws {
        let kitchen = try await EditedKitchen(layout)
        let base = kitchen.package.base.standardizedFileURL.path()
        let written = try Self.files(below: base, ["Kitchen", "cache"])
        // After a power cut no process has the number in a temporary file's name; in this test one might.
        let trace = try EditedKitchen.text(kitchen.package.base.appending(path: "trace"))
            .replacing(/\.mockd-\d+-/, with: ".mockd-99999999-")
        let writes = RecordedWrites(trace, below: base)
        #expect(writes.count > 4)
        try await kitchen.restore()
        let files = try Self.files(below: base, ["Kitchen", "cache"])
        for seed in 0..<Self.count {
            var random = SeededRandom(seed: UInt64(seed))
            let end = Int.random(in: 0...writes.count, using: &random)
            let left = writes.powerCut(after: end, files: files, written: written, using: &random)
            try await kitchen.restore()
            for path in files.keys where left[path] == nil { try FileManager.default.removeItem(atPath: path) }
            for (path, bytes) in left where files[path] != bytes {
                let url = URL(filePath: path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try bytes.write(to: url)
            }
            let problems = try await kitchen.failedRecovery()
            #expect(problems == [], "\(layout), seed \(seed), after \(end) of \(writes.count) steps")
        }
    }

    private static func files(below base: String, _ folders: [String]) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for folder in folders {
            let all = FileManager.default.enumerator(atPath: "\(base)\(folder)")
            while let path = all?.nextObject() as? String {
                guard all?.fileAttributes?[.type] as? FileAttributeType == .typeRegular else { continue }
                files["\(base)\(folder)/\(path)"] = try Data(contentsOf: URL(filePath: "\(base)\(folder)/\(path)"))
            }
        }
        return files
    }
}
