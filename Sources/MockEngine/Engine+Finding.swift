internal import MockModel
internal import SystemPackage

// Which files are sources.
extension Engine {
    /// What a look into one folder gave.
    private struct Listing: Sendable {
        var sources: [Source] = []
        var folders: [Source] = []
        var misnamed: [DiskPath] = []
        var error: FileSystemError?
    }

    /// Brings the sources of some modules up to date.
    mutating func scan(_ modules: Set<Int>, _ pass: inout Pass) {
        let found = findSources(in: modules, &pass)
        let gone = sources.filter { found[$0.key] == nil && modules.contains($0.value.module) }.map(\.key)
        for path in gone.sorted() where !isOutOfSight(path, pass) { forget(path, &pass) }
        var candidates = found.map { Source(path: $0.key, module: $0.value) }
        // Where every file is read, neighbours on the disk come one after the other.
        if sources.isEmpty { candidates.sort { $0.path < $1.path } }
        load(candidates, &pass)
    }

    /// Every source of the modules, with its module. One that two modules claim belongs to the first.
    private mutating func findSources(in modules: Set<Int>, _ pass: inout Pass) -> [DiskPath: Int] {
        var found: [DiskPath: Int] = Dictionary(minimumCapacity: sources.count)
        func add(_ source: Source) { found[source.path] = min(found[source.path] ?? .max, source.module) }
        var folders: [Source] = []
        for module in modules.sorted() {
            for root in membership.roots(of: module) {
                let source = Source(path: root, module: module)
                if !ModuleMembership.hasSourceName(root.name) {
                    folders.append(source)
                } else if membership.accepts(root, in: module) {
                    add(source)
                }
            }
        }
        // One level of folders after the other, the folders of a level side by side.
        while !folders.isEmpty {
            let level = folders
            let listings = workers.map(level.count) { [fileSystem, membership] number in
                Self.list(level[number], fileSystem, membership)
            }
            folders = []
            for listing in listings {
                listing.sources.forEach(add)
                folders += listing.folders
                if let error = listing.error { pass.unreadableFolders.append(error) }
                listing.misnamed.forEach { reportMisnamed($0) }
            }
        }
        return found
    }

    private static func list(
        _ folder: Source, _ fileSystem: any FileSystem, _ membership: ModuleMembership
    ) -> Listing {
        var listing = Listing()
        do {
            for entry in try fileSystem.entries(of: folder.path.filePath) {
                guard let name = String(validating: entry.name) else {
                    let path = folder.path.appending(entry.name.string)
                    if entry.kind == .file, membership.accepts(path, in: folder.module) {
                        listing.misnamed.append(path)
                    }
                    continue
                }
                let path = folder.path.appending(name)
                switch entry.kind {
                case .file where membership.accepts(path, in: folder.module):
                    listing.sources.append(Source(path: path, module: folder.module))
                case .directory where !entry.isLink && !ModuleMembership.isIgnored(name):
                    listing.folders.append(Source(path: path, module: folder.module))
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
