import Glibc
import LinuxSystem
import SystemPackage

/// The file by which git says that it is changing the working tree.
struct GitLock: Hashable, Sendable {
    /// Git's directory for this working tree, which for linked ones and submodules is somewhere else.
    let directory: FilePath

    static let fileName = Array("index.lock".utf8)

    /// The repository that `root` is in, if any.
    init?(root: FilePath) {
        var place = root.lexicallyNormalized()
        while true {
            let candidate = place.appending(".git")
            if let directory = Self.directory(of: candidate, in: place) {
                self.directory = directory
                return
            }
            guard place.removeLastComponent() else { return nil }
        }
    }

    var isHeld: Bool {
        RawPath(directory).appending(Self.fileName).withCString { access($0, F_OK) } == 0
    }

    private static func directory(of candidate: FilePath, in place: FilePath) -> FilePath? {
        var status = stat()
        guard candidate.withPlatformString({ stat($0, &status) }) == 0 else { return nil }
        guard status.st_mode & S_IFMT != S_IFDIR else { return candidate }
        let prefix = "gitdir: "
        guard let text = try? RegularFile.text(of: candidate, atMost: longestText), text.hasPrefix(prefix) else {
            return nil
        }
        let target = FilePath(String(text.dropFirst(prefix.count).prefix { $0 != "\n" }))
        return place.pushing(target)
    }

    /// A path behind a few words.
    private static let longestText = Int(PATH_MAX) + 16
}
