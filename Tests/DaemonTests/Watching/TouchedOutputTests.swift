import Foundation
import Glibc
import Testing

/// Generated files are deleted, edited or replaced under a running daemon.
@Suite(.timeLimit(.minutes(10))) struct TouchedOutputTests {
    @Test func `a mock that is deleted is written again`() async throws {
        let watched = try await WatchedPackage()
        let good = watched.mock("Cook")
        try FileManager.default.removeItem(at: watched.package.url(PackageFixture.mockPath))
        try await watched.sync()
        #expect(watched.mock("Cook") == good)
        try await watched.finish()
    }

    @Test func `a mock that is edited by hand is left alone and reported, until the edit is undone`() async throws {
        let watched = try await WatchedPackage()
        let good = try #require(watched.mock("Cook"))
        try watched.write(PackageFixture.mockPath, good + "// mine\n")
        #expect(await watched.daemon.event("output-conflict", containing: "Cook.mocks.swift") != nil)
        try watched.write("Sources/Kitchen/Cook.swift", PackageFixture.cook + "// a comment\n")
        try await watched.sync()
        #expect(watched.mock("Cook") == good + "// mine\n")
        #expect(
            try await watched.package.run("mockctl", "errors").output
                == "\(PackageFixture.mockPath): error: was edited by hand and is left as it is; "
                + "undo the edit, or overwrite it with: mockd generate --force [output-edited]\n")
        try watched.write(PackageFixture.mockPath, good)
        try await watched.sync()
        #expect(try await watched.package.run("mockctl", "errors").output == "")
        try await watched.finish()
    }

    @Test func `a mock with a folder in its place is reported, and written when the folder is removed`() async throws {
        let watched = try await WatchedPackage()
        let (good, path) = (watched.mock("Cook"), watched.package.url(PackageFixture.mockPath))
        try FileManager.default.removeItem(at: path)
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: false)
        try watched.write(PackageFixture.mockPath + "/mine.txt", "mine")
        try await watched.sync()
        #expect(watched.read(PackageFixture.mockPath + "/mine.txt") == "mine")
        try FileManager.default.removeItem(at: path)
        try await watched.sync()
        #expect(watched.mock("Cook") == good)
        try await watched.finish()
    }

    @Test(.enabled(if: Tools.has("curl"), "needs curl"))
    func `a huge file in the place of a mock is reported, and neither read nor hashed`() async throws {
        let watched = try await WatchedPackage()
        let good = try #require(watched.mock("Cook"))
        let path = watched.package.url(PackageFixture.mockPath)
        for name in ["Cook", "Stray"] {
            let huge = watched.package.url(WatchedPackage.mockPath(name))
            // The first one begins like a mock.
            try Data((name == "Cook" ? good : "").utf8).write(to: huge)
            let file = try FileHandle(forWritingTo: huge)
            try file.truncate(atOffset: 900 << 20)
            try file.close()
        }
        #expect(await watched.daemon.event("output-conflict", containing: "Cook.mocks.swift") != nil)
        try watched.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("-> Bool", with: "-> Int"))
        try await watched.sync()
        let listed = try await watched.package.run("mockctl", "list", "--json")
        let socket = try #require(listed.output.firstMatch(of: /"socket":"([^"]+)"/)?.1)
        let outputs = try await watched.package.runTool(
            "curl", "-s", "--unix-socket", String(socket), "http://mockd/v1/outputs?sha256=true")
        #expect(outputs.output.contains("\"state\":\"conflict\""))
        #expect(!outputs.output.contains("sha256"), "\(outputs)")
        #expect(
            try await watched.package.run("mockctl", "errors").output
                == "\(PackageFixture.mockPath): error: was not written by mockd and is left as it is; move it away or choose another output [output-conflict]\n"
        )
        let read = try String(contentsOfFile: "/proc/\(watched.daemon.pid)/io", encoding: .utf8).split(separator: "\n")
            .first { $0.hasPrefix("rchar:") }.flatMap { Int($0.dropFirst(7)) }
        #expect(try #require(read) < 100 << 20)
        let check = try await watched.package.run("mockd", "generate", "--check")
        #expect(check.status == 73 && check.output == "conflict \(PackageFixture.mockPath)\n", "\(check)")
        try FileManager.default.removeItem(at: path)
        try await watched.sync()
        #expect(watched.mock("Cook")?.contains("-> Int") == true)
        try await watched.finish()
    }

    @Test func `the target of a link in the place of a mock is never written to`() async throws {
        let watched = try await WatchedPackage()
        let path = watched.package.url(PackageFixture.mockPath)
        try watched.write("mine.txt", "mine\n")
        try FileManager.default.removeItem(at: path)
        #expect(symlink(watched.package.url("mine.txt").path(), path.path()) == 0)
        try watched.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls", with: "cups"))
        try await watched.sync()
        #expect(watched.read("mine.txt") == "mine\n")
        _ = await watched.daemon.stop()
    }

    @Test func `a read-only mock is kept current, and stays read-only`() async throws {
        let watched = try await WatchedPackage()
        let path = watched.package.url(PackageFixture.mockPath).path()
        chmod(path, 0o444)
        try watched.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls", with: "cups"))
        try await watched.sync()
        #expect(watched.mock("Cook")?.contains("cups") == true)
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o444)
        try await watched.finish()
    }

    @Test func `a user's file at the path of a mock is never touched`() async throws {
        let watched = try await WatchedPackage()
        try watched.write(WatchedPackage.mockPath("Till"), "// mine\n")
        try watched.writeMocked("Till")
        #expect(await watched.daemon.event("output-conflict", containing: "Till.mocks.swift") != nil)
        try watched.writeMocked("Till", member: "other")
        try await watched.sync()
        #expect(watched.mock("Till") == "// mine\n")
        try FileManager.default.removeItem(at: watched.package.url("Sources/Kitchen/Till.swift"))
        try await watched.sync()
        #expect(watched.mock("Till") == "// mine\n")
        #expect(await watched.daemon.stop() == 0)
    }

    @Test func `writing mocks inside a watched source folder starts no batch`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write(
            ".mockd.yml",
            """
            modules:
              - name: Kitchen
                sources: [Sources/Kitchen]
                output: Sources/Kitchen/Mocks
            """)
        let watched = try await WatchedPackage(package)
        try watched.writeMocked("Till")
        for _ in 0..<3 { try await watched.sync() }
        let batches = watched.daemon.lines.count { $0.contains("\"type\":\"batch-finished\"") }
        // One batch is the first scan's and one the save's; their own writes start none.
        #expect(batches == 2)
        #expect(watched.read("Sources/Kitchen/Mocks/Till.mocks.swift") != nil)
        try await watched.finish()
    }

    @Test func `if every write is undone, the daemon stops writing and names the file, until generate is run`()
        async throws
    {
        let watched = try await WatchedPackage()
        let path = watched.package.url(PackageFixture.mockPath)
        let states = { watched.daemon.lines.filter { $0.contains("\"state\":\"looping\"") } }
        var writes = 0
        while states().isEmpty, writes < 100 {
            // Deletes the mock as soon as it is written, as a hook would.
            try FileManager.default.removeItem(at: path)
            writes += 1
            // The first write was the first scan's.
            _ = await watched.daemon.line(number: writes + 1) {
                $0.contains("\"type\":\"output-written\"") || $0.contains("\"state\":\"looping\"")
            }
            try await watched.sync()
        }
        #expect(writes >= 6)
        let state = try #require(states().first)
        #expect(
            state.contains(
                "\(PackageFixture.mockPath) was written again and again, because another program undoes it; it is not written any more"
            ), "\(state)")
        try FileManager.default.removeItem(at: path)
        try await watched.sync()
        #expect(watched.mock("Cook") == nil)
        let status = try await watched.package.run("mockctl", "status")
        #expect(status.output.contains("State: looping since "))
        #expect(status.output.contains("stop what changes it, then run: mockctl generate\n"))
        #expect(try await watched.package.run("mockctl", "generate").status == 0)
        #expect(watched.mock("Cook") != nil)
        #expect(try await watched.package.idleStatus().contains("\"state\":\"ready\""))
        try await watched.finish()
    }

    @Test(.enabled(if: Tools.has("strace"), "needs strace"))
    func `a mock is synced to the disk before it gets its name`() async throws {
        let package = try PackageFixture.kitchen()
        let trace = package.base.appending(path: "trace").path()
        let watched = try await WatchedPackage(
            package,
            through: ["strace", "-D", "-f", "-o", trace, "-e", "trace=fsync,fdatasync,rename,renameat,renameat2"])
        try watched.writeMocked("Till")
        try await watched.sync()
        #expect(await watched.daemon.stop() == 0)
        let calls = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
            .filter { $0.contains("sync(") || $0.contains(".mocks.swift") }
            .map { $0.contains("sync(") ? "sync" : "rename" }
        let renames = calls.indices.filter { calls[$0] == "rename" }
        #expect(renames.count == 2)
        // Each rename comes after a sync of its own.
        for index in renames {
            #expect(calls[...index].count { $0 == "sync" } >= calls[...index].count { $0 == "rename" })
        }
    }

    @Test(.enabled(if: Tools.has("prlimit"), "needs prlimit"))
    func `a daemon that runs out of descriptors reports it, and recovers when there are some`() async throws {
        let watched = try await WatchedPackage()
        let pid = "\(watched.daemon.pid)"
        func limit(_ soft: Int) async throws {
            #expect(try await watched.package.runTool("prlimit", "--pid", pid, "--nofile=\(soft):4096").status == 0)
        }
        // Lowers the limit below the open descriptors: neither a source nor a connection can be opened.
        try await limit(4)
        try watched.writeMocked("Till")
        #expect(await watched.daemon.line { $0.contains("Too many open files") } != nil)
        try await limit(4_096)
        try await watched.sync()
        #expect(try await watched.package.run("mockctl", "generate").status == 0)
        #expect(watched.mock("Till") != nil)
        try await watched.finish()
    }
}
