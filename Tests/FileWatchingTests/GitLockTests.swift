import Foundation
import MockModel
import SystemPackage
import Testing

@testable import FileWatching

/// Finds the repository that contains a root. git itself gives the expected answer.
@Suite struct GitLockTests {
    /// The layouts to test, as shell commands that run in `base`; the root is `base/root`.
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

    /// Contents of the user's configuration of git, `base/.gitconfig`; `$base` is that folder, which is above the root.
    private static let configurations = [
        "a folder": "[safe]\n directory = $base",
        "any folder": "[user]\n\tname = T # [safe]\n[Safe] Directory=*",
        "a folder, and then none": "[safe]\ndirectory = $base\ndirectory =\n",
        "none, and then a folder": "[safe]\ndirectory = /\ndirectory =\ndirectory = \"$base\" ; mine",
        "another folder": "[safe]\ndirectory = $base/root",
        "a subsection": "[safe \"x]\"]\ndirectory = *",
        "a file of its own": "[include]\n\tpath = more\n",
        "the home folder": "[safe]\ndirectory = ~",
        "a folder in two lines": "[safe]\ndirectory = \\\n$base\\\n",
    ]

    private func check(_ script: String, configuration: String? = nil) throws {
        let playground = try Playground()
        let base = playground.base
        var quiet = "export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_TEMPLATE_DIR=; unset SUDO_UID;"
        var variables = ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"]
        if let configuration {
            let home = base.string
            let text = configuration.replacing("$base", with: try #require(base.resolved))
            try Data(text.utf8).write(to: URL(filePath: home + "/.gitconfig"))
            try Data("[safe]\ndirectory = *\n".utf8).write(to: URL(filePath: home + "/more"))
            quiet =
                "export HOME='\(home)' GIT_CONFIG_SYSTEM=/dev/null; unset GIT_CONFIG_GLOBAL XDG_CONFIG_HOME SUDO_UID;"
            variables = ["HOME": home, "GIT_CONFIG_SYSTEM": "/dev/null"]
        }
        let answer = base.appending("answer")
        #expect(try playground.run("bash", "-c", "\(quiet) cd '\(base)' && \(script)") == 0)
        try playground.run(
            "bash", "-c", "\(quiet) timeout 20 git -C '\(playground.root)' rev-parse --absolute-git-dir > '\(answer)'")
        let said = try String(contentsOfFile: answer.string, encoding: .utf8).split(separator: "\n").first.map(
            String.init)
        let safe = GitSafeDirectories { variables[$0] }
        let found = GitLock(root: playground.root, isSafe: safe.contains)?.directory
        #expect(found.map { realPath($0) } == said.map { realPath(FilePath($0)) })
    }

    private func realPath(_ path: FilePath) -> String { URL(filePath: path.string).resolvingSymlinksInPath().path() }

    @Test(.enabled(if: Tools.has("git")), .timeLimit(.minutes(1)), arguments: places.keys.sorted())
    func `the repository is the one that git finds`(place: String) throws {
        try check(Self.places[place] ?? "")
    }

    @Test(
        .enabled(if: geteuid() == 0 && Tools.has("git"), "only root can give files away"),
        arguments: foreignPlaces.keys.sorted())
    func `a repository of another user is ignored, as by git`(place: String) throws {
        try check(Self.foreignPlaces[place] ?? "")
    }

    @Test(
        .enabled(if: geteuid() == 0 && Tools.has("git"), "only root can give files away"),
        arguments: configurations.keys.sorted())
    func `a repository of another user counts if the configuration of git lists it`(name: String) throws {
        let script = "git init -q .; touch .git/index.lock; chown -R 65534 .git"
        try check(script, configuration: Self.configurations[name])
    }

    @Test(
        .enabled(if: Tools.has("git")),
        arguments: [
            "", "[a]\nb\nc = d", "[a]b=c\nd = e # f\n; g\n[h.i] j = k", "[a \"b\"]\nc = d\n[e]\nf = g",
            "[a]\n\tb = \" c ; d \" e # f\n\tg = h   i\t\n", "[a]\nb = c\\\n  d\n e = \\\"f\\\\\\t\\n",
            "\u{FEFF}[a]\r\nb = c\r\nd\r\n", "[a \"]\\\"\"] b = c\n[D-1] E-2 = f", "[a]\nb =\n\nc = \"\"",
        ])
    func `keys and values are read as git reads them`(text: String) throws {
        let playground = try Playground()
        let file = playground.base.appending("config")
        try Data(text.utf8).write(to: URL(filePath: file.string))
        let list = "git config --file '\(file)' --null --list > '\(file).list'"
        try #require(try playground.run("bash", "-c", list) == 0)
        let listed = try String(contentsOfFile: "\(file).list", encoding: .utf8).split(separator: "\0")
        let expected = listed.map { entry in
            let parts = entry.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            return "\(parts[0])=\(parts.count > 1 ? parts[1] : "")"
        }
        var reader = GitConfigReader(Array(text.utf8))
        var found: [String] = []
        while let entry = reader.next() { found.append("\(entry.key)=\(entry.value)") }
        // The reader leaves out subsections.
        #expect(found == expected.filter { !$0.hasPrefix("a.b.") && !$0.hasPrefix("a.]") })
    }

    @Test func `root owns the repositories of the user who called sudo as well`() throws {
        let (own, called) = (GitOwner(user: 0, caller: nil), GitOwner(user: 0, caller: 1000))
        #expect(own.owns("/") && called.owns("/"))
        #expect(!GitOwner(user: 1000, caller: 1000).owns("/"))
        let playground = try Playground()
        guard geteuid() == 0 else { return }
        #expect(chown(playground.root.string, 1000, 1000) == 0)
        #expect(!own.owns(playground.root) && called.owns(playground.root))
        #expect(!GitOwner(user: 1, caller: 1000).owns(playground.root))
    }

    @Test func `a pointer that is longer than any path is ignored`() throws {
        let playground = try Playground()
        try playground.write(".git", "gitdir: " + String(repeating: "/", count: 100_000))
        #expect(GitLock(root: playground.root) == nil)
    }

    @Test(.enabled(if: Tools.hasMountNamespaces, "needs the right to mount in a namespace of its own"))
    func `the search ends at another file system`() throws {
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

extension FilePath {
    /// Without links; `nil` if it leads nowhere.
    fileprivate var resolved: String? {
        guard let path = withPlatformString({ realpath($0, nil) }) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}
