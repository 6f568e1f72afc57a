internal import MockModel
internal import SystemPackage

// Finding the files that are sources.
extension Engine {
    /// The result of listing one folder.
    private struct Listing: Sendable {
        var sources: [Found] = []
        var folders: [Source] = []
        var misnamed: [DiskPath] = []
        var links: [DiskPath] = []
        var error: FileSystemError?
        /// True if the engine listed the folder itself, because the watcher had not.
        var isOwnLook = false
    }

    /// A source file, and its state as far as the listing of its folder reported it.
    private struct Found: Sendable {
        enum Source: Sendable {
            /// Its place among the sources that are known.
            case known(Dictionary<DiskPath, SourceRecord>.Index)
            case new(DiskPath)
        }

        var source: Source
        var signature: FileSignature?
    }

    /// Brings the sources of some modules up to date.
    mutating func scan(_ modules: Set<Int>, _ pass: inout Pass) {
        looks += 1
        forgetUnread(in: modules)
        let (candidates, gone) = findChanged(in: modules, &pass)
        for path in gone.sorted() where !unread.conceals(path) { forget(path, &pass) }
        load(candidates, &pass)
    }

    /// Returns the sources of the modules that are new or changed since they were read, and those that no longer exist.
    /// A source that two modules claim belongs to the first.
    private mutating func findChanged(
        in modules: Set<Int>, _ pass: inout Pass
    ) -> (changed: [Source], gone: [DiskPath]) {
        let found = findSources(in: modules, &pass)
        var changed: [DiskPath: Int] = [:]
        if sources.isEmpty { changed.reserveCapacity(found.values.reduce(0) { $0 + $1.count }) }
        var known = 0
        for (module, files) in found.sorted(by: { $0.key < $1.key }) {
            for file in files {
                switch file.source {
                case .new(let path): if changed[path] == nil { changed[path] = module }
                case .known(let place):
                    let finding = sources.values[place].isFound(in: looks, by: module, as: file.signature)
                    if finding != .again { known += 1 }
                    if finding == .different { changed[sources.keys[place]] = module }
                }
            }
        }
        let gone =
            known == sources.count
            ? [:] : sources.filter { $0.value.lastLook != looks && modules.contains($0.value.module) }
        return (changed.map { Source(path: $0.key, module: $0.value) }, Array(gone.keys))
    }

    /// Returns every source below the roots of the modules, by the module that claims it.
    private mutating func findSources(in modules: Set<Int>, _ pass: inout Pass) -> [Int: [Found]] {
        var found: [Int: [Found]] = [:]
        var folders: [Source] = []
        for module in modules {
            for root in membership.roots(of: module) {
                if !SourceFileName.isSource(root.name.utf8) {
                    folders.append(Source(path: root, module: module))
                } else if membership.accepts(root, in: module) {
                    let place = sources.index(forKey: root)
                    found[module, default: []].append(Found(source: place.map { .known($0) } ?? .new(root)))
                }
            }
        }
        // The folders are listed level by level, those of one level in parallel.
        while !folders.isEmpty {
            let level = folders
            let listings = workers.map(level.count) { [fileSystem, membership, sources, tree = pass.tree] number in
                Self.list(level[number], tree, fileSystem, membership, sources)
            }
            folders = []
            for (folder, listing) in zip(level, listings) {
                found[folder.module, default: []] += listing.sources
                folders += listing.folders
                if let error = listing.error { noteUnlisted(folder, error) }
                if listing.isOwnLook { pass.sawMoreThanTheTree = true }
                listing.misnamed.forEach { reportMisnamed($0) }
                for link in listing.links { linkedSources[link] = fileSystem.signature(of: link.filePath) }
            }
        }
        return found
    }

    /// Updates the sources that are links.
    mutating func lookBehindLinks(_ pass: inout Pass) {
        var changed: [Source] = []
        for (path, state) in linkedSources {
            guard fileSystem.isLink(path.filePath) else {
                linkedSources[path] = nil
                continue
            }
            let found = fileSystem.signature(of: path.filePath)
            let known = sources[path]
            // A file that was read in the tick of its last write may have changed without a trace.
            if found == state, known == nil || known?.signature != nil { continue }
            linkedSources[path] = .some(found)
            if let source = source(at: path) { changed.append(source) }
        }
        load(changed, &pass)
    }

    private mutating func noteUnlisted(_ folder: Source, _ error: FileSystemError) {
        // No module needs an excluded folder.
        guard !membership.excludes(folder.path, in: folder.module) else { return }
        noteUnread(error, folder.path, isFolder: true, in: folder.module)
    }

    /// Removes the reports about unreadable places: the scan finds them anew.
    private mutating func forgetUnread(in modules: Set<Int>) {
        if !unread.isEmpty { unread.paths(in: modules).forEach { noteRead($0) } }
    }

    private static func list(
        _ folder: Source, _ tree: TreeListing?, _ fileSystem: any FileSystem, _ membership: ModuleMembership,
        _ sources: [DiskPath: SourceRecord]
    ) -> Listing {
        var listing = Listing()
        var finder = DiskPath.Finder(folder.path)
        // Computed once a folder, and not for each of its files.
        let isOutputFolder = membership.isOutputFolder(folder.path)
        let takesAll = membership.takesAllSources(folder.module)
        do {
            let entries: [FolderEntry]
            if let known = tree?[folder.path.text] {
                entries = known
            } else {
                listing.isOwnLook = true
                // In a first scan there are no earlier states to compare with.
                entries = try fileSystem.entries(of: folder.path.filePath, withStates: !sources.isEmpty)
            }
            for entry in entries {
                switch entry.kind {
                case .file where SourceFileName.isSource(entry.nameBytes):
                    if isOutputFolder, ModuleMembership.hasOutputName(entry.nameBytes) { break }
                    let place = finder.index(of: entry.nameBytes, in: sources)
                    if entry.isLink { listing.links.append(folder.path.appending(entry.name)) }
                    if takesAll, let place {
                        listing.sources.append(Found(source: .known(place), signature: entry.signature))
                        break
                    }
                    let path = place.map { sources.keys[$0] } ?? folder.path.appending(entry.name)
                    guard membership.leavesRoom(for: path, in: folder.module) else { break }
                    if place != nil || entry.isText {
                        let source = place.map { Found.Source.known($0) } ?? .new(path)
                        listing.sources.append(Found(source: source, signature: entry.signature))
                    } else {
                        listing.misnamed.append(path)
                    }
                case .directory where !entry.isLink && !ModuleMembership.isIgnored(entry.nameBytes) && entry.isText:
                    listing.folders.append(Source(path: folder.path.appending(entry.name), module: folder.module))
                // A dangling link may lead to a file a moment later.
                case .other where entry.isLink && SourceFileName.isSource(entry.nameBytes):
                    listing.links.append(folder.path.appending(entry.name))
                default: break
                }
            }
        } catch {
            listing.error = error
        }
        return listing
    }

    /// Reports a path that is not UTF-8: it cannot be named in a generated file, nor in a message.
    mutating func reportMisnamed(_ path: DiskPath) {
        problems[path] = [
            Diagnostic(
                path: project.displayPath(of: path), position: nil, severity: .warning,
                message: "the file's name is not UTF-8, so it is left out; rename it", code: "name-not-utf8")
        ]
    }

    // MARK: Single paths

    func isOutput(_ path: DiskPath) -> Bool { outputs[path] != nil || membership.isOutputPlace(path) }

    /// Returns the source at a path, even if no file exists.
    func source(at path: DiskPath) -> Source? {
        if let record = sources[path] { return Source(path: path, module: record.module) }
        return membership.module(of: path).map { Source(path: path, module: $0) }
    }

    // MARK: Imported modules

    /// Scans the modules that are imported for the first time, and forgets those without an importer.
    mutating func scanImportedModules(_ pass: inout Pass) {
        while case let modules = membership.active.subtracting(scannedModules), !modules.isEmpty {
            scannedModules.formUnion(modules)
            scan(modules, &pass)
        }
        forgetInactiveModules(&pass)
    }

    /// Forgets the modules without an importer; each of them may leave others without one.
    mutating func forgetInactiveModules(_ pass: inout Pass) {
        while case let modules = scannedModules.subtracting(membership.active), !modules.isEmpty {
            scannedModules.subtract(modules)
            forgetUnread(in: modules)
            for path in sources.filter({ modules.contains($0.value.module) }).map(\.key) { forget(path, &pass) }
        }
    }
}
