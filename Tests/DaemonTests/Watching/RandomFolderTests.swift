import Foundation
import Testing

/// Folders come and go at random under a running daemon: those of mocks, of sources, of projects within the project.
/// After each step `mockctl sync`, `mockctl status` and `mockd generate --check` agree.
@Suite(.timeLimit(.minutes(60))) struct RandomFolderTests {
    private static let steps = 8

    /// `MOCKD_FOLDER_SEQUENCES=500` runs more sequences, `MOCKD_FOLDER_SEQUENCES=70..<72` these two.
    private static var seeds: Range<Int> {
        let wish = ProcessInfo.processInfo.environment["MOCKD_FOLDER_SEQUENCES"] ?? "3"
        let bounds = wish.split(separator: "..<").compactMap { Int($0) }
        return bounds.count == 2 ? bounds[0]..<bounds[1] : 0..<(bounds.first ?? 3)
    }

    @Test func `after each change of folders, sync, status and check agree`() async throws {
        for seed in Self.seeds {
            let package = try PackageFixture.kitchen()
            let mocks = try prepare(package, seed)
            let watched = try await WatchedPackage(package)
            var random = SeededRandom(seed: UInt64(seed))
            var log: [String] = []
            for step in 0..<Self.steps {
                for _ in 0..<random.number(1...3) { try change(package, &random, &log) }
                // The folder of the mocks goes at any moment, also right after it was made.
                if random.chance(50) {
                    log.append("rm -r \(mocks)")
                    try? FileManager.default.removeItem(at: package.url(mocks))
                    if random.chance(50) {
                        _ = try await package.run("mockctl", "sync", "--timeout", "2m")
                        try? FileManager.default.removeItem(at: package.url(mocks))
                    }
                }
                try await package.expectAgreement("seed \(seed), step \(step): \(log.joined(separator: "; "))")
            }
            #expect(await watched.daemon.stop() == 0)
        }
    }

    /// Every other sequence has a configuration that lists a folder of sources: projects below it are left out. In the
    /// others SwiftPM compiles them.
    ///
    /// - Returns: The folder of the mocks.
    private func prepare(_ package: PackageFixture, _ seed: Int) throws -> String {
        guard seed.isMultiple(of: 2) else { return "Tests/KitchenTests/Mocks" }
        let sources = seed.isMultiple(of: 4) ? "Sources" : "."
        try package.write(".mockd.yml", "modules:\n  - {name: Kitchen, sources: [\(sources)], output: Tests/Doubles}\n")
        return "Tests/Doubles"
    }

    private static let folders = ["Hot", "Cold", "Cold/Ice", "Inner"]

    private func change(_ package: PackageFixture, _ random: inout SeededRandom, _ log: inout [String]) throws {
        let folder = "Sources/Kitchen/\(random.pick(Self.folders))"
        let name = "P\(random.number(0...4))"
        switch random.number(0...6) {
        case 0...2:
            log.append("write \(folder)/\(name).swift")
            try package.write("\(folder)/\(name).swift", WatchedPackage.mocked(name + folder.suffix(3), member: name))
        case 3:
            log.append("rm -r \(folder)")
            try? FileManager.default.removeItem(at: package.url(folder))
        case 4:
            let file = random.pick(["Package.swift", ".mockd.yml"])
            log.append("write \(folder)/\(file)")
            try package.write("\(folder)/\(file)", "")
        case 5:
            for file in ["Package.swift", ".mockd.yml"] {
                try? FileManager.default.removeItem(at: package.url("\(folder)/\(file)"))
            }
            log.append("no project in \(folder)")
        default:
            let other = "Sources/Kitchen/\(random.pick(Self.folders))"
            guard other != folder, !other.hasPrefix(folder + "/"), !folder.hasPrefix(other + "/") else { return }
            log.append("mv \(folder) \(other)")
            try? FileManager.default.removeItem(at: package.url(other))
            try? FileManager.default.moveItem(at: package.url(folder), to: package.url(other))
        }
    }
}
