import SystemPackage

@testable import FileWatching

/// A fake disk of paths and inode numbers.
final class PaperDisk: DirectoryReader {
    private var entries: [String: DirectoryEntry] = [:]
    private var nextInode: UInt64 = 1

    /// Creates files and their directories. `/r` always exists.
    init(_ files: [String]) {
        add("/r/.keep")
        for file in files { add(file) }
    }

    // MARK: Changes

    func add(_ path: String) {
        var directory = ""
        for name in path.split(separator: "/").dropLast() {
            directory += "/" + name
            if entries[directory] == nil { entries[directory] = .directory(inode()) }
        }
        entries[path] = .file(EntrySignature(identity: inode()))
    }

    func touch(_ path: String, isRacy: Bool = false) {
        guard case .file(var signature) = entries[path] else { return }
        signature.modified += 1
        signature.isRacy = isRacy
        entries[path] = .file(signature)
    }

    func letTimePass(_ path: String) {
        guard case .file(var signature) = entries[path] else { return }
        signature.isRacy = false
        entries[path] = .file(signature)
    }

    func remove(_ path: String) {
        entries[path] = nil
    }

    func move(_ from: String, _ to: String) {
        for (path, entry) in entries where path == from || path.hasPrefix(from + "/") {
            entries[path] = nil
            entries[to + path.dropFirst(from.count)] = entry
        }
    }

    /// Acts as `mount --bind`.
    func bind(_ from: String, _ to: String) {
        for (path, entry) in entries where path == from || path.hasPrefix(from + "/") {
            entries[to + path.dropFirst(from.count)] = entry
        }
    }

    func forbid(_ path: String) {
        entries[path] = .unreadable(.permissionDenied)
    }

    private func inode() -> FileIdentity {
        nextInode += 1
        return FileIdentity(device: 1, inode: nextInode)
    }

    // MARK: Trees

    func tree() -> WatchTree {
        let options = WatchOptions(root: "/r", runtimeDirectory: "/run")
        let tree = WatchTree(options: options, firstID: 16, reserved: [], disk: self)
        tree.isReporting = true
        return tree
    }

    /// Returns a tree that has listed everything and reported it.
    func settledTree() -> WatchTree {
        let tree = tree()
        _ = tree.recrawl()
        while tree.awaited > 0 {
            for case .add(let id, _, _) in tree.drainRequests() { tree.watched(id) }
        }
        _ = tree.drainChanges()
        return tree
    }

    // MARK: DirectoryReader

    func entry(at path: RawPath) -> DirectoryEntry {
        entries[Self.text(path)] ?? .missing
    }

    func list(_ path: RawPath, wanting isWanted: (ListedName) -> Bool) throws(Errno) -> [ListedName] {
        let prefix = Self.text(path) + "/"
        guard case .directory = entry(at: path) else { throw .noSuchFileOrDirectory }
        return entries.keys.filter { $0.hasPrefix(prefix) && !$0.dropFirst(prefix.count).contains("/") }.sorted().map {
            var name = ListedName(bytes: Array($0.dropFirst(prefix.count).utf8), mayBeDirectory: true)
            if isWanted(name) { name.entry = entries[$0] }
            return name
        }
    }

    private static func text(_ path: RawPath) -> String {
        let text = String(decoding: path.bytes, as: UTF8.self)
        return text.hasSuffix("/.") ? String(text.dropLast(2)) : text
    }
}
