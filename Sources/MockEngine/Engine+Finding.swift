internal import MockModel
internal import SystemPackage

// Which files are sources.
extension Engine {
    /// What a look into one folder gave.
    private struct Listing: Sendable {
        var sources: [Found] = []
        var folders: [Source] = []
        var misnamed: [DiskPath] = []
        var error: FileSystemError?
        /// Nobody had looked into the folder before.
        var isOwnLook = false
    }

    /// A file that is a source, and the state it is in as far as the look into its folder told.
    private struct Found: Sendable {
        var path: DiskPath
        var signature: FileSignature?
    }

    /// Brings the sources of some modules up to date.
    mutating func scan(_ modules: Set<Int>, _ pass: inout Pass) {
        looks += 1
        let candidates = findChanged(in: modules, &pass)
        var gone: [DiskPath] = []
        for (path, record) in sources where record.lastLook != looks && modules.contains(record.module) {
            gone.append(path)
        }
        for path in gone.sorted() where !isOutOfSight(path, pass) { forget(path, &pass) }
        load(candidates, &pass)
    }

    /// The sources of the modules that are new, or not in the state in which they were read. Takes note of those that
    /// are there. One that two modules claim belongs to the first.
    private mutating func findChanged(in modules: Set<Int>, _ pass: inout Pass) -> [Source] {
        let found = findSources(in: modules, &pass)
        var changed: [DiskPath: Int] = [:]
        if sources.isEmpty { changed.reserveCapacity(found.values.reduce(0) { $0 + $1.count }) }
        for (module, files) in found.sorted(by: { $0.key < $1.key }) {
            for file in files {
                if let place = sources.index(forKey: file.path) {
                    guard sources.values[place].isFirstFound(in: looks) else { continue }
                    if let state = file.signature, sources.values[place].isRead(in: module, as: state) { continue }
                }
                if changed[file.path] == nil { changed[file.path] = module }
            }
        }
        return changed.map { Source(path: $0.key, module: $0.value) }
    }

    /// Every source below the roots of the modules, by the module that claims it.
    private mutating func findSources(in modules: Set<Int>, _ pass: inout Pass) -> [Int: [Found]] {
        var found: [Int: [Found]] = [:]
        var folders: [Source] = []
        for module in modules {
            for root in membership.roots(of: module) {
                if !ModuleMembership.hasSourceName(root.name) {
                    folders.append(Source(path: root, module: module))
                } else if membership.accepts(root, in: module) {
                    found[module, default: []].append(Found(path: root))
                }
            }
        }
        // One level of folders after the other, the folders of a level side by side.
        while !folders.isEmpty {
            let level = folders
            let listings = workers.map(level.count) { [fileSystem, membership, tree = pass.tree] number in
                Self.list(level[number], tree, fileSystem, membership)
            }
            folders = []
            for (folder, listing) in zip(level, listings) {
                found[folder.module, default: []] += listing.sources
                folders += listing.folders
                if let error = listing.error { pass.unreadableFolders.append(error) }
                if listing.isOwnLook { pass.sawMoreThanTheTree = true }
                listing.misnamed.forEach { reportMisnamed($0) }
            }
        }
        return found
    }

    private static func list(
        _ folder: Source, _ tree: TreeListing?, _ fileSystem: any FileSystem, _ membership: ModuleMembership
    ) -> Listing {
        var listing = Listing()
        do {
            let entries: [FolderEntry]
            if let known = tree?.folders[folder.path.text] {
                entries = known
            } else {
                listing.isOwnLook = true
                entries = try fileSystem.entries(of: folder.path.filePath)
            }
            for entry in entries {
                switch entry.kind {
                case .file where ModuleMembership.hasSourceName(entry.name):
                    let path = folder.path.appending(entry.name)
                    guard membership.leavesRoom(for: path, in: folder.module) else { break }
                    if entry.isText {
                        listing.sources.append(Found(path: path, signature: entry.signature))
                    } else {
                        listing.misnamed.append(path)
                    }
                case .directory where entry.isText && !entry.isLink && !ModuleMembership.isIgnored(entry.name):
                    listing.folders.append(Source(path: folder.path.appending(entry.name), module: folder.module))
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
            for path in sources.filter({ modules.contains($0.value.module) }).map(\.key) { forget(path, &pass) }
        }
    }
}
