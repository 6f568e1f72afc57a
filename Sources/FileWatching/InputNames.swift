import MockModel
import SystemPackage

/// Decides which files are reported: sources by their extension, the files that make a folder a project within the
/// project by their names, others by their full path.
struct InputNames: Sendable {
    private let others: Set<RawPath>
    private let otherNames: Set<[UInt8]>
    private let root: RawPath

    init(_ options: WatchOptions) {
        root = RawPath(options.root)
        others = Set(options.otherInputs.map(RawPath.init))
        otherNames = Set(options.otherInputs.compactMap { $0.lastComponent.map { Array($0.string.utf8) } })
    }

    func contains(_ name: [UInt8], in directory: RawPath) -> Bool {
        SourceFileName.isSource(name) || ProjectFile.isOne(name) && directory != root
            || otherNames.contains(name) && others.contains(directory.appending(name))
    }
}
