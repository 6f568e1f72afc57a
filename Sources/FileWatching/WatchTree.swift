import MockModel
import SystemPackage

/// The watched directories and the signatures of their files, each as of its last comparison with the disk.
///
/// Events are hints about names: the tree asks the disk (`lstat`) for the truth and keeps the difference. A directory
/// is watched first and listed second, so that nothing can appear unseen in between. The tree does no communication
/// itself: it collects requests for the kernel and changes for the engine, and its owner fetches them.
final class WatchTree {
    /// A name in a directory that must be compared with the disk.
    struct Hint: Hashable, Sendable {
        var directory: UInt32
        var name: [UInt8]
    }

    /// A name that may or may not be there.
    struct Unreadable: Hashable {
        var error: Errno
        var hint: Hint
    }

    private let rootPath: RawPath
    private let inputs: InputNames
    var unwatched = UnwatchedFolders()
    let disk: any DirectoryReader
    /// Directories that are watched for other reasons. An inode has one watch only, so the tree must not use, and later
    /// remove, theirs.
    private let reserved: Set<FileIdentity>

    var nextID: UInt32
    private(set) var root: DirectoryNode?
    var nodes: [UInt32: DirectoryNode] = [:]
    var nodeByIdentity: [FileIdentity: DirectoryNode] = [:]
    var fileCount = 0
    var uncoveredCount = 0
    var watchedCount = 0
    /// The paths whose `lstat` failed.
    var unreadable: [RawPath: Unreadable] = [:]
    /// True if a name or a directory could not be read since ``retryBlindSpots()``.
    private(set) var hasNewBlindSpots = false
    /// The number of requested watches without an answer.
    var awaited = 0

    var requests: [WatcherRequest] = []
    /// Hints found while another name was compared: their directory is no longer there.
    var staleHints: [Hint] = []
    /// False during the first crawl, which reports no changes.
    var isReporting = false
    var changes: [RawPath: FileChange.Kind] = [:]
    /// Listings made ahead by `listAhead(_:)`, by directory id.
    private var listedAhead: [UInt32: Result<[ListedName], Errno>] = [:]

    init(options: WatchOptions, firstID: UInt32, reserved: Set<FileIdentity>, disk: any DirectoryReader) {
        self.rootPath = RawPath(options.root)
        self.inputs = InputNames(options)
        self.nextID = firstID
        self.reserved = reserved
        self.disk = disk
    }

    var directoryCount: Int { nodes.count }

    // MARK: Requests and changes

    func drainRequests() -> [WatcherRequest] {
        defer { requests.removeAll() }
        return requests
    }

    /// Returns the differences since the last call, each path once, ordered by path.
    func drainChanges() -> [FileChange] {
        defer { changes.removeAll() }
        return changes.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
            .map { FileChange(path: $0.key.filePath, kind: $0.value) }
    }

    // MARK: Hints

    /// True if an event for this name can concern a source, another input or a directory.
    ///
    /// - Parameter isNew: True if the event reports a new name.
    func isOfInterest(_ name: [UInt8], in directory: UInt32, isDirectory: Bool, isNew: Bool) -> Bool {
        guard let node = nodes[directory] else { return false }
        if isDirectory { return !isIgnored(name, in: node) }
        return node.directories[name] != nil || node.files[name] != nil
            || inputs.contains(name, in: node.path) || node.links.contains(name)
            || isNew && isFolderLink(disk.entry(at: node.path.appending(name)))
    }

    /// - Returns: false if there were no doubts.
    func resolveStaleHints() -> Bool {
        guard !staleHints.isEmpty else { return false }
        let hints = staleHints
        staleHints.removeAll()
        resolve(hints)
        return true
    }

    /// Compares the hinted names with the disk. A directory that seems unchanged may have been away for a moment, in
    /// which a reader missed its files; so its files are reported.
    ///
    /// Missing names come first, so that a moved directory leaves its old path before it is added at the new one.
    func resolve(_ hints: [Hint]) {
        guard hints.count > 1 else {
            for hint in hints { check(hint) }
            return
        }
        var present: [Hint] = []
        for hint in hints {
            guard let node = nodes[hint.directory] else { continue }
            if disk.entry(at: node.path.appending(hint.name)) == .missing {
                check(hint)
            } else {
                present.append(hint)
            }
        }
        for hint in present { check(hint) }
    }

    // MARK: The kernel's answers

    /// Lists, in parallel, directories that were just watched and never listed. Most of that is the kernel's work, and
    /// most of a start. ``watched(_:)``, which must follow for each, uses the listing.
    func listAhead(_ ids: [UInt32]) {
        listedAhead.removeAll(keepingCapacity: true)
        let new = ids.compactMap { nodes[$0] }.filter { $0.parent != nil && $0.watch == .requested && !$0.isListed }
        guard new.count > 1 else { return }
        let listings = disk.list(new.map(\.path)) { [inputs] name, directory in
            name.mayBeDirectory || name.isLink || inputs.contains(name.bytes, in: directory)
        }
        for (node, listing) in zip(new, listings) { listedAhead[node.id] = listing }
    }

    func watched(_ id: UInt32) {
        guard let node = nodes[id], node.watch == .requested else { return }
        setWatch(of: node, .watched)
        list(node)
    }

    /// - Returns: the name to check again, if the directory seems to have been deleted.
    func failed(_ id: UInt32, _ error: Errno) -> Hint? {
        guard let node = nodes[id], node.watch == .requested else { return nil }
        if [.noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels].contains(error) {
            setWatch(of: node, .lost)
            return hint(for: node)
        }
        setWatch(of: node, .uncovered(error))
        list(node)
        return nil
    }

    /// - Returns: the name to check again.
    func lost(_ id: UInt32) -> Hint? {
        guard let node = nodes[id], node.watch == .watched || node.watch == .requested else { return nil }
        setWatch(of: node, .lost)
        return hint(for: node)
    }

    func path(of id: UInt32) -> RawPath? { nodes[id]?.path }

    /// Counts the swept directories by the error that refused their watch.
    func uncoveredReasons() -> [Errno: Int] {
        nodes.values.reduce(into: [:]) { reasons, node in
            if case .uncovered(let error) = node.watch { reasons[error, default: 0] += 1 }
        }
    }

    // MARK: The root

    /// The directory at the root's path.
    enum RootCondition {
        /// The root itself, or a directory that cannot be read.
        case unchanged
        /// The path leads to another directory, or to the same one without its watch.
        case replaced
        /// No directory, or an empty one in place of a known root, such as the mount point of an unmounted disk.
        case missing
    }

    func rootCondition() -> RootCondition {
        // The root may be a symbolic link; the appended dot makes the kernel follow it.
        let entry = disk.entry(at: rootPath.followed)
        // An error of the disk does not mean that the root is missing.
        if case .unreadable = entry, root != nil { return .unchanged }
        guard case .directory(let identity) = entry else { return .missing }
        if let root, root.identity == identity, root.watch != .lost { return .unchanged }
        // An empty directory is the mount point of an unmounted disk or a clone that has not begun; nothing in it was
        // deleted.
        if root != nil, (try? disk.list(rootPath.followed) { _ in false })?.isEmpty ?? true { return .missing }
        return .replaced
    }

    // MARK: Recrawls, audits and sweeps

    /// Requests every watch again, from a process that has none, and compares each directory once it is watched.
    ///
    /// - Returns: false if there is no directory at the root's path. Then nothing changes.
    func recrawl() -> Bool {
        guard case .directory(let identity) = disk.entry(at: rootPath.followed) else { return false }
        requests.removeAll()
        listedAhead.removeAll()
        if let root {
            nodeByIdentity[root.identity] = nil
            root.identity = identity
            nodeByIdentity[identity] = root
        } else {
            root = makeNode(parent: nil, name: [], path: rootPath, identity: identity)
        }
        for node in Array(nodes.values) where nodes[node.id] != nil {
            if node.watch == .alias {
                list(node)
            } else {
                setWatch(of: node, .requested)
                request(node)
            }
        }
        return true
    }

    func directoryIDs() -> [UInt32] { nodes.keys.sorted() }

    /// Compares one directory.
    ///
    /// - Returns: the number of entries compared.
    func audit(_ id: UInt32) -> Int {
        guard let node = nodes[id], node.watch == .watched else { return 0 }
        list(node)
        return 1 + node.files.count + node.directories.count
    }

    /// True if a change could go unnoticed: some directories are not watched, or names in them could not be read.
    var hasBlindSpots: Bool { uncoveredCount > 0 || !unreadable.isEmpty }

    /// Reads again the names and directories that could not be read.
    func retryBlindSpots() {
        hasNewBlindSpots = false
        sweep()
    }

    /// Requests the refused watches again; the answer, positive or negative, compares the directory. Reads unreadable
    /// names again: an error of the disk or a lack of memory ends without an event.
    func sweep() {
        for hint in unreadable.values.map(\.hint) { check(hint) }
        for node in Array(nodes.values) where nodes[node.id] != nil {
            switch node.watch {
            case .uncovered:
                setWatch(of: node, .requested)
                request(node)
            case .alias:
                claimSharedWatch(node)
                if node.watch == .alias { list(node) }
            case .requested, .watched, .lost:
                break
            }
        }
    }
}

// MARK: - Comparing

extension WatchTree {
    private func check(_ hint: Hint) {
        guard let node = nodes[hint.directory] else { return }
        check(hint.name, in: node, isHint: true)
    }

    func list(_ node: DirectoryNode) {
        let listed: [ListedName]
        let isNew = node.files.isEmpty && node.directories.isEmpty && unreadable.isEmpty
        do {
            listed = try listNames(in: node, isNew: isNew)
        } catch .noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels {
            // Its parent, or the check of the root, is about to report the removal.
            return
        } catch {
            // Unreadable: what the tree knows may be outdated, but that is no deletion.
            hasNewBlindSpots = true
            guard node.watch == .watched else { return }
            setWatch(of: node, .uncovered(error))
            requests.append(.remove(id: node.id))
            return
        }
        node.isListed = true
        node.ignoredDirectories = []
        if isNew {
            addFiles(of: listed, in: node)
        } else {
            // Missing names first, as in `resolve`.
            let names = Set(listed.lazy.map(\.bytes))
            for name in node.files.names + node.directories.names + node.links where !names.contains(name) {
                check(name, in: node)
            }
        }
        for name in listed {
            // A subdirectory may turn out to be a former ancestor; then this node has been removed.
            guard nodes[node.id] === node else { return }
            if let entry = name.entry, !isNew || !name.isKnownFile { check(name.bytes, in: node, found: entry) }
        }
    }

    private func listNames(in node: DirectoryNode, isNew: Bool) throws(Errno) -> [ListedName] {
        if let listing = listedAhead.removeValue(forKey: node.id), isNew { return try listing.get() }
        return try disk.list(node.parent == nil ? node.path.followed : node.path) { name in
            name.mayBeDirectory || name.isLink || inputs.contains(name.bytes, in: node.path)
                || !isNew && (node.files[name.bytes] != nil || node.directories[name.bytes] != nil)
        }
    }

    /// Adds the files of a directory that is listed for the first time, with nothing to compare them with.
    private func addFiles(of listed: [ListedName], in node: DirectoryNode) {
        node.files.reserveCapacity(listed.count { $0.isKnownFile })
        for name in listed where name.isKnownFile {
            guard case .file(let signature) = name.entry else { continue }
            node.files[name.bytes] = signature
            if isReporting { changes[node.path.appending(name.bytes)] = .changed }
        }
        fileCount += node.files.count
    }

    /// - Parameters:
    ///   - found: the entry there, if the caller has just read it.
    ///   - isHint: true if an event named it, false if the whole directory is compared.
    func check(
        _ name: [UInt8], in node: DirectoryNode, found: DirectoryEntry? = nil, isHint: Bool = false
    ) {
        let entry = found ?? disk.entry(at: node.path.appending(name))
        let wasUnreadable = !unreadable.isEmpty && unreadable.removeValue(forKey: node.path.appending(name)) != nil
        checkLink(name, in: node, entry, isHint: isHint)
        switch entry {
        case .directory(let identity): checkDirectory(name, in: node, identity, isHint: isHint)
        case .file(let signature):
            if let known = node.directories[name] { detach(known) }
            guard isWanted(name, in: node) else { return }
            let known = node.files.replace(name, with: signature)
            if known == nil { fileCount += 1 }
            let isChange = known.map { !$0.isSameState(as: signature) || isHint && $0.isRacy } ?? true
            if isChange, isReporting { changes[node.path.appending(name)] = .changed }
        case .unreadable(let error):
            // Neither present nor missing. The known state stays until the entry is readable again.
            unreadable[node.path.appending(name)] = Unreadable(error: error, hint: Hint(directory: node.id, name: name))
            hasNewBlindSpots = hasNewBlindSpots || !wasUnreadable
        case .missing, .other, .linkedDirectory:
            if let known = node.directories[name] { detach(known) }
            // The file may have been created and deleted between two comparisons, and another process may have read or
            // written it.
            if entry == .missing, isReporting, node.files[name] == nil, isWanted(name, in: node) {
                changes[node.path.appending(name)] = .removed
            }
            forgetFile(name, in: node)
        }
    }

    private func checkDirectory(_ name: [UInt8], in node: DirectoryNode, _ identity: FileIdentity, isHint: Bool) {
        forgetFile(name, in: node)
        let isIgnored = isIgnored(name, in: node) || reserved.contains(identity)
        if isIgnored { node.ignoredDirectories.insert(name) } else { node.ignoredDirectories.remove(name) }
        if let known = node.directories[name] {
            if known.identity == identity, known.watch != .lost, !isIgnored {
                // A `chmod` may have made it readable.
                if isHint { recheck(known) } else if hasUnreadable(in: known) { list(known) }
                return
            }
            detach(known)
        }
        if !isIgnored { attach(name, in: node, path: node.path.appending(name), identity: identity) }
    }

    /// True if a file of this name would be reported.
    func isWanted(_ name: [UInt8], in node: DirectoryNode) -> Bool {
        node.files[name] != nil || inputs.contains(name, in: node.path)
    }

    private func hasUnreadable(in node: DirectoryNode) -> Bool {
        unreadable.keys.contains { $0.isBelow(node.path) }
    }

    private func forgetFile(_ name: [UInt8], in node: DirectoryNode) {
        guard node.files.remove(name) != nil else { return }
        fileCount -= 1
        if isReporting { changes[node.path.appending(name)] = .removed }
    }

    /// Compares a directory after an event about itself, and its subdirectories. It may have been elsewhere for a
    /// moment. Then it was missing when it was to be listed, or its entries were found at the other path and are
    /// missing here. A reader may have missed its files in that moment, so all of them are reported as changed.
    private func recheck(_ node: DirectoryNode) {
        claimSharedWatch(node)
        // A directory whose watch is pending is listed once it is watched.
        if node.watch != .requested { list(node) }
        if isReporting {
            for name in node.files.names + node.links { changes[node.path.appending(name)] = .changed }
        }
        for child in Array(node.directories.values) where nodes[child.id] === child { recheck(child) }
    }
}
