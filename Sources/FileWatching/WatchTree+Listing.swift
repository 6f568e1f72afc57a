import MockModel

extension WatchTree {
    /// The names in the listed directories that are sources, other inputs or directories.
    var listing: TreeListing {
        var listing = TreeListing()
        listing.reserveCapacity(directoryCount)
        // A name that could not be read may or may not be a file; a reader of its directory gets the error.
        let doubtful = Set(unreadable.keys.map(\.directory))
        for node in nodes.values where node.isListed && !doubtful.contains(node.path) {
            guard let path = String(validating: node.path.bytes, as: UTF8.self) else { continue }
            let directories = node.directories.names + node.ignoredDirectories
            listing.add(path) { [files = node.files, links = node.links] in
                files.map { name, signature in
                    FolderEntry(
                        nameBytes: name, kind: .file, isLink: signature.isLink, signature: signature.fileSignature)
                } + directories.map { FolderEntry(nameBytes: $0, kind: .directory) }
                    + links.map { FolderEntry(nameBytes: $0, kind: .directory, isLink: true) }
            }
        }
        return listing
    }
}
