import MockModel
import SystemPackage

/// The directories that are watched and the signatures of the files in them: what the disk looked like when each entry
/// was last looked at.
///
/// Events are hints about names; the tree asks the disk (`lstat`) what is true and keeps the difference. A directory is
/// watched first and listed second, so that nothing can appear in between unseen. It talks to nobody: requests for the
/// kernel and changes for the engine are collected, and whoever owns the tree takes them.
final class WatchTree {
    /// A name in a directory that should be looked at.
    struct Hint: Hashable, Sendable {
        var directory: UInt32
        var name: [UInt8]
    }

    private let rootPath: RawPath
    private let isInput: @Sendable (FilePath) -> Bool
    private let ignoredNames: Set<[UInt8]>
    private let disk: any DirectoryReader
    /// Directories that are watched for other reasons: one inode has one watch, and theirs must not be taken away.
    private let reserved: Set<FileIdentity>

    private var nextID: UInt32
    private(set) var root: DirectoryNode?
    private var nodes: [UInt32: DirectoryNode] = [:]
    private var nodeByIdentity: [FileIdentity: DirectoryNode] = [:]
    private(set) var fileCount = 0
    private(set) var uncoveredCount = 0
    private(set) var watchedCount = 0
    /// Where the disk refuses to say what is there.
    private(set) var unreadable: [RawPath: Errno] = [:]
    /// Watches that the kernel has been asked for and has not answered.
    private(set) var awaited = 0

    private var requests: [WatcherRequest] = []
    /// Names at which something was found to be no longer what it was, while something else was being looked at.
    private var doubts: [Hint] = []
    /// False during the first look, of which nobody wants to hear.
    var isReporting = false
    private var changes: [RawPath: FileChange.Kind] = [:]

    init(options: WatchOptions, firstID: UInt32, reserved: Set<FileIdentity>, disk: any DirectoryReader) {
        self.rootPath = RawPath(options.root)
        self.isInput = options.isInput
        self.nextID = firstID
        self.reserved = reserved
        self.disk = disk
        self.ignoredNames = Set(options.ignoredDirectoryNames.map { Array($0.utf8) })
    }

    var directoryCount: Int { nodes.count }

    // MARK: What others take

    func takeRequests() -> [WatcherRequest] {
        defer { requests.removeAll() }
        return requests
    }

    /// The differences since the last call, each path once, in the order of their paths.
    func takeChanges() -> [FileChange] {
        defer { changes.removeAll() }
        return changes.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
            .map { FileChange(path: $0.key.filePath, kind: $0.value) }
    }

    // MARK: Hints

    /// Whether an event about this name can mean anything here.
    func isOfInterest(_ name: [UInt8], in directory: UInt32, isDirectory: Bool) -> Bool {
        guard let node = nodes[directory] else { return false }
        if isDirectory { return !ignoredNames.contains(name) }
        return node.directories[name] != nil || node.files[name] != nil || isInput(node.path.appending(name).filePath)
    }

    /// - Returns: false if there was nothing to doubt.
    func resolveDoubts() -> Bool {
        guard !doubts.isEmpty else { return false }
        let hints = doubts
        doubts.removeAll()
        resolve(hints)
        return true
    }

    /// Looks at the names, at which something has happened. What is found there as it was may still have been away for a
    /// moment, in which somebody else looked for it, so that it is reported.
    ///
    /// Those that are gone come first, so that a directory that moved leaves its old place before it is added at the
    /// new one.
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

    func watched(_ id: UInt32) {
        guard let node = nodes[id], node.watch == .requested else { return }
        setWatch(of: node, .watched)
        list(node)
    }

    /// - Returns: the name to look at again, if the directory seems to have gone.
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

    /// - Returns: the name to look at again.
    func gone(_ id: UInt32) -> Hint? {
        guard let node = nodes[id], node.watch == .watched || node.watch == .requested else { return nil }
        setWatch(of: node, .lost)
        return hint(for: node)
    }

    func path(of id: UInt32) -> RawPath? { nodes[id]?.path }

    /// Why directories are swept, by reason.
    func uncoveredReasons() -> [Errno: Int] {
        nodes.values.reduce(into: [:]) { reasons, node in
            if case .uncovered(let error) = node.watch { reasons[error, default: 0] += 1 }
        }
    }

    // MARK: The root

    enum RootCondition {
        case inPlace
        /// Another directory, or the same one without its watch.
        case replaced
        case missing
    }

    func rootCondition() -> RootCondition {
        // The root may be a symbolic link, which the dot makes the kernel follow.
        guard case .directory(let identity) = disk.entry(at: rootPath.followed) else { return .missing }
        if let root, root.identity == identity, root.watch != .lost { return .inPlace }
        // The place of a mount that is gone, or of a clone that has not begun: nothing was deleted in there.
        if root != nil, (try? disk.list(rootPath.followed))?.isEmpty ?? true { return .missing }
        return .replaced
    }

    // MARK: Everything again

    /// Asks for every watch anew, of a process that knows none of them, and compares each directory when it is watched.
    ///
    /// - Returns: false when there is no directory at the root's path. Then nothing changes.
    func recrawl() -> Bool {
        guard case .directory(let identity) = disk.entry(at: rootPath.followed) else { return false }
        requests.removeAll()
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
    /// - Returns: how many entries that took.
    func audit(_ id: UInt32) -> Int {
        guard let node = nodes[id], node.watch == .watched else { return 0 }
        list(node)
        return 1 + node.files.count + node.directories.count
    }

    /// Asks again for the watches that were refused; whatever the answer, those directories are compared.
    func sweep() {
        for node in Array(nodes.values) where nodes[node.id] != nil {
            switch node.watch {
            case .uncovered:
                setWatch(of: node, .requested)
                request(node)
            case .alias:
                takeOverWatch(node)
                if node.watch == .alias { list(node) }
            case .requested, .watched, .lost:
                break
            }
        }
    }
}

// MARK: - Looking

extension WatchTree {
    private func check(_ hint: Hint) {
        guard let node = nodes[hint.directory] else { return }
        check(hint.name, in: node, isHint: true)
    }

    private func list(_ node: DirectoryNode) {
        let listed: [ListedName]
        do {
            listed = try disk.list(node.parent == nil ? node.path.followed : node.path)
        } catch .noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels {
            // It is about to be reported as gone, by its parent or as a lost root.
            return
        } catch {
            // Not readable: whatever was known about it cannot be known any more, but that is no deletion either.
            guard node.watch == .watched else { return }
            setWatch(of: node, .uncovered(error))
            requests.append(.remove(id: node.id))
            return
        }
        // Gone ones first, as in `resolve`.
        let names = Set(listed.lazy.map(\.bytes))
        for name in Array(node.files.keys) + Array(node.directories.keys) where !names.contains(name) {
            check(name, in: node)
        }
        for entry in listed {
            // One of the directories in it may have turned out to be one that it was in: then it is not here any more.
            guard nodes[node.id] === node else { return }
            let path = node.path.appending(entry.bytes)
            let isKnown = node.files[entry.bytes] != nil || node.directories[entry.bytes] != nil
            let isWanted = isKnown || isInput(path.filePath)
            if isWanted || entry.mayBeDirectory { check(entry.bytes, in: node, path: path, isWanted: isWanted) }
        }
    }

    private func check(_ name: [UInt8], in node: DirectoryNode, isHint: Bool = false) {
        let path = node.path.appending(name)
        let isWanted = node.files[name] != nil || isInput(path.filePath)
        check(name, in: node, path: path, isWanted: isWanted, isHint: isHint)
    }

    /// - Parameters:
    ///   - isWanted: whether it would be reported if it were a file.
    ///   - isHint: whether something has happened there, and not only a look at everything in the directory.
    private func check(
        _ name: [UInt8], in node: DirectoryNode, path: RawPath, isWanted: Bool, isHint: Bool = false
    ) {
        let entry = disk.entry(at: path)
        if !unreadable.isEmpty { unreadable[path] = nil }
        switch entry {
        case .directory(let identity):
            forgetFile(name, in: node, path: path)
            if let known = node.directories[name] {
                if known.identity == identity, known.watch != .lost {
                    // A change of its permissions may have opened it.
                    if isHint { lookAgain(known) } else if hasUnreadable(in: known) { list(known) }
                    return
                }
                detach(known)
            }
            guard !ignoredNames.contains(name), !reserved.contains(identity) else { return }
            attach(name, in: node, path: path, identity: identity)
        case .file(let signature):
            if let known = node.directories[name] { detach(known) }
            guard isWanted else { return }
            let known = node.files.updateValue(signature, forKey: name)
            if known == nil { fileCount += 1 }
            let isNews = known.map { !$0.isSameState(as: signature) || isHint && $0.isRacy } ?? true
            if isNews, isReporting { changes[path] = .changed }
        case .unreadable(let error):
            // Neither there nor gone. What is known stays until somebody may look again.
            unreadable[path] = error
        case .missing, .other:
            if let known = node.directories[name] { detach(known) }
            // It may have come and gone between two looks. Somebody else can have seen it, or can have written it.
            if entry == .missing, isWanted, isReporting, node.files[name] == nil { changes[path] = .removed }
            forgetFile(name, in: node, path: path)
        }
    }

    private func hasUnreadable(in node: DirectoryNode) -> Bool {
        unreadable.keys.contains { $0.isBelow(node.path) }
    }

    private func forgetFile(_ name: [UInt8], in node: DirectoryNode, path: RawPath) {
        guard node.files.removeValue(forKey: name) != nil else { return }
        fileCount -= 1
        if isReporting { changes[path] = .removed }
    }

    /// Something happened to the directory itself. It may have been somewhere else for a moment: then it was not found
    /// when it was to be listed, or what is in it was found there and is missed here; and whoever read its files in that
    /// moment did not find them.
    private func lookAgain(_ node: DirectoryNode) {
        takeOverWatch(node)
        // One whose watch is not there yet is listed when it is.
        if node.watch != .requested { list(node) }
        if isReporting { for name in node.files.keys { changes[node.path.appending(name)] = .changed } }
        for child in Array(node.directories.values) where nodes[child.id] === child { lookAgain(child) }
    }
}

// MARK: - Structure

extension WatchTree {
    private func attach(_ name: [UInt8], in parent: DirectoryNode, path: RawPath, identity: FileIdentity) {
        var isAlias = false
        if let other = nodeByIdentity[identity], other.watch != .lost {
            if other.parent != nil, disk.entry(at: other.path) != .directory(identity) {
                // It moved here, and the event that says so has not been looked at yet.
                if let hint = hint(for: other) { doubts.append(hint) }
                detach(other)
                // What moved may have been a directory that the new place was in, as far as was known.
                guard nodes[parent.id] === parent else { return }
            } else {
                isAlias = true
            }
        }
        let node = makeNode(parent: parent, name: name, path: path, identity: identity)
        parent.directories[name] = node
        if isAlias {
            setWatch(of: node, .alias)
            list(node)
        } else {
            request(node)
        }
    }

    /// Where a directory is in two places, one has the watch; when that place is gone, the other one needs it.
    private func takeOverWatch(_ node: DirectoryNode) {
        guard node.watch == .alias else { return }
        if let holder = nodeByIdentity[node.identity], holder !== node, holder.watch != .lost { return }
        nodeByIdentity[node.identity] = node
        setWatch(of: node, .requested)
        request(node)
    }

    private func detach(_ node: DirectoryNode) {
        for child in Array(node.directories.values) { detach(child) }
        for path in unreadable.keys where path.isBelow(node.path) { unreadable[path] = nil }
        fileCount -= node.files.count
        if isReporting {
            for name in node.files.keys { changes[node.path.appending(name)] = .removed }
        }
        if node.watch == .watched || node.watch == .requested { requests.append(.remove(id: node.id)) }
        setWatch(of: node, .lost)
        nodes[node.id] = nil
        if nodeByIdentity[node.identity] === node { nodeByIdentity[node.identity] = nil }
        if node.parent?.directories[node.name] === node { node.parent?.directories[node.name] = nil }
    }

    private func makeNode(
        parent: DirectoryNode?, name: [UInt8], path: RawPath, identity: FileIdentity
    ) -> DirectoryNode {
        let node = DirectoryNode(id: nextID, parent: parent, name: name, path: path, identity: identity)
        nextID += 1
        nodes[node.id] = node
        if nodeByIdentity[identity] == nil || nodeByIdentity[identity]?.watch == .lost {
            nodeByIdentity[identity] = node
        }
        awaited += 1
        return node
    }

    private func request(_ node: DirectoryNode) {
        let path = node.parent == nil ? node.path.followed : node.path
        requests.append(.add(id: node.id, mask: .tree, path: Array(path.bytes)))
    }

    private func setWatch(of node: DirectoryNode, _ watch: DirectoryNode.Watch) {
        if node.watch == .requested { awaited -= 1 }
        if node.isUncovered { uncoveredCount -= 1 }
        if node.watch == .watched { watchedCount -= 1 }
        node.watch = watch
        if node.watch == .requested { awaited += 1 }
        if node.isUncovered { uncoveredCount += 1 }
        if node.watch == .watched { watchedCount += 1 }
    }

    private func hint(for node: DirectoryNode) -> Hint? {
        node.parent.map { Hint(directory: $0.id, name: node.name) }
    }
}
