import Glibc
import LinuxSystem
import SystemPackage

/// The file by which git says that it is changing the working tree.
struct GitLock: Hashable, Sendable {
    /// Git's directory for this working tree, which for linked ones and submodules is somewhere else.
    let directory: FilePath

    static let fileName = Array("index.lock".utf8)

    /// The repository that `root` is in, if git itself would say so.
    ///
    /// Above the root other users may own folders, such as `/tmp`: a lock that one of them puts there must not hold
    /// anything up. As git does, the search ends at the boundary of a mount and at the first repository, which counts
    /// only if it belongs to this user or the user's configuration of git lists it; what is called `.git` and is neither a directory nor a regular file is passed.
    ///
    /// - Parameter isSafe: whether git's configuration lists a working tree of another user as one to use.
    init?(
        root: FilePath, owner: GitOwner = .current, isSafe: (FilePath) -> Bool = GitSafeDirectories.ofUser.contains
    ) {
        var place = root.lexicallyNormalized()
        guard let device = Self.status(of: place)?.st_dev else { return nil }
        while let status = Self.status(of: place), status.st_dev == device {
            let candidate = place.appending(".git")
            if let directory = Self.directory(of: candidate, in: place) {
                guard [place, candidate, directory].allSatisfy(owner.owns) || isSafe(place) else { return nil }
                self.directory = directory
                return
            }
            guard place.removeLastComponent() else { return nil }
        }
        return nil
    }

    var isHeld: Bool {
        RawPath(directory).appending(Self.fileName).withCString { access($0, F_OK) } == 0
    }

    private static func directory(of candidate: FilePath, in place: FilePath) -> FilePath? {
        guard let status = status(of: candidate) else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return isRepository(candidate) ? candidate : nil
        case S_IFREG:
            let prefix = "gitdir: "
            guard let text = try? RegularFile.text(of: candidate, atMost: longestText), text.hasPrefix(prefix) else {
                return nil
            }
            let target = place.pushing(FilePath(String(text.dropFirst(prefix.count).prefix { $0 != "\n" })))
            return isRepository(target) ? target : nil
        default: return nil
        }
    }

    /// Tells a directory of git from one that only has its name.
    private static func isRepository(_ directory: FilePath) -> Bool {
        var head = stat()
        return directory.appending("HEAD").withPlatformString { lstat($0, &head) } == 0
    }

    private static func status(of path: FilePath) -> stat? {
        var status = stat()
        return path.withPlatformString { stat($0, &status) } == 0 ? status : nil
    }

    /// A path behind a few words.
    private static let longestText = Int(PATH_MAX) + 16
}
