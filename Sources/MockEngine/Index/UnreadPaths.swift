internal import MockModel
internal import SystemPackage

/// Files and folders that could not be read in the last attempt.
///
/// A source that was read before keeps its earlier declarations. The declarations of the others are unknown: their
/// mocks must not be removed, nor left out of a file that may contain them.
struct UnreadPaths: Sendable {
    struct Entry: Sendable {
        var isFolder: Bool
        /// The modules of the path; a folder may belong to several.
        var modules: Set<Int>
        /// True if the path does not exist although sources should be there.
        var isMissing: Bool
        /// True if the path exists, but its contents were never read.
        var isUnknown: Bool
        /// True if the process died of its contents: it is read again only when they change.
        var isQuarantined = false
    }

    private(set) var entries: [DiskPath: Entry] = [:]

    var isEmpty: Bool { entries.isEmpty }

    func contains(_ path: DiskPath) -> Bool { entries[path] != nil }

    mutating func add(_ path: DiskPath, _ entry: Entry) {
        let modules = entries[path]?.modules ?? []
        entries[path] = entry
        entries[path]?.modules.formUnion(modules)
    }

    /// Removes a path; returns true if it was recorded.
    mutating func remove(_ path: DiskPath) -> Bool {
        if entries.isEmpty { return false }
        return entries.removeValue(forKey: path) != nil
    }

    func paths(in modules: Set<Int>) -> [DiskPath] {
        entries.filter { !$0.value.modules.isDisjoint(with: modules) }.map(\.key)
    }

    /// True if a module may have unknown types.
    func hidesTypes(of module: Int) -> Bool {
        entries.values.contains { $0.isUnknown && $0.modules.contains(module) }
    }

    /// True if the declarations of a file are unknown.
    func hides(_ path: DiskPath) -> Bool { holds(path) { $0.isUnknown } }

    /// True if a file is in a folder that cannot be listed: it may still exist.
    func conceals(_ path: DiskPath) -> Bool { holds(path) { $0.isFolder && !$0.isMissing } }

    /// True if a path, or a folder above it, is recorded and meets the condition.
    private func holds(_ path: DiskPath, _ matches: (Entry) -> Bool) -> Bool {
        var path = path
        while !entries.isEmpty, !path.text.isEmpty {
            if let entry = entries[path], matches(entry) { return true }
            path = path.folder
        }
        return false
    }
}

extension Engine {
    /// Records a path that could not be read, and reports it.
    mutating func noteUnread(_ error: FileSystemError, _ path: DiskPath, isFolder: Bool, in module: Int) {
        let isThere = !error.errno.meansMissing
        let what = "cannot \(isFolder ? "list the folder" : "read the file"): \(error.cause)"
        problems[path] = [
            Diagnostic(
                path: project.displayPath(of: path), position: nil, severity: .error,
                message: isThere ? "\(what); its mocks stay as they are" : what, code: "unreadable")
        ]
        let isKnown = isFolder ? sources.records.keys.contains { $0.isInside(path) } : sources[path] != nil
        let entry = UnreadPaths.Entry(
            isFolder: isFolder, modules: [module], isMissing: !isThere, isUnknown: isThere && !isKnown)
        sources.unread.add(path, entry)
    }

    /// Records a source that is left out because processes died of it, and reports it.
    mutating func noteQuarantined(_ path: DiskPath, in module: Int) {
        problems[path] = [Quarantine.diagnostic(project.displayPath(of: path), .reading)]
        let entry = UnreadPaths.Entry(
            isFolder: false, modules: [module], isMissing: false, isUnknown: sources[path] == nil, isQuarantined: true)
        sources.unread.add(path, entry)
    }

    /// Removes the record and the report of a path; the caller finds other problems when it reads the path.
    mutating func noteRead(_ path: DiskPath) {
        guard sources.unread.remove(path) else { return }
        problems[path] = []
        showProblems(of: path)
    }

    /// The maximum number of paths to retry with each change; if there are more, they wait for a full scan.
    private static let mostTried = 64

    /// Retries the paths that could not be read.
    mutating func retryUnread(_ pass: inout Pass) {
        guard !sources.unread.isEmpty, sources.unread.entries.count <= Self.mostTried else { return }
        var modules: Set<Int> = []
        var files: [Source] = []
        for (path, entry) in sources.unread.entries where !entry.isQuarantined && isDifferent(entry, at: path) {
            if entry.isFolder {
                modules.formUnion(entry.modules)
            } else if let module = entry.modules.min() {
                files.append(Source(path: path, module: module))
            }
            noteRead(path)
        }
        if !modules.isEmpty { scan(modules.intersection(sources.scannedModules), &pass) }
        load(files, &pass)
    }

    /// True if the path can be read now, or was deleted or created since.
    private func isDifferent(_ entry: UnreadPaths.Entry, at path: DiskPath) -> Bool {
        do throws(FileSystemError) {
            if entry.isFolder {
                _ = try fileSystem.entries(of: path.filePath, withStates: false)
            } else {
                _ = try fileSystem.file(at: path.filePath, limit: LocalFileSystem.largestSource)
            }
            return true
        } catch {
            return error.errno.meansMissing != entry.isMissing || error.errno == .fileTooLarge
        }
    }
}
