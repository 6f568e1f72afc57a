import Foundation
import MockModel
import SystemPackage

@testable import MockEngine

/// A module in a temporary folder and an engine over it.
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

    /// Waits for a tick of the file system's clock, so that a later write gets another time than the files written so
    /// far.
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

    /// Writes a file and reports the change to the engine.
    func edit(_ path: String, _ text: String) throws -> EngineReport {
        try write(path, text)
        return engine.apply([FileChange(path: root.pushing(FilePath(path)), kind: .changed)])
    }

    func delete(_ path: String) throws -> EngineReport {
        try remove(path)
        return engine.apply([FileChange(path: root.pushing(FilePath(path)), kind: .removed)])
    }

    func names(_ paths: [FilePath]) -> [String] { paths.compactMap { $0.lastComponent?.string } }

    /// Writes several files, deletes those with `nil`, and reports the changes to the engine together.
    func apply(_ files: [String: String?]) throws -> EngineReport {
        var changes: [FileChange] = []
        for (path, text) in files.sorted(by: { $0.key < $1.key }) {
            if let text { try write(path, text) } else { try remove(path) }
            changes.append(FileChange(path: root.pushing(FilePath(path)), kind: text == nil ? .removed : .changed))
        }
        return engine.apply(changes)
    }

    var cacheFile: FilePath { root.appending("Cache").appending(EngineCache.fileName) }

    /// Begins anew with another description of the project.
    func reconfigure(_ change: (inout Project) -> Void) {
        var project = engine.project
        change(&project)
        engine = Engine(project: project)
    }

    /// Starts anew like another process, which knows only the cache.
    func restart(_ project: Project? = nil, on fileSystem: (any FileSystem)? = nil) {
        let project = project ?? engine.project
        // Replaces the first engine, so that its cache releases the lock.
        engine = Engine(project: project)
        engine = Engine(
            project: project, parallelism: 2, cache: EngineCache(folder: root.appending("Cache"), root: root),
            fileSystem: fileSystem)
    }

    /// Lists all folders below the root, as a watcher does.
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

    /// Returns the outputs by path that a new engine writes to a new folder.
    func freshOutputs() throws -> [String: String] {
        var fresh = Engine(
            project: Self.project(
                root, output: .folder(root.appending("Fresh")), settings: engine.project.modules[0].settings))
        _ = fresh.refresh()
        return outputs(in: "Fresh")
    }

    /// Returns the outputs by path that a new engine writes in the place of the present ones, which are removed.
    func outputsMadeAnew() throws -> [String: String] {
        for name in outputs().keys { try remove("Mocks/\(name)") }
        var fresh = Engine(project: engine.project)
        _ = fresh.refresh()
        return outputs()
    }

    /// Returns the files with seams by path.
    func seams() -> [String: String] {
        let paths = FileManager.default.enumerator(atPath: root.string)?.compactMap { $0 as? String } ?? []
        let files = paths.filter { $0.hasSuffix("Seams.swift") }
        return Dictionary(uniqueKeysWithValues: files.map { ($0, read($0) ?? "") })
    }

    func outputs(in folder: String = "Mocks") -> [String: String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(folder).string)) ?? []
        return Dictionary(uniqueKeysWithValues: names.map { ($0, read("\(folder)/\($0)") ?? "") })
    }
}
