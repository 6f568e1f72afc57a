import Foundation
import Glibc
import Testing

/// Changes of sources lead to the right mocks.
@Suite(.timeLimit(.minutes(10))) struct SavedFileTests {
    @Test func `a file that a build compiles is a source, even if it is named like an editor's file`() async throws {
        let watched = try await WatchedPackage()
        for name in ["#Oven", "A___jb_B", "~Table", "e\u{301}", "\u{E9}", String(repeating: "鍋", count: 83)] {
            let type = "T\(abs(name.utf8.reduce(0) { $0 &* 31 &+ Int($1) }) % 100_000)"
            try watched.write("Sources/Kitchen/\(name).swift", WatchedPackage.mocked(type))
        }
        for name in [".Hidden.swift", ".#Cook.swift", "#Cook.swift#", "Cook.swift~", "Cook.swift___jb_tmp___"] {
            try watched.write("Sources/Kitchen/\(name)", WatchedPackage.mocked("Hidden"))
        }
        try await watched.sync()
        #expect(try await watched.package.run("mockctl", "status", "--json").output.contains("\"current\":7,"))
        let fresh = try await watched.package.run("mockd", "generate", "--check", "--cache", "none")
        #expect(fresh.status == 0, "\(fresh)")
        try await watched.finish()
    }

    @Test func `a source that is emptied keeps its mock until a sync or for some seconds`() async throws {
        let watched = try await WatchedPackage()
        try watched.writeMocked("Oven")
        try await watched.sync()
        try watched.write("Sources/Kitchen/Oven.swift", "")
        try await watched.sync()
        #expect(watched.mock("Oven") == nil)
        #expect(try await watched.package.run("mockd", "generate", "--check").status == 0)
        try watched.write("Sources/Kitchen/Cook.swift", "\n")
        #expect(await watched.daemon.event("output-removed", containing: "Cook.mocks.swift") != nil)
        try await watched.finish()
    }

    @Test func `a save leads to one generation, and its own write to none`() async throws {
        let watched = try await WatchedPackage()
        try watched.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls", with: "cups"))
        _ = await watched.daemon.event("output-written", containing: "Cook.mocks.swift")
        // One write is the first scan's and one the save's. The sync makes the daemon examine its own write as well.
        #expect(try await watched.said("output-written", about: "Cook.mocks.swift").count == 2)
        #expect(try await watched.said("output-unchanged") == [])
        try await watched.finish()
    }

    @Test func `a file that is written slowly keeps its mock until it can be parsed`() async throws {
        let watched = try await WatchedPackage()
        let path = watched.package.url("Sources/Kitchen/Cook.swift").path()
        let text = PackageFixture.cook.replacing("bowls", with: "cups")
        // Writes the file in two pieces, the first of which ends in the middle of a word.
        let file = open(path, O_WRONLY | O_TRUNC)
        #expect(file >= 0)
        let half = text.utf8.count * 2 / 3
        #expect(Glibc.write(file, text, half) == half)
        _ = await watched.daemon.event("input-failed", containing: "Cook.swift")
        #expect(watched.mock("Cook")?.contains("ramen(bowls: Int)") == true)
        #expect(text.withCString { Glibc.write(file, $0 + half, text.utf8.count - half) } == text.utf8.count - half)
        close(file)
        try await watched.sync()
        #expect(watched.mock("Cook")?.contains("ramen(cups: Int)") == true)
        #expect(try await watched.said("output-removed") == [])
        try await watched.finish()
    }

    @Test func `files in folders created a moment before have their mocks`() async throws {
        let watched = try await WatchedPackage()
        for number in 0..<400 { try watched.writeMocked("P\(number)", in: "Sources/Kitchen/D\(number)/B/C") }
        try await watched.sync()
        #expect((0..<400).filter { watched.mock("P\($0)") == nil } == [])
        try await watched.finish()
    }

    @Test func `a folder that leaves the project takes its mocks along and brings them back`() async throws {
        let watched = try await WatchedPackage()
        try watched.writeMocked("Till", in: "Sources/Kitchen/Deep")
        try await watched.sync()
        let good = watched.mock("Till")
        #expect(good != nil)
        let (inside, outside) = (watched.package.url("Sources/Kitchen/Deep"), watched.package.url("../Outside"))
        try FileManager.default.moveItem(at: inside, to: outside.standardizedFileURL)
        try await watched.sync()
        #expect(watched.mock("Till") == nil)
        try FileManager.default.moveItem(at: outside.standardizedFileURL, to: inside)
        try await watched.sync()
        #expect(watched.mock("Till") == good)
        try await watched.finish()
    }

    @Test func `pipes, sockets, huge files and folders with the names of sources hold nothing up`() async throws {
        let watched = try await WatchedPackage()
        let path = { (name: String) in watched.package.url("Sources/Kitchen/\(name)").path() }
        #expect(mkfifo(path("Pipe.swift"), 0o644) == 0)
        try FileManager.default.createDirectory(atPath: path("Folder.swift"), withIntermediateDirectories: false)
        let huge = open(path("Huge.swift"), O_WRONLY | O_CREAT, 0o644)
        #expect(ftruncate(huge, 4 << 30) == 0)
        close(huge)
        try watched.writeMocked("Till", in: "Sources/Kitchen/Folder.swift")
        try await watched.sync()
        #expect(watched.mock("Till") != nil)
        let errors = try await watched.package.run("mockctl", "errors")
        #expect(
            errors.output
                == "Sources/Kitchen/Huge.swift: error: the file is larger than 2 MiB and is not read; exclude it, or split it "
                + "[too-large]\n"
        )
        #expect(await watched.daemon.stop() == 0)
    }

    static let fakeClock = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"

    static let oddNames: [[UInt8]] = [
        [0xff, 0xfe, 0x42], Array("new\nline".utf8), Array("quo\"te".utf8), Array("*".utf8), Array("-leading".utf8),
        Array("back\\slash".utf8), Array(repeating: UInt8(ascii: "x"), count: 249), Array("e\u{301}\u{1F35C}".utf8),
    ]

    @Test(arguments: oddNames)
    func `a source with an unusual name is generated or reported, and every document stays JSON`(
        _ name: [UInt8]
    ) async throws {
        let watched = try await WatchedPackage()
        let folder = Array(watched.package.url("Sources/Kitchen/").path().utf8)
        let path = (folder + name + Array(".swift".utf8)).map { CChar(bitPattern: $0) } + [0]
        let text = WatchedPackage.mocked("Till")
        let file = open(path, O_WRONLY | O_CREAT, 0o644)
        #expect(Glibc.write(file, text, text.utf8.count) == text.utf8.count)
        close(file)
        try await watched.sync()
        for command in [["status"], ["outputs"], ["errors"], ["debug", "events"]] {
            let document = try await watched.package.run("mockctl", command + ["--json"])
            #expect((try? JSONSerialization.jsonObject(with: Data(document.output.utf8))) != nil, "\(command)")
        }
        let mocks = watched.package.url("Tests/KitchenTests/Mocks").path()
        let made = try FileManager.default.contentsOfDirectory(atPath: mocks)
            .filter { $0 != "Cook.mocks.swift" && !$0.hasPrefix(".") }
        // A mock's name is longer than its source's, and may be too long for a file.
        let outputs = try await watched.package.run("mockctl", "outputs", "--json").output
        let errors = try await watched.package.run("mockctl", "errors").output
        #expect(
            made.count == 1 || outputs.contains("\"state\":\"failed\"") || errors.contains("[name-not-utf8]"))
        for line in watched.daemon.lines {
            #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil, "\(line)")
        }
        // Deleting the source removes its mock.
        #expect(unlink(path) == 0)
        try await watched.sync()
        #expect(try FileManager.default.contentsOfDirectory(atPath: mocks) == ["Cook.mocks.swift"])
        try await watched.finish()
    }

    @Test(
        .enabled(if: geteuid() != 0 || Tools.has("setpriv"), "needs setpriv, as root reads everything"),
        .enabled(
            if: geteuid() != 0 || Tools.othersReach(PackageFixture.products),
            "needs a clone that others than root may enter"))
    func `a folder that may not be read is reported, and read as soon as permissions allow`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write("Sources/Kitchen/Secret/Till.swift", WatchedPackage.mocked("Till"))
        let secret = package.url("Sources/Kitchen/Secret").path()
        // Runs as another user than root, whom permissions do not concern.
        if geteuid() == 0 {
            #expect(try await package.runTool("chown", "-R", "65534", package.base.path()).status == 0)
        }
        chmod(secret, 0)
        defer { chmod(secret, 0o755) }
        let wrapper = geteuid() == 0 ? ["setpriv", "--reuid=65534", "--clear-groups"] : []
        let daemon = try package.startDaemon(through: wrapper)
        _ = await daemon.line { $0.contains("unwatchable-directories") && $0.contains("Permission denied") }
        chmod(secret, 0o755)
        #expect(await daemon.event("output-written", containing: "Till.mocks.swift") != nil)
        #expect(await daemon.stop() == 0)
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: fakeClock), "needs the package faketime"),
        arguments: ["+365d", "-1d", "@2099-01-01 00:00:00"])
    func `a daemon with a wrong clock generates the same mocks`(_ time: String) async throws {
        // Preloads the library itself: the program `faketime` would get the signals meant for the daemon. The inner
        // `env` is there because the library moves the environment of the first process it is loaded into, where Swift
        // would not find its arguments.
        let watched = try await WatchedPackage(
            through: ["env", "DONT_FAKE_MONOTONIC=1", "FAKETIME=\(time)", "LD_PRELOAD=\(Self.fakeClock)", "env"])
        try watched.writeMocked("Till")
        try await watched.sync()
        #expect(watched.mock("Till") != nil)
        // Restores an old modification time as `cp -p` does, older than any the daemon has seen.
        let path = watched.package.url("Sources/Kitchen/Till.swift")
        try watched.writeMocked("Till", member: "paid")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path.path())
        try await watched.sync()
        #expect(watched.mock("Till")?.contains("paid") == true)
        try await watched.finish()
    }

    @Test func `a rewrite with the same size and the same time is a change`() async throws {
        let watched = try await WatchedPackage()
        try watched.writeMocked("Till", member: "aaaa")
        try await watched.sync()
        let path = watched.package.url("Sources/Kitchen/Till.swift").path()
        var before = stat()
        #expect(stat(path, &before) == 0)
        try watched.writeMocked("Till", member: "bbbb")
        #expect(utimensat(AT_FDCWD, path, [before.st_mtim, before.st_mtim], 0) == 0)
        try await watched.sync()
        #expect(watched.mock("Till")?.contains("bbbb") == true)
        try await watched.finish()
    }

    @Test func `a daemon that was stopped catches up`() async throws {
        let watched = try await WatchedPackage()
        watched.daemon.send(SIGSTOP)
        for number in 0..<50 { try watched.writeMocked("P\(number)") }
        try watched.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls", with: "cups"))
        watched.daemon.send(SIGCONT)
        try await watched.sync()
        #expect((0..<50).filter { watched.mock("P\($0)") == nil } == [])
        #expect(watched.mock("Cook")?.contains("cups") == true)
        try await watched.finish()
    }

    @Test(.enabled(if: Tools.has("strace"), "needs strace"))
    func `a source that is deleted or replaced before it is read causes no error`() async throws {
        let package = try PackageFixture.kitchen()
        let till = package.url("Sources/Kitchen/Till.swift").path()
        let watched = try await WatchedPackage(
            package,
            through: [
                "strace", "-D", "-f", "-o", "/dev/null", "-P", till, "-e", "trace=openat", "-e",
                "inject=openat:delay_enter=300000",
            ])
        for round in 0..<3 {
            try watched.writeMocked("Till", member: "call\(round)")
            _ = await watched.daemon.line { $0.contains("batch-started") }
            unlink(till)
            try await watched.sync()
            #expect(watched.mock("Till") == nil)
        }
        try watched.writeMocked("Till", member: "before")
        try watched.writeMocked("Till", member: "afterwards")
        try await watched.sync()
        #expect(watched.mock("Till")?.contains("afterwards") == true)
        #expect(try await watched.said("input-failed") == [])
        _ = await watched.daemon.stop()
    }
}
