import Foundation
import MockModel
import SystemPackage

@testable import MockEngine

/// One module in a temporary folder and an engine over it.
final class EngineFixture {
    let root: FilePath
    var engine: Engine

    init(
        _ files: [String: String] = [:], output: Module.Output? = nil, settings: MockSettings = MockSettings(),
        fileSystem: (any FileSystem)? = nil
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "mockd-engine-\(UUID().uuidString.prefix(8))")
        root = FilePath(folder.standardizedFileURL.path())
        engine = Engine(
            project: Self.project(root, output: output ?? .folder(root.appending("Mocks")), settings: settings),
            fileSystem: fileSystem)
        try FileManager.default.createDirectory(
            atPath: root.appending("Sources").string, withIntermediateDirectories: true)
        for (path, text) in files { try write(path, text) }
    }

    deinit { try? FileManager.default.removeItem(atPath: root.string) }

    static func project(_ root: FilePath, output: Module.Output, settings: MockSettings) -> Project {
        Project(
            root: root,
            modules: [
                Module(
                    name: "Kitchen", sources: [root.appending("Sources")], output: output, settings: settings,
                    dependencies: ["Pantry"]),
                Module(name: "Pantry", sources: [root.appending("Pantry")]),
            ], configurationFiles: [root.appending(".mockd.yml")])
    }

    func write(_ path: String, _ text: String) throws {
        let url = URL(filePath: root.pushing(FilePath(path)).string)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Returns when what was written so far can no longer be confused with a later write: the clock of the file
    /// system ticks every few milliseconds.
    func waitForNextTick() {
        let start = FileSignature.now()
        while FileSignature.now() - start < 15_000_000 { sched_yield() }
    }

    func remove(_ path: String) throws {
        try FileManager.default.removeItem(atPath: root.pushing(FilePath(path)).string)
    }

    func read(_ path: String) -> String? {
        try? String(contentsOfFile: root.pushing(FilePath(path)).string, encoding: .utf8)
    }

    /// Writes the file and lets the engine know.
    func edit(_ path: String, _ text: String) throws -> EngineReport {
        try write(path, text)
        return engine.apply([FileChange(path: root.pushing(FilePath(path)), kind: .changed)])
    }

    func delete(_ path: String) throws -> EngineReport {
        try remove(path)
        return engine.apply([FileChange(path: root.pushing(FilePath(path)), kind: .removed)])
    }

    func names(_ paths: [FilePath]) -> [String] { paths.compactMap { $0.lastComponent?.string } }

    /// Several files at once, `nil` for those that vanish.
    func apply(_ files: [String: String?]) throws -> EngineReport {
        var changes: [FileChange] = []
        for (path, text) in files.sorted(by: { $0.key < $1.key }) {
            if let text { try write(path, text) } else { try remove(path) }
            changes.append(FileChange(path: root.pushing(FilePath(path)), kind: text == nil ? .removed : .changed))
        }
        return engine.apply(changes)
    }

    var cacheFile: FilePath { root.appending("Cache").appending(EngineCache.fileName) }

    /// Another process, which knows what is in the cache and nothing else.
    func restart(_ project: Project? = nil, on fileSystem: (any FileSystem)? = nil) {
        let project = project ?? engine.project
        // The first cache has to let go of its lock.
        engine = Engine(project: project)
        engine = Engine(
            project: project, parallelism: 2, cache: EngineCache(folder: root.appending("Cache"), root: root),
            fileSystem: fileSystem)
    }

    /// What somebody finds who looks at everything.
    func tree() -> TreeListing {
        var tree = TreeListing()
        var folders = [root]
        while let folder = folders.popLast() {
            guard let entries = try? LocalFileSystem().entries(of: folder, withStates: true) else { continue }
            tree[folder.string] = entries
            folders += entries.filter { $0.kind == .directory }.map { folder.appending($0.name) }
        }
        return tree
    }

    /// The outputs, by path, as a fresh engine over a fresh folder would write them.
    func freshOutputs() throws -> [String: String] {
        var fresh = Engine(
            project: Self.project(root, output: .folder(root.appending("Fresh")), settings: MockSettings()))
        _ = fresh.refresh()
        return outputs(in: "Fresh")
    }

    func outputs(in folder: String = "Mocks") -> [String: String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(folder).string)) ?? []
        return Dictionary(uniqueKeysWithValues: names.map { ($0, read("\(folder)/\($0)") ?? "") })
    }
}
