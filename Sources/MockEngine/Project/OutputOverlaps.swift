internal import SystemPackage

/// Finds outputs of a list that could be in conflict, without comparing each with each.
struct OutputOverlaps {
    /// The first output in a folder, by that folder and each above it.
    private var within: [FilePath: Int] = [:]
    private var folders: [FilePath: Int] = [:]
    private var files: [FilePath: Int] = [:]

    /// Adds an output with its number; numbers grow.
    mutating func add(_ output: Module.Output, _ number: Int) {
        switch output {
        case .folder(let path): folders[path] = folders[path] ?? number
        case .file(let path): files[path] = files[path] ?? number
        }
        for folder in output.path.withFolders { within[folder] = within[folder] ?? number }
    }

    /// Returns the first output that is the same, within this one or around it. Nothing is within a file.
    func first(overlapping output: Module.Output) -> Int? {
        var found = output.path.withFolders.compactMap { folders[$0] }
        switch output {
        case .folder(let path): if let inner = within[path] { found.append(inner) }
        case .file(let path): if let same = files[path] { found.append(same) }
        }
        return found.min()
    }
}

extension FilePath {
    /// The path and all folders above it.
    var withFolders: [FilePath] {
        var paths = [self]
        var path = self
        while path.removeLastComponent() { paths.append(path) }
        return paths
    }
}
