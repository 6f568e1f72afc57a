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
        /// Links to folders, and those that lead nowhere and may lead to one later.
        var linkedFolders: [Source] = []
        /// The folder behind a link, if the listing is that of a link; `nil` in it if the link leads to no folder.
        var target: FilePath??
        var error: FileSystemError?
        /// True for a project of its own, below the root of a module: its files belong to that project alone.
        var isInnerProject = false
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
        var links: [Source] = []
        var isRoot = true
        while !folders.isEmpty {
            let level = folders
            let listings = workers.map(level.count) { [isRoot] number in
                (folder: level[number], listing: list(level[number], isRoot: isRoot))
            }
            found += listings
            folders = listings.flatMap(\.listing.folders)
            links += listings.flatMap(\.listing.linkedFolders)
            isRoot = false
        }
        return links.isEmpty ? found : found + findBehind(links, besides: found.map(\.folder))
    }

    /// The number of folders behind links that are read in one scan.
    private static let mostLinkedFolders = 10_000

    /// Finds the sources behind links to folders: SwiftPM compiles them as if the folders were in the place of the links.
    ///
    /// A module reads each real folder once. The links that lead to the same folder again, or to a folder above, are left
    /// out: SwiftPM compiles nothing with the same file twice in a module, or with a circle.
    private func findBehind(
        _ links: [Source], besides folders: [Source]
    ) -> [(folder: Source, listing: Listing)] {
        var found: [(folder: Source, listing: Listing)] = []
        let modules = Set(links.map(\.module))
        var seen: [Int: Set<FilePath>] = [:]
        for folder in folders where modules.contains(folder.module) {
            if let real = folder.path.filePath.canonical { seen[folder.module, default: []].insert(real) }
        }
        let own = seen
        var links = links.sorted { $0.path < $1.path }[...]
        while let link = links.popFirst() {
            guard let target = link.path.filePath.canonical, target.isFolder else {
                found.append((link, Listing(target: .some(nil))))
                continue
            }
            let isCircle = own[link.module, default: []].contains { $0.isWithin(target) }
            if isCircle || !seen[link.module, default: []].insert(target).inserted { continue }
            var open = [link][...]
            while let folder = open.popFirst() {
                guard found.count < Self.mostLinkedFolders else {
                    let error = FileSystemError(.list, folder.path.filePath, .tooManySymbolicLinkLevels)
                    return found + [(folder, Listing(error: error))]
                }
                var listing = list(folder, isRoot: false)
                if folder.path == link.path { listing.target = .some(target) }
                for child in listing.folders.sorted(by: { $0.path < $1.path }) {
                    guard let real = child.path.filePath.canonical else { continue }
                    if seen[link.module, default: []].insert(real).inserted { open.append(child) }
                }
                links += listing.linkedFolders.sorted { $0.path < $1.path }
                found.append((folder, listing))
            }
        }
        return found
    }

    /// Lists a folder that belongs to a module.
    private func list(_ folder: Source, isRoot: Bool) -> Listing {
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
        if !isRoot, membership.leavesOutInnerProjects(folder.module), entries.contains(where: \.isProjectFile) {
            listing.isInnerProject = true
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
            case .directory where !ModuleMembership.isIgnored(entry.nameBytes) && entry.isText:
                let child = Source(path: folder.path.appending(entry.name), module: folder.module)
                if entry.isLink { listing.linkedFolders.append(child) } else { listing.folders.append(child) }
            // A dangling link may lead to a file a moment later.
            case .other where entry.isLink && SourceFileName.isSource(entry.nameBytes):
                listing.links.append(folder.path.appending(entry.name))
            case .other where entry.isLink && !ModuleMembership.isIgnored(entry.nameBytes) && entry.isText:
                listing.linkedFolders.append(Source(path: folder.path.appending(entry.name), module: folder.module))
            default: break
            }
        }
        return listing
    }
}
