internal import MockModel
internal import SystemPackage

// Finding the sources that are new, changed or gone.
extension Engine {
    /// Scans the modules that are imported for the first time, or all in a scan of everything, and forgets those
    /// without an importer.
    mutating func scanActiveModules(_ pass: inout Pass) {
        var scanned = pass.isOfEverything && !pass.hasScanned ? [] : sources.scannedModules
        pass.hasScanned = true
        while case let modules = sources.membership.active.subtracting(scanned), !modules.isEmpty {
            scanned.formUnion(modules)
            scan(modules, &pass)
        }
        sources.scannedModules.formUnion(scanned)
        // Each forgotten module may leave others without an importer.
        while case let modules = sources.scannedModules.subtracting(sources.membership.active), !modules.isEmpty {
            sources.scannedModules.subtract(modules)
            forgetUnread(in: modules)
            for path in sources.records.filter({ modules.contains($0.value.module) }).keys { forget(path, &pass) }
        }
    }

    /// Brings the sources of some modules up to date.
    mutating func scan(_ modules: Set<Int>, _ pass: inout Pass) {
        sources.scans += 1
        forgetUnread(in: modules)
        adoptIndexes(of: modules, &pass)
        let (candidates, missing) = findChanged(in: modules, &pass)
        for path in missing.sorted() where !sources.unread.conceals(path) { forget(path, &pass) }
        load(candidates, &pass)
    }

    /// Returns the sources of the modules that are new or changed since they were read, and those that no longer exist.
    /// A source that two modules claim belongs to the first.
    private mutating func findChanged(
        in modules: Set<Int>, _ pass: inout Pass
    ) -> (changed: [Source], missing: [DiskPath]) {
        let found = findSources(in: modules, &pass)
        let scan = sources.scans
        var changed: [DiskPath: Int] = [:]
        if sources.records.isEmpty { changed.reserveCapacity(found.values.reduce(0) { $0 + $1.count }) }
        var known = 0
        for (module, files) in found.sorted(by: { $0.key < $1.key }) {
            for file in files {
                switch file.source {
                case .new(let path): if changed[path] == nil { changed[path] = module }
                case .known(let position):
                    let result = sources.records.values[position].recordFound(in: scan, by: module, as: file.signature)
                    if result != .again { known += 1 }
                    if result == .different { changed[sources.records.keys[position]] = module }
                }
            }
        }
        let missing =
            known == sources.records.count
            ? [:] : sources.records.filter { $0.value.lastScan != scan && modules.contains($0.value.module) }
        return (changed.map { Source(path: $0.key, module: $0.value) }, Array(missing.keys))
    }

    /// Returns every source below the roots of the modules, by the module that claims it.
    private mutating func findSources(in modules: Set<Int>, _ pass: inout Pass) -> [Int: [SourceFinder.Found]] {
        let finder = SourceFinder(
            tree: pass.tree, fileSystem: fileSystem, membership: sources.membership, sources: sources.records)
        var found: [Int: [SourceFinder.Found]] = [:]
        sources.linkedFolders = sources.linkedFolders.filter { !modules.contains($0.value.module) }
        var inner: Set<DiskPath> = []
        for (folder, listing) in finder.find(in: modules, workers) {
            found[folder.module, default: []] += listing.sources
            // No module needs an excluded folder.
            if let error = listing.error, !sources.membership.excludes(folder.path, in: folder.module) {
                noteUnread(error, folder.path, isFolder: true, in: folder.module)
            }
            if let target = listing.target { sources.linkedFolders[folder.path] = (folder.module, target) }
            if listing.isInnerProject { inner.insert(folder.path) }
            if listing.isBeyondTree { pass.mayBeAheadOfWatcher = true }
            listing.misnamed.forEach { reportMisnamed($0) }
            for link in listing.links { sources.links[link] = fileSystem.signature(of: link.filePath) }
        }
        sources.membership.replaceInnerProjects(in: modules, with: inner)
        return found
    }

    // MARK: Projects within the project

    /// Notes folders that became projects of their own, or are none any more, and scans the modules around them.
    mutating func noteInnerProjects(_ changes: [FileChange], _ pass: inout Pass) {
        var modules: Set<Int> = []
        for change in changes {
            let path = DiskPath(change.path)
            guard ProjectFile.isOne(path.name.utf8) else { continue }
            let around = sources.membership.modules(around: path.folder).intersection(sources.scannedModules)
            if !around.isEmpty, isProject(path.folder) != sources.membership.innerProjects.contains(path.folder) {
                modules.formUnion(around)
            }
        }
        if !modules.isEmpty { scan(modules, &pass) }
    }

    /// Returns the innermost folder between one of the roots and a file that is a project of its own.
    func innerProject(of path: DiskPath, below roots: Set<DiskPath>) -> DiskPath? {
        var folder = path.folder
        while !roots.contains(folder), !folder.text.isEmpty {
            if isProject(folder) { return folder }
            folder = folder.folder
        }
        return nil
    }

    /// True if a folder has a file that makes it a project.
    private func isProject(_ folder: DiskPath) -> Bool {
        let entries = try? fileSystem.entries(of: folder.filePath, withStates: false)
        return entries?.contains(where: \.isProjectFile) ?? false
    }

    /// Loads the sources that are links and whose targets have changed.
    mutating func loadBehindLinks(_ pass: inout Pass) {
        var changed: [Source] = []
        for (path, state) in sources.links {
            guard fileSystem.isLink(path.filePath) else {
                sources.links[path] = nil
                continue
            }
            let found = fileSystem.signature(of: path.filePath)
            let known = sources[path]
            // A file that was read in the tick of its last write may have changed without a trace.
            if found == state, known == nil || known?.signature != nil { continue }
            sources.links[path] = .some(found)
            if let source = sources.source(at: path) { changed.append(source) }
        }
        load(changed, &pass)
    }

    /// The modules with sources that are not all reported by a watcher of the root.
    var modulesToCompare: Set<Int> {
        project.unwatchedModules.union(sources.linkedFolders.values.lazy.map(\.module))
            .intersection(sources.scannedModules)
    }

    /// Returns the modules that have sources behind a link, or may have some now, after a change of the link.
    func modulesBehind(_ link: FilePath) -> Set<Int> {
        let path = DiskPath(link)
        guard sources.linkedFolders[path] != nil || fileSystem.isLink(link) else { return [] }
        return sources.scannedModules.filter { sources.membership.roots(of: $0).contains(where: path.isInside) }
    }

    /// Adds the changes of files under the paths that they have behind links to folders.
    func seenThroughLinks(_ changes: [FileChange]) -> [FileChange] {
        guard !sources.linkedFolders.isEmpty else { return changes }
        return changes
            + changes.flatMap { change in
                sources.linkedFolders.compactMap { link, folder in
                    var below = change.path
                    guard let target = folder.target, below.removePrefix(target), !below.isEmpty else { return nil }
                    return FileChange(path: link.filePath.pushing(below), kind: change.kind)
                }
            }
    }

    /// Removes the reports about unreadable places: the scan finds them anew.
    private mutating func forgetUnread(in modules: Set<Int>) {
        sources.unread.paths(in: modules).forEach { noteRead($0) }
    }

    /// Reports a path that is not UTF-8: it cannot be named in a generated file, nor in a message.
    mutating func reportMisnamed(_ path: DiskPath) {
        problems[path] = [
            Diagnostic(
                path: project.displayPath(of: path), position: nil, severity: .warning,
                message: "the file's name is not UTF-8, so it is left out; rename it", code: "name-not-utf8")
        ]
    }
}
