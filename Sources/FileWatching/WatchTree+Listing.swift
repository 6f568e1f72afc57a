import MockModel

extension WatchTree {
    /// What is in the directories that have been listed, as far as it can be a source or holds some.
    var listing: TreeListing {
        var listing = TreeListing()
        listing.folders.reserveCapacity(directoryCount)
        for node in nodes.values where node.isListed {
            guard let path = String(validating: node.path.bytes, as: UTF8.self) else { continue }
            var entries: [FolderEntry] = []
            entries.reserveCapacity(node.files.count + node.directories.count)
            node.files.forEach { name, signature in
                entries.append(Self.entry(name, .file, isLink: signature.isLink, signature.ofFile))
            }
            node.directories.forEach { name, _ in entries.append(Self.entry(name, .directory)) }
            for name in node.ignoredDirectories { entries.append(Self.entry(name, .directory)) }
            listing.folders[path] = entries
        }
        return listing
    }

    private static func entry(
        _ name: [UInt8], _ kind: FolderEntry.Kind, isLink: Bool = false, _ signature: MockModel.FileSignature? = nil
    ) -> FolderEntry {
        FolderEntry(nameBytes: name, kind: kind, isLink: isLink, signature: signature)
    }
}
