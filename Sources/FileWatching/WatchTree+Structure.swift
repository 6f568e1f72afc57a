import MockModel
import SystemPackage

/// Adds and removes directories.
extension WatchTree {
    func attach(_ name: [UInt8], in parent: DirectoryNode, path: RawPath, identity: FileIdentity) {
        var isAlias = false
        if let other = nodeByIdentity[identity], other.watch != .lost {
            if other.parent != nil, disk.entry(at: other.path) != .directory(identity) {
                // It moved here, and its event has not been handled yet.
                if let hint = hint(for: other) { staleHints.append(hint) }
                detach(other)
                // The moved directory may have been an ancestor of the new parent, as far as the tree knew.
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

    /// If one directory has two paths, one node holds the watch; when that node is removed, the other one requests it.
    func claimSharedWatch(_ node: DirectoryNode) {
        guard node.watch == .alias else { return }
        if let holder = nodeByIdentity[node.identity], holder !== node, holder.watch != .lost { return }
        nodeByIdentity[node.identity] = node
        setWatch(of: node, .requested)
        request(node)
    }

    func detach(_ node: DirectoryNode) {
        for child in Array(node.directories.values) { detach(child) }
        for path in unreadable.keys where path.isBelow(node.path) { unreadable[path] = nil }
        fileCount -= node.files.count
        if isReporting {
            for name in node.files.names + node.links { changes[node.path.appending(name)] = .removed }
        }
        if node.watch == .watched || node.watch == .requested { requests.append(.remove(id: node.id)) }
        setWatch(of: node, .lost)
        nodes[node.id] = nil
        if nodeByIdentity[node.identity] === node { nodeByIdentity[node.identity] = nil }
        if node.parent?.directories[node.name] === node { node.parent?.directories[node.name] = nil }
    }

    func makeNode(
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

    func request(_ node: DirectoryNode) {
        let path = node.parent == nil ? node.path.followed : node.path
        requests.append(.add(id: node.id, mask: .tree, path: Array(path.bytes)))
    }

    func setWatch(of node: DirectoryNode, _ watch: DirectoryNode.Watch) {
        if node.watch == .requested { awaited -= 1 }
        if node.isUncovered { uncoveredCount -= 1 }
        if node.watch == .watched { watchedCount -= 1 }
        node.watch = watch
        if node.watch == .requested { awaited += 1 }
        if node.isUncovered { uncoveredCount += 1 }
        if node.watch == .watched { watchedCount += 1 }
    }

    func hint(for node: DirectoryNode) -> Hint? {
        node.parent.map { Hint(directory: $0.id, name: node.name) }
    }

    /// Another description of the project tells which folders hold no sources.
    ///
    /// - Returns: the names of the folders that are to be watched from now on, and of those that are not any more.
    func leaveOut(_ unwatched: UnwatchedFolders) -> [Hint] {
        self.unwatched = unwatched
        return nodes.values.flatMap { node in
            let watched = node.directories.names.filter { isIgnored($0, in: node) }
            return (watched + node.ignoredDirectories.filter { !isIgnored($0, in: node) })
                .map { Hint(directory: node.id, name: $0) }
        }
    }

    /// True for a link that leads to a directory, or may do so later.
    func isFolderLink(_ entry: DirectoryEntry) -> Bool {
        switch entry {
        case .linkedDirectory: true
        case .file(let signature): signature.leadsNowhere
        case .missing, .directory, .other, .unreadable: false
        }
    }

    /// True for the folder of a tool that holds no sources.
    func isIgnored(_ name: [UInt8], in node: DirectoryNode) -> Bool {
        unwatched.contains(String(decoding: name, as: UTF8.self)) { node.path.appending(name).filePath }
    }

    /// Notes a link that leads, or may later lead, to a directory. The engine reads what is behind it, so an event about
    /// the link is a change: it may lead elsewhere.
    func checkLink(_ name: [UInt8], in node: DirectoryNode, _ entry: DirectoryEntry, isHint: Bool) {
        if isFolderLink(entry), !isWanted(name, in: node) {
            let isNew = node.links.insert(name).inserted
            if isReporting, isNew || isHint { changes[node.path.appending(name)] = .changed }
        } else if !node.links.isEmpty, node.links.remove(name) != nil, isReporting {
            changes[node.path.appending(name)] = .removed
        }
    }
}
