internal import MockModel
internal import SystemPackage

/// Folders that messages and generated files show under other names, so that equal inputs at different places give equal
/// bytes.
package struct PathPrefixMap: Hashable, Sendable {
    private struct Entry: Hashable, Sendable {
        /// An absolute path.
        var folder: DiskPath
        /// Empty to show paths relative to the folder.
        var name: String
    }

    /// The longest path first, because it is the most specific.
    private var entries: [Entry] = []

    package init() {}

    /// - Parameters:
    ///   - folder: an absolute path; a later name of the same folder replaces the earlier one.
    ///   - name: the text that takes its place; empty to leave it out.
    mutating func add(_ folder: FilePath, as name: String) {
        let folder = DiskPath(folder)
        entries.removeAll { $0.folder == folder }
        let position = entries.firstIndex { $0.folder.text.utf8.count < folder.text.utf8.count } ?? entries.endIndex
        entries.insert(Entry(folder: folder, name: name), at: position)
    }

    /// Writes what decides how paths are shown, for the cache.
    func write(to writer: inout ByteWriter) {
        writer.list(entries) { entry, writer in
            writer.text(entry.folder.text)
            writer.text(entry.name)
        }
    }

    /// Returns the path with the name of its folder; `nil` if it is in none of them.
    func shown(_ path: DiskPath) -> String? {
        for entry in entries {
            guard let rest = path.below(entry.folder) else { continue }
            return entry.name.isEmpty ? rest : entry.name.hasSuffix("/") ? entry.name + rest : "\(entry.name)/\(rest)"
        }
        return nil
    }

    /// Returns the paths that may be shown so.
    func originals(of shown: String) -> [String] {
        entries.compactMap { entry in
            let start = entry.name.isEmpty || entry.name.hasSuffix("/") ? entry.name : entry.name + "/"
            guard shown.hasPrefix(start) else { return nil }
            return "\(entry.folder.text)/\(shown.dropFirst(start.count))"
        }
    }
}
