internal import MockModel
internal import SystemPackage

// Which files are sources.
extension Engine {
    /// What a look into one folder gave.
    private struct Listing: Sendable {
        var sources: [Found] = []
        var folders: [Source] = []
        var misnamed: [DiskPath] = []
        var links: [DiskPath] = []
        var error: FileSystemError?
        /// Nobody had looked into the folder before.
        var isOwnLook = false
    }

    /// A file that is a source, and the state it is in as far as the look into its folder told.
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

    /// The sources of the modules that are new, or not in the state in which they were read, and those that are not
    /// there any more. One that two modules claim belongs to the first.
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

    /// Every source below the roots of the modules, by the module that claims it.
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
        // One level of folders after the other, the folders of a level side by side.
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

    /// Brings those sources up to date that are links.
    mutating func lookBehindLinks(_ pass: inout Pass) {
        var changed: [Source] = []
        for (path, state) in linkedSources {
            guard fileSystem.isLink(path.filePath) else {
                linkedSources[path] = nil
                continue
            }
            let found = fileSystem.signature(of: path.filePath)
            let known = sources[path]
            // What was read in the tick of a write may have changed without a trace.
            if found == state, known == nil || known?.signature != nil { continue }
            linkedSources[path] = .some(found)
            if let source = source(at: path) { changed.append(source) }
        }
        load(changed, &pass)
    }

    private mutating func noteUnlisted(_ folder: Source, _ error: FileSystemError) {
        // Nobody misses what would be left out.
        guard !membership.excludes(folder.path, in: folder.module) else { return }
        noteUnread(error, folder.path, isFolder: true, in: folder.module)
    }

    /// What could not be read is found out anew, and what there is to say about it.
    private mutating func forgetUnread(in modules: Set<Int>) {
        if !unread.isEmpty { unread.paths(in: modules).forEach { noteRead($0) } }
    }

    private static func list(
        _ folder: Source, _ tree: TreeListing?, _ fileSystem: any FileSystem, _ membership: ModuleMembership,
        _ sources: [DiskPath: SourceRecord]
    ) -> Listing {
        var listing = Listing()
        var finder = DiskPath.Finder(folder.path)
        // Asked once of the folder, and not of each of its files.
        let isOutputFolder = membership.isOutputFolder(folder.path)
        let takesAll = membership.takesAllSources(folder.module)
        do {
            let entries: [FolderEntry]
            if let known = tree?[folder.path.text] {
                entries = known
            } else {
                listing.isOwnLook = true
                // Those of files that nobody knows have nothing to be compared with.
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
                // A link that leads nowhere may lead somewhere a moment later.
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

    /// A path whose bytes are no text cannot be named in a generated file, nor in a message.
    mutating func reportMisnamed(_ path: DiskPath) {
        problems[path] = [
            Diagnostic(
                path: project.displayPath(of: path), position: nil, severity: .warning,
                message: "the file's name is not UTF-8, so it is left out; rename it", code: "name-not-utf8")
        ]
    }

    // MARK: Single paths

    func isOutput(_ path: DiskPath) -> Bool { outputs[path] != nil || membership.isOutputPlace(path) }

    /// The source at a path, whether the file exists or not.
    func source(at path: DiskPath) -> Source? {
        if let record = sources[path] { return Source(path: path, module: record.module) }
        return membership.module(of: path).map { Source(path: path, module: $0) }
    }

    // MARK: Imported modules

    /// An edit may have brought an import of a module that nobody imported so far, or taken the last one away.
    mutating func scanImportedModules(_ pass: inout Pass) {
        while case let modules = membership.active.subtracting(scannedModules), !modules.isEmpty {
            scannedModules.formUnion(modules)
            scan(modules, &pass)
        }
        forgetInactiveModules(&pass)
    }

    /// Forgetting a module may leave others without an importer.
    mutating func forgetInactiveModules(_ pass: inout Pass) {
        while case let modules = scannedModules.subtracting(membership.active), !modules.isEmpty {
            scannedModules.subtract(modules)
            forgetUnread(in: modules)
            for path in sources.filter({ modules.contains($0.value.module) }).map(\.key) { forget(path, &pass) }
        }
    }
}
