internal import SystemPackage

/// Which output file each source file's mocks go to.
///
/// The compiler forbids equal base names in a module, so sources of the same name get their parent folders in front:
/// all of them, whichever came first, because the layout must not depend on the order of edits. Sources of different
/// names never matter to each other, so an edit is about one name.
struct OutputLayout: Sendable {
    /// Sources of one name whose mocks are compiled in one target.
    struct Group: Hashable, Sendable {
        var target: String
        var stem: String
    }

    private var folders: [Group: [DiskPath: DiskPath]] = [:]

    /// Adds a source that declares mocks, with the folder that is to hold them.
    mutating func add(_ source: DiskPath, to group: Group, in folder: DiskPath) {
        folders[group, default: [:]][source] = folder
    }

    mutating func remove(_ source: DiskPath, from group: Group) {
        folders[group]?[source] = nil
        if folders[group]?.isEmpty == true { folders[group] = nil }
    }

    /// The output of each source of a group.
    func outputs(of group: Group) -> [DiskPath: DiskPath] {
        guard let folders = folders[group] else { return [:] }
        var outputs: [DiskPath: DiskPath] = [:]
        for (name, source) in Self.names(Array(folders.keys)) {
            outputs[source] = folders[source]?.appending("\(name).mocks.swift")
        }
        return outputs
    }

    private static func names(_ paths: [DiskPath]) -> [(String, DiskPath)] {
        if paths.count == 1 { return [(String(paths[0].stem), paths[0])] }
        var pending = paths
        var result: [(String, DiskPath)] = []
        var depth = 1
        while !pending.isEmpty {
            let byName = Dictionary(grouping: pending) { name($0, parents: depth) }
            pending = []
            for (name, group) in byName {
                let isFinal = group.count == 1 || group.allSatisfy { $0.filePath.components.count <= depth + 1 }
                if isFinal { result += group.map { (name, $0) } } else { pending += group }
            }
            depth += 1
        }
        return result
    }

    /// `Kitchen-Cook`, `Sources-Kitchen-Cook`
    private static func name(_ path: DiskPath, parents: Int) -> String {
        let folders = path.folder.filePath.components.suffix(parents).map(\.string)
        return (folders + [String(path.stem)]).joined(separator: "-")
    }
}
