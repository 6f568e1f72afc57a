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

    fileprivate struct Place: Sendable {
        var source: DiskPath
        /// That holds its mocks.
        var folder: DiskPath
    }

    /// Few sources of a target share a name.
    private var groups: [Group: [Place]]

    init(minimumCapacity: Int = 0) { groups = Dictionary(minimumCapacity: minimumCapacity) }

    /// Adds a source that declares mocks, with the folder that is to hold them.
    mutating func add(_ source: DiskPath, to group: Group, in folder: DiskPath) {
        groups[group, default: []].put(Place(source: source, folder: folder))
    }

    mutating func remove(_ source: DiskPath, from group: Group) {
        guard let place = groups[group]?.firstIndex(where: { $0.source == source }) else { return }
        groups[group]?.remove(at: place)
        if groups[group]?.isEmpty == true { groups[group] = nil }
    }

    func forEachOutput(_ body: (_ source: DiskPath, _ output: DiskPath) -> Void) {
        for places in groups.values { Self.forEachOutput(of: places, body) }
    }

    /// The output of each source of a group.
    func outputs(of group: Group) -> [(source: DiskPath, output: DiskPath)] {
        var outputs: [(source: DiskPath, output: DiskPath)] = []
        Self.forEachOutput(of: groups[group] ?? []) { outputs.append(($0, $1)) }
        return outputs
    }

    private static func forEachOutput(of places: [Place], _ body: (_ source: DiskPath, _ output: DiskPath) -> Void) {
        for (name, place) in names(places) { body(place.source, place.folder.appending("\(name).mocks.swift")) }
    }

    private static func names(_ places: [Place]) -> [(String, Place)] {
        if places.count == 1 { return [(String(places[0].source.stem), places[0])] }
        var pending = places
        var result: [(String, Place)] = []
        var depth = 1
        while !pending.isEmpty {
            let byName = Dictionary(grouping: pending) { name($0.source, parents: depth) }
            pending = []
            for (name, group) in byName {
                let isFinal =
                    group.count == 1 || group.allSatisfy { $0.source.filePath.components.count <= depth + 1 }
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

extension [OutputLayout.Place] {
    /// In place of what is known of the same source, if anything is.
    fileprivate mutating func put(_ place: OutputLayout.Place) {
        removeAll { $0.source == place.source }
        append(place)
    }
}
