import Foundation
import SystemPackage
import Testing

@testable import MockEngine

@Suite struct AtomicReplacementTests {
    /// As of a request that a build system cancels, and of its repetition.
    @Test(arguments: [true, false])
    func `writes of one file at the same time all succeed, and none is torn`(isOnlyWriter: Bool) async throws {
        let folder = try TemporaryFolder([:])
        let fileSystem = LocalFileSystem(isOnlyWriter: isOnlyWriter)
        let path = folder("Cook.mocks.swift")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let text = [UInt8](repeating: UInt8(ascii: "a") + UInt8(writer), count: 1000)
                    for _ in 0..<1000 { _ = try fileSystem.replace(path, with: [text], isDurable: false) }
                }
            }
            group.addTask {
                for _ in 0..<500 {
                    guard let text = try? fileSystem.file(at: path, limit: 2000).bytes else { continue }
                    #expect(text.count == 1000 && Set(text).count == 1)
                }
            }
            try await group.waitForAll()
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path.removingLastComponent().string).count == 1)
    }
}
