import Foundation
import Testing

/// The folder of the mocks is removed while the daemon may not watch it yet.
@Suite(.timeLimit(.minutes(10))) struct RemovedFolderTests {
    @Test func `a folder of mocks that is removed again and again has its mocks after each sync that ends with 0`()
        async throws
    {
        let watched = try await WatchedPackage()
        let folder = watched.package.url(WatchedPackage.mockPath("Cook")).deletingLastPathComponent()
        var written = 0
        for round in 0..<24 {
            try FileManager.default.removeItem(at: folder)
            let answer = try await watched.package.run("mockctl", "sync", "--timeout", "2m")
            #expect((answer.status == 0) == (watched.mock("Cook") != nil), "round \(round): \(answer)")
            guard answer.status != 0 else {
                written += 1
                continue
            }
            // The daemon has stopped writing, because its writes were undone.
            #expect(answer.errors.hasPrefix("\(PackageFixture.mockPath): error: is missing and not written any more"))
            try await watched.package.expectAgreement("round \(round), looping")
            #expect(try await watched.package.run("mockctl", "generate").status == 0)
            #expect(watched.mock("Cook") != nil)
        }
        // The breaker permits five writes, and the request one more.
        #expect(written >= 12, "\(written)")
        try await watched.package.expectAgreement("at the end")
        try await watched.finish()
    }

    @Test func `many mocks whose folder is removed while they are written are all there, or sync says so`()
        async throws
    {
        let package = try PackageFixture.kitchen()
        for number in 0..<300 {
            let name = "P\(number)"
            try package.write("Sources/Kitchen/F\(number % 20)/\(name).swift", WatchedPackage.mocked(name))
        }
        let watched = try await WatchedPackage(package)
        let folder = package.url(WatchedPackage.mockPath("Cook")).deletingLastPathComponent()
        for round in 0..<3 {
            // Files may be added while it is removed; then it stays.
            try? FileManager.default.removeItem(at: folder)
            try await package.expectAgreement("round \(round)")
        }
        try await watched.finish()
    }

    @Test func `a mock that is left alone is written when its source changes`() async throws {
        let watched = try await WatchedPackage()
        let path = watched.package.url(PackageFixture.mockPath)
        for _ in 0..<10 where watched.mock("Cook") != nil {
            try FileManager.default.removeItem(at: path)
            try await watched.sync()
        }
        #expect(watched.mock("Cook") == nil)
        try await watched.package.expectAgreement("looping")
        try watched.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls", with: "cups"))
        try await watched.package.expectAgreement("after the edit")
        #expect(watched.mock("Cook")?.contains("cups") == true)
        try await watched.finish()
    }
}
