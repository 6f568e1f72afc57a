internal import MockModel
internal import SystemPackage

/// Finds the files in a folder that are sources, in the watcher's listing or on the disk.
struct SourceFinder: Sendable {
    /// The result of listing one folder.
    struct Listing: Sendable {
        var sources: [Found] = []
        var folders: [Source] = []
        var misnamed: [DiskPath] = []
        var links: [DiskPath] = []
        var error: FileSystemError?
        /// True if the watcher had not listed the folder.
        var isBeyondTree = false
    }

    /// A source file, and its state as far as the listing of its folder reported it.
    struct Found: Sendable {
        enum Source: Sendable {
            /// Its place among the sources that are known.
            case known(Dictionary<DiskPath, SourceRecord>.Index)
            case new(DiskPath)
        }

        var source: Source
        var signature: FileSignature?
    }

    let tree: TreeListing?
    let fileSystem: any FileSystem
    let membership: ModuleMembership
    let sources: [DiskPath: SourceRecord]

    /// Finds the sources below the roots of modules. Folders are listed level by level, those of one level in parallel.
    func find(in modules: Set<Int>, _ workers: WorkerThreads) -> [(folder: Source, listing: Listing)] {
        var found: [(folder: Source, listing: Listing)] = []
        var folders: [Source] = []
        for (module, root) in modules.lazy.flatMap({ module in membership.roots(of: module).map { (module, $0) } }) {
            let root = Source(path: root, module: module)
            if !SourceFileName.isSource(root.path.name.utf8) {
                folders.append(root)
            } else if membership.accepts(root.path, in: module) {
                let source = sources.index(forKey: root.path).map { Found.Source.known($0) } ?? .new(root.path)
                found.append((root, Listing(sources: [Found(source: source)])))
            }
        }
        while !folders.isEmpty {
            let level = folders
            let listings = workers.map(level.count) { (folder: level[$0], listing: list(level[$0])) }
            found += listings
            folders = listings.flatMap(\.listing.folders)
        }
        return found
    }

    /// Lists a folder that belongs to a module.
    private func list(_ folder: Source) -> Listing {
        var listing = Listing()
        let entries: [FolderEntry]
        do {
            if let known = tree?[folder.path.text] {
                entries = known
            } else {
                listing.isBeyondTree = true
                // In a first scan there are no earlier states to compare with.
                entries = try fileSystem.entries(of: folder.path.filePath, withStates: !sources.isEmpty)
            }
        } catch {
            listing.error = error
            return listing
        }
        var finder = DiskPath.Finder(folder.path)
        // Computed once a folder, and not for each of its files.
        let isOutputFolder = membership.isOutputFolder(folder.path)
        let acceptsAll = membership.acceptsAllSources(folder.module)
        for entry in entries {
            switch entry.kind {
            case .file where SourceFileName.isSource(entry.nameBytes):
                if isOutputFolder, ModuleMembership.hasOutputName(entry.nameBytes) { break }
                let position = finder.index(of: entry.nameBytes, in: sources)
                if entry.isLink { listing.links.append(folder.path.appending(entry.name)) }
                if acceptsAll, let position {
                    listing.sources.append(Found(source: .known(position), signature: entry.signature))
                    break
                }
                let path = position.map { sources.keys[$0] } ?? folder.path.appending(entry.name)
                guard membership.acceptsSource(at: path, in: folder.module) else { break }
                if position != nil || entry.isText {
                    let source = position.map { Found.Source.known($0) } ?? .new(path)
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
        return listing
    }
}
