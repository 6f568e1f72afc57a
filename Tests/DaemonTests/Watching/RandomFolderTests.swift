import Foundation
import Testing

/// Folders come and go at random under a running daemon: those of mocks, of sources, of other tools, of projects within
/// the project, and links to folders. After each step `mockctl sync`, `mockctl status` and `mockd generate --check` agree,
/// and the mocks are those of the sources that a walk through the folders finds. At the end they compile.
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
            var sequence = try FolderSequence(seed)
            let package = sequence.package
            let watched = try await WatchedPackage(package)
            for step in 0..<Self.steps {
                try sequence.change()
                if sequence.random.chance(50) { try await sequence.removeMocks() }
                let what = "seed \(seed), step \(step): \(sequence.log.joined(separator: "; "))"
                let status = try await package.expectAgreement(what)
                // The loop breaker may have stopped the generation: mocks were removed often.
                if status == 0 { #expect(sequence.mocks == sequence.expectedMocks, "\(what)") }
            }
            #expect(await watched.daemon.stop() == 0)
            #expect(try await package.run("mockd", "generate").status == 0)
            #expect(sequence.mocks == sequence.expectedMocks, "seed \(seed): \(sequence.log.joined(separator: "; "))")
            let errors = try await sequence.errorsOfCompiling()
            #expect(errors == "", "seed \(seed): \(sequence.log.joined(separator: "; "))")
        }
    }
}

/// A package whose folders change, and what is known about it without mockd.
private struct FolderSequence {
    /// The sources that the project is described with.
    enum Sources: CaseIterable {
        /// A list in a configuration: projects below it are left out.
        case folder, everything
        /// Those of Package.swift: SwiftPM compiles projects below them.
        case ofTarget
    }

    let package: PackageFixture
    private let sources: Sources
    var random: SeededRandom
    private(set) var log: [String] = []

    init(_ seed: Int) throws {
        package = try .kitchen()
        random = SeededRandom(seed: UInt64(seed))
        sources = Sources.allCases[seed % Sources.allCases.count]
        guard sources != .ofTarget else { return }
        let list = sources == .everything ? "." : "Sources"
        try package.write(".mockd.yml", "modules:\n  - {name: Kitchen, sources: [\(list)], output: Tests/Doubles}\n")
    }

    // MARK: Changes

    private static let folders =
        ["Hot", "Cold", "Cold/Ice", "Inner", "Pods", "node_modules/Cold", "DerivedData"].map { "Sources/Kitchen/\($0)" }
        + ["worktrees/task", "worktrees/task/Sources"]
    /// Folders that no module has as its own, so that no source is found twice.
    private static let elsewhere = [".elsewhere/One", ".elsewhere/Two"]
    private static let link = "Sources/Kitchen/Linked"
    private static let projectFiles = ["Package.swift", ".mockd.yml"]

    /// One to three changes.
    mutating func change() throws {
        for _ in 0..<random.number(1...3) {
            let folder = random.pick(Self.folders + Self.elsewhere)
            switch random.number(0...7) {
            case 0...2: try write("\(folder)/P\(random.number(0...4)).swift")
            case 3: remove(folder)
            case 4: try write("\(folder)/\(random.pick(Self.projectFiles))")
            case 5: Self.projectFiles.forEach { remove("\(folder)/\($0)") }
            case 6: try move(folder, to: random.pick(Self.folders))
            default: try relink()
            }
        }
    }

    /// Each source has a protocol of a new name, so that none is declared twice.
    private mutating func write(_ file: String) throws {
        let isSource = file.hasSuffix(".swift") && !file.hasSuffix("/Package.swift")
        try package.write(file, isSource ? WatchedPackage.mocked("Step\(log.count)") : "")
        log.append("write \(file)")
    }

    private mutating func remove(_ path: String) {
        log.append("rm -rf \(path)")
        try? FileManager.default.removeItem(at: package.url(path))
    }

    private mutating func move(_ folder: String, to other: String) throws {
        guard folder != other, !other.hasPrefix(folder + "/"), !folder.hasPrefix(other + "/"), isThere(folder)
        else { return }
        remove(other)
        log.append("mv \(folder) \(other)")
        try package.write("\(other)/A", "")
        try FileManager.default.removeItem(at: package.url(other))
        try FileManager.default.moveItem(at: package.url(folder), to: package.url(other))
    }

    private mutating func relink() throws {
        remove(Self.link)
        if random.chance(30) { return }
        let target = random.pick(Self.elsewhere)
        log.append("ln -s \(target) \(Self.link)")
        try FileManager.default.createDirectory(
            at: package.url("Sources/Kitchen"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: package.url(Self.link).path(), withDestinationPath: "../../\(target)")
    }

    private func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: package.url(path).path()) }

    // MARK: Mocks

    private var folderOfMocks: String { sources == .ofTarget ? "Tests/KitchenTests/Mocks" : "Tests/Doubles" }

    /// Removes the folder of the mocks, and sometimes once more right after it was made.
    mutating func removeMocks() async throws {
        remove(folderOfMocks)
        if random.chance(50) { return }
        _ = try await package.run("mockctl", "sync", "--timeout", "2m")
        remove(folderOfMocks)
    }

    /// The names of the types that have a mock.
    var mocks: Set<String> {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: package.url(folderOfMocks).path())) ?? []
        return Set(
            names.compactMap { name in
                package.read("\(folderOfMocks)/\(name)")?.firstMatch(of: #/class Mock(\w+)/#).map { String($0.1) }
            })
    }

    /// The names of the types that should have one.
    var expectedMocks: Set<String> {
        Set(
            expectedSources.compactMap { file in
                package.read(file)?.firstMatch(of: #/@mockable\n(?:public )?protocol (\w+)/#).map { String($0.1) }
            })
    }

    private var expectedSources: [String] {
        switch sources {
        case .folder: sources(below: "Sources")
        case .everything: sources(below: ".")
        case .ofTarget: sources(below: "Sources/Kitchen")
        }
    }

    private func sources(below folder: String, isRoot: Bool = true) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: package.url(folder).path() + "/")) ?? []
        if sources != .ofTarget, !isRoot, names.contains(where: Self.projectFiles.contains) { return [] }
        return names.filter { !$0.hasPrefix(".") }.flatMap { name in
            let path = "\(folder)/\(name)"
            if name.hasSuffix(".swift") { return name.hasSuffix(".mocks.swift") ? [] : [path] }
            return sources(below: path, isRoot: false)
        }
    }

    /// Compiles the sources, each under a name of its own, and the mocks with them.
    func errorsOfCompiling() async throws -> String {
        let sources = expectedSources.filter { !$0.hasSuffix("/Package.swift") && !$0.hasPrefix("./Tests") }
        for (number, file) in sources.enumerated() {
            try package.write("Kitchen/\(number).swift", package.read(file) ?? "")
        }
        let errors = try await package.emit("Kitchen")
        return errors.isEmpty ? try await package.typecheck([folderOfMocks], as: "KitchenTests") : errors
    }
}
