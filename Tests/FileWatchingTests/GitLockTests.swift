import Foundation
import MockModel
import SystemPackage
import Testing

@testable import FileWatching

/// The repository that a root is in. git itself is asked for the right answer.
@Suite struct GitLockTests {
    /// What a place looks like, as commands of a shell that stands in `base`; the root is `base/root`.
    private static let places = [
        "nothing": "true",
        "a repository": "git init -q root",
        "a folder of a repository": "git init -q .",
        "a linked working tree":
            "git init -q main; git -C main -c user.name=T -c user.email=T commit -q --allow-empty -m x; rmdir root; "
            + "git -C main worktree add -q ../root 2>/dev/null",
        "a relative pointer":
            "git init -q --bare other; echo 'gitdir: ../other' > root/.git; git -C other config core.bare false",
        "a folder that is only called .git": "git init -q .; mkdir root/.git; touch root/.git/index.lock",
        "a pipe in place of .git": "git init -q .; mkfifo root/.git",
        "a socket's folder in place of .git, and a repository above": "git init -q .; ln -s /dev/null root/.git",
        "a link to a repository": "git init -q other; ln -s ../other/.git root/.git",
    ]

    private static let foreignPlaces = [
        "a repository of another user above": "git init -q .; touch .git/index.lock; chown -R 65534 .git",
        "a repository in a folder of another user": "git init -q .; chown 65534 .",
        "another user's pointer": "git init -q other; echo 'gitdir: ../other/.git' > root/.git; chown 65534 root/.git",
        "a pointer to another user's repository":
            "git init -q other; chown -R 65534 other/.git; echo 'gitdir: ../other/.git' > root/.git",
    ]

    private func check(_ script: String) throws {
        let playground = try Playground()
        let base = playground.base
        let quiet = "export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_TEMPLATE_DIR=; unset SUDO_UID;"
        let answer = base.appending("answer")
        #expect(try playground.run("bash", "-c", "\(quiet) cd '\(base)' && \(script)") == 0)
        try playground.run(
            "bash", "-c", "\(quiet) timeout 20 git -C '\(playground.root)' rev-parse --absolute-git-dir > '\(answer)'")
        let said = try String(contentsOfFile: answer.string, encoding: .utf8).split(separator: "\n").first.map(
            String.init)
        let found = GitLock(root: playground.root)?.directory
        #expect(found.map { realPath($0) } == said.map { realPath(FilePath($0)) })
    }

    private func realPath(_ path: FilePath) -> String { URL(filePath: path.string).resolvingSymlinksInPath().path() }

    @Test(.enabled(if: Tools.has("git")), .timeLimit(.minutes(1)), arguments: places.keys.sorted())
    func `it is the one that git finds`(place: String) throws {
        try check(Self.places[place] ?? "")
    }

    @Test(
        .enabled(if: geteuid() == 0 && Tools.has("git"), "only root can give files away"),
        arguments: foreignPlaces.keys.sorted())
    func `a repository of another user is none, as for git`(place: String) throws {
        try check(Self.foreignPlaces[place] ?? "")
    }

    @Test func `root takes repositories of the user who called sudo for its own`() throws {
        let (own, called) = (GitOwner(user: 0, caller: nil), GitOwner(user: 0, caller: 1000))
        #expect(own.owns("/") && called.owns("/"))
        #expect(!GitOwner(user: 1000, caller: 1000).owns("/"))
        let playground = try Playground()
        guard geteuid() == 0 else { return }
        #expect(chown(playground.root.string, 1000, 1000) == 0)
        #expect(!own.owns(playground.root) && called.owns(playground.root))
        #expect(!GitOwner(user: 1, caller: 1000).owns(playground.root))
    }

    @Test func `a pointer that is longer than any path is none`() throws {
        let playground = try Playground()
        try playground.write(".git", "gitdir: " + String(repeating: "/", count: 100_000))
        #expect(GitLock(root: playground.root) == nil)
    }

    @Test(.enabled(if: Tools.hasMountNamespaces, "needs the right to mount in a namespace of its own"))
    func `the search ends where another file system begins`() throws {
        let playground = try Playground()
        try playground.run("git", "init", "-q", ".", in: playground.base)
        #expect(GitLock(root: playground.root) != nil)
        let namespace = try Namespace("mount -t tmpfs none '\(playground.root)'")
        #expect(GitLock(root: namespace.path(playground.root)) == nil)
    }
}

extension KernelTests {
    @Suite struct ForeignGitTests {
        @Test(.enabled(if: geteuid() == 0, "only root can give files away"), .timeLimit(.minutes(1)))
        func `another user's lock above the root holds nothing up`() async throws {
            let playground = try Playground()
            try playground.run(
                "bash", "-c", "git init -q . && touch .git/index.lock && chown -R 65534 .git", in: playground.base)
            try await watching(playground) { watched in
                try playground.write("A.swift")
                #expect(try await watched.batch() == ["A.swift": .changed])
                #expect(!watched.passed.contains(.stateChanged(.deferred)))
            }
        }
    }
}
