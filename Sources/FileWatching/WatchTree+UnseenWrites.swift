extension WatchTree {
    /// Compares the files that can be written without an event: those with another hard link, and those that are mount
    /// points.
    ///
    /// - Parameter mountPoints: The names from the root to each mount point.
    func checkUnseenWrites(_ mountPoints: [[[UInt8]]]) {
        var silent: [Hint] = []
        for node in nodes.values where node.watch == .watched {
            silent += node.files.names { $0.hasOtherName }.map { Hint(directory: node.id, name: $0) }
        }
        for names in mountPoints {
            let folder = names.dropLast().reduce(root) { $0?.directories[$1] }
            if let folder, let name = names.last, folder.files[name] != nil {
                silent.append(Hint(directory: folder.id, name: name))
            }
        }
        for hint in silent {
            if let node = nodes[hint.directory] { check(hint.name, in: node) }
        }
    }
}
