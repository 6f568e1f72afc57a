internal import MockModel

/// Assigns an output file to each source file with mocks.
///
/// The compiler forbids equal base names in a module, so sources of the same name get their parent folders in front:
/// all of them, because the layout must not depend on the order of edits. Sources of different names do not affect each
/// other, so an edit concerns one name.
struct OutputLayout: Sendable {
    /// Sources of one name whose mocks are compiled in one target.
    struct Group: Hashable, Sendable {
        var target: String
        var stem: String
    }

    private struct Placement: Sendable {
        var source: DiskPath
        /// The folder for its mocks.
        var folder: DiskPath
    }

    /// The places of a group. Nearly always there is one, which needs no table.
    private struct Placements: Sendable {
        private var one: Placement?
        /// Used for several places: the folder for each source's mocks.
        private var folders: [DiskPath: DiskPath] = [:]

        var isEmpty: Bool { one == nil && folders.isEmpty }

        var all: [Placement] { one.map { [$0] } ?? folders.map { Placement(source: $0, folder: $1) } }

        /// Replaces the place of the same source, if there is one.
        mutating func put(_ placement: Placement) {
            if isEmpty || one?.source == placement.source {
                one = placement
                return
            }
            if let one { folders[one.source] = one.folder }
            one = nil
            folders[placement.source] = placement.folder
        }

        mutating func remove(_ source: DiskPath) {
            if one?.source == source { one = nil }
            folders[source] = nil
        }
    }

    private let root: DiskPath
    /// Few sources of a target share a name.
    private var groups: [Group: Placements]

    init(root: DiskPath, minimumCapacity: Int = 0) {
        self.root = root
        groups = Dictionary(minimumCapacity: minimumCapacity)
    }

    /// Adds a source that declares mocks, with the folder for them.
    mutating func add(_ source: DiskPath, to group: Group, in folder: DiskPath) {
        groups[group, default: Placements()].put(Placement(source: source, folder: folder))
    }

    mutating func remove(_ source: DiskPath, from group: Group) {
        groups[group]?.remove(source)
        if groups[group]?.isEmpty == true { groups[group] = nil }
    }

    func forEachOutput(_ body: (_ source: DiskPath, _ output: DiskPath) -> Void) {
        for placements in groups.values { forEachOutput(of: placements.all, body) }
    }

    /// Returns the output of each source of a group.
    func outputs(of group: Group) -> [(source: DiskPath, output: DiskPath)] {
        var outputs: [(source: DiskPath, output: DiskPath)] = []
        forEachOutput(of: groups[group]?.all ?? []) { outputs.append(($0, $1)) }
        return outputs
    }

    private func forEachOutput(of placements: [Placement], _ body: (_ source: DiskPath, _ output: DiskPath) -> Void) {
        for (name, placement) in names(placements) {
            body(placement.source, placement.folder.appending(fitting(name, placement.source)))
        }
    }

    // MARK: Names

    private static let ending = ".mocks.swift"
    private static let matchers = "Matcher+"

    /// Returns the name of the file with the matchers for a target's mocks; no source's mocks get it.
    static func matcherFile(of module: String) -> String { matchers + module + ending }

    private func names(_ placements: [Placement]) -> [(String, Placement)] {
        if placements.count == 1 { return [(String(placements[0].source.stem), placements[0])] }
        var pending = placements.map { (placement: $0, folders: folders(of: $0.source)) }
        var result: [(String, Placement)] = []
        var depth = 1
        while !pending.isEmpty {
            func name(_ placement: Placement, _ folders: ArraySlice<String>) -> String {
                (folders.suffix(depth) + [String(placement.source.stem)]).joined(separator: "-")
            }
            // Two spellings of an accent are equal, too: people could not tell the files apart, nor could other
            // systems.
            let byName = Dictionary(grouping: pending) { name($0.placement, $0.folders) }
            pending = []
            for group in byName.values {
                if group.count == 1 {
                    result.append((name(group[0].placement, group[0].folders), group[0].placement))
                } else if group.allSatisfy({ $0.folders.count <= depth }) {
                    // Each keeps its own spelling, because their order is arbitrary.
                    result += group.map {
                        ("\(name($0.placement, $0.folders))-\(hash(of: $0.placement.source))", $0.placement)
                    }
                } else {
                    pending += group
                }
            }
            depth += 1
        }
        return result
    }

    /// Returns the file's name; a long one is cut and made unique by a hash.
    private func fitting(_ name: String, _ source: DiskPath) -> String {
        let room = DiskPath.longestName - Self.ending.utf8.count
        guard name.utf8.count > room || name.hasPrefix(Self.matchers) else { return name + Self.ending }
        let hash = hash(of: source)
        return "\(name.prefix(utf8: room - hash.utf8.count - 1))-\(hash)\(Self.ending)"
    }

    /// Returns the folders between the root and a source; for a source elsewhere, those below the folder that holds
    /// both.
    private func folders(of source: DiskPath) -> ArraySlice<String> {
        let folders = source.folder.components
        let shared = zip(root.components, folders).prefix { $0.utf8.elementsEqual($1.utf8) }.count
        return folders.dropFirst(shared)
    }

    private func hash(of source: DiskPath) -> String {
        String(ContentHash(Array(source.relative(to: root).utf8)).description.prefix(16))
    }
}
