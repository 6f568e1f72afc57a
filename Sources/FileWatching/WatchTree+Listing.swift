import MockModel

extension WatchTree {
    /// What is in the directories that have been listed, as far as it can be a source or holds some.
    var listing: TreeListing {
        var listing = TreeListing()
        listing.reserveCapacity(directoryCount)
        // Nobody can tell whether what may not be looked at is a file: who reads it is told why not.
        let doubtful = Set(unreadable.keys.map(\.directory))
        for node in nodes.values where node.isListed && !doubtful.contains(node.path) {
            guard let path = String(validating: node.path.bytes, as: UTF8.self) else { continue }
            listing.add(path) { [files = node.files, directories = node.directories.names + node.ignoredDirectories] in
                files.map { name, signature in
                    FolderEntry(
                        nameBytes: name, kind: .file, isLink: signature.isLink, signature: signature.ofFile)
                } + directories.map { FolderEntry(nameBytes: $0, kind: .directory) }
            }
        }
        return listing
    }
}
