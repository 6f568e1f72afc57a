import Glibc
import LinuxSystem
import SystemPackage

/// The lock file that git holds while it changes the working tree.
struct GitLock: Hashable, Sendable {
    /// Git's directory for this working tree; linked working trees and submodules keep it elsewhere.
    let directory: FilePath

    static let fileName = Array("index.lock".utf8)

    /// Finds the repository that contains `root`, by git's own rules.
    ///
    /// Other users may own folders above the root, such as `/tmp`, and a lock of theirs must not delay updates. So, as
    /// in git, the search ends at a mount boundary and at the first repository, which counts only if it belongs to this
    /// user or is listed in the user's configuration of git. A `.git` that is neither a directory nor a regular file is
    /// skipped.
    ///
    /// - Parameter isSafe: True for a working tree of another user that git's `safe.directory` lists.
    init?(
        root: FilePath, owner: GitOwner = .current, isSafe: (FilePath) -> Bool = GitSafeDirectories.ofUser.contains
    ) {
        var workTree = root.lexicallyNormalized()
        guard let device = Self.status(of: workTree)?.st_dev else { return nil }
        while let status = Self.status(of: workTree), status.st_dev == device {
            let candidate = workTree.appending(".git")
            if let directory = Self.directory(of: candidate, in: workTree) {
                guard [workTree, candidate, directory].allSatisfy(owner.owns) || isSafe(workTree) else { return nil }
                self.directory = directory
                return
            }
            guard workTree.removeLastComponent() else { return nil }
        }
        return nil
    }

    var isHeld: Bool {
        RawPath(directory).appending(Self.fileName).withCString { access($0, F_OK) } == 0
    }

    private static func directory(of candidate: FilePath, in workTree: FilePath) -> FilePath? {
        guard let status = status(of: candidate) else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return isRepository(candidate) ? candidate : nil
        case S_IFREG:
            let prefix = "gitdir: "
            guard let text = try? RegularFile.text(of: candidate, atMost: longestText), text.hasPrefix(prefix) else {
                return nil
            }
            let target = workTree.pushing(FilePath(String(text.dropFirst(prefix.count).prefix { $0 != "\n" })))
            return isRepository(target) ? target : nil
        default: return nil
        }
    }

    /// True if the directory is git's, and not only named like it.
    private static func isRepository(_ directory: FilePath) -> Bool {
        var head = stat()
        return directory.appending("HEAD").withPlatformString { lstat($0, &head) } == 0
    }

    private static func status(of path: FilePath) -> stat? {
        var status = stat()
        return path.withPlatformString { stat($0, &status) } == 0 ? status : nil
    }

    /// Room for the prefix and one path.
    private static let longestText = Int(PATH_MAX) + 16
}
