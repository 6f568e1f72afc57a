internal import SystemPackage

/// Which output file each source file's mocks go to.
///
/// The compiler forbids equal base names in a module, so sources of the same name get their parent folders in front:
/// all of them, whichever came first, because the layout must not depend on the order of edits.
struct OutputLayout {
    /// A source that declares mocks, the folder that is to hold them, and the target that this folder belongs to.
    struct Source: Hashable {
        var path: FilePath
        var folder: FilePath
        var target: String
    }

    private(set) var paths: [FilePath: FilePath] = [:]

    init(_ sources: [Source]) {
        let folders = Dictionary(sources.map { ($0.path, $0.folder) }, uniquingKeysWith: { first, _ in first })
        for sources in Dictionary(grouping: sources, by: \.target).values {
            for (name, path) in Self.names(sources.map(\.path)) {
                paths[path] = folders[path]?.appending("\(name).mocks.swift")
            }
        }
    }

    private static func names(_ paths: [FilePath]) -> [(String, FilePath)] {
        var pending = paths
        var result: [(String, FilePath)] = []
        var depth = 0
        while !pending.isEmpty {
            let byName = Dictionary(grouping: pending) { name($0, parents: depth) }
            pending = []
            for (name, group) in byName {
                let isFinal = group.count == 1 || group.allSatisfy { $0.components.count <= depth + 1 }
                if isFinal { result += group.map { (name, $0) } } else { pending += group }
            }
            depth += 1
        }
        return result
    }

    /// `Cook`, `Kitchen-Cook`, `Sources-Kitchen-Cook`
    private static func name(_ path: FilePath, parents: Int) -> String {
        let stem = path.stem ?? "Source"
        let folders = path.removingLastComponent().components.suffix(parents).map(\.string)
        return (folders + [stem]).joined(separator: "-")
    }
}
