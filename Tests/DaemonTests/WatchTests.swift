import Foundation
import Testing

@Suite struct WatchTests {
    @Test func `a saved edit of a protocol changes its mock, and mockctl status shows it`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        #expect(package.read(PackageFixture.mockPath)?.contains("func ramen(bowls: Int) -> Bool") == true)

        try package.replace(
            "Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls: Int", with: "bowls: Int, soup: String"))
        _ = try await package.run("mockctl", "sync")
        #expect(package.read(PackageFixture.mockPath)?.contains("func ramen(bowls: Int, soup: String) -> Bool") == true)

        // The watcher may report the daemon's own write at this moment.
        let status = try await package.run("mockctl", "status", "--wait", "idle", "--json")
        #expect(status.status == 0)
        #expect(status.output.contains("\"state\":\"ready\""))
        #expect(status.output.contains("\"written\":1"))
        #expect(await daemon.stop() == 0)
    }

    @Test func `a sync ends with 0 only without an error`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        let current = try await package.run("mockctl", "sync")
        #expect((current.status, current.errors) == (0, ""))

        try package.write("Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook { func }\n")
        let broken = try await package.run("mockctl", "sync")
        #expect(broken.status == 1)
        let error =
            "Sources/Kitchen/Cook.swift:2:22: error: expected identifier and function signature in function [syntax]\n"
        #expect(broken.errors == error + "1 error; see: mockctl errors\n")
        try package.write("Sources/Kitchen/Oven.swift", "/// @mockabel\nprotocol Oven { func heat() }\n")
        let warned = try await package.run("mockctl", "sync")
        #expect((warned.status, warned.errors) == (1, error + "1 error, 1 warning; see: mockctl errors\n"))
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook)
        let warning = try await package.run("mockctl", "sync")
        #expect((warning.status, warning.errors) == (0, "1 warning; see: mockctl errors\n"))
        try package.write("Sources/Kitchen/Oven.swift", "")

        try FileManager.default.removeItem(at: package.url(PackageFixture.mockPath))
        try FileManager.default.createDirectory(
            at: package.url(PackageFixture.mockPath), withIntermediateDirectories: false)
        try package.write("Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook { func rest() }\n")
        for arguments in [["sync"], ["sync", "--timeout", "10s"]] {
            let unwritten = try await package.run("mockctl", arguments)
            #expect(unwritten.status == 1)
            #expect(
                unwritten.errors
                    == "\(PackageFixture.mockPath): error: cannot read the mock: it is a folder, not a file "
                    + "[output-failed]\n1 mock could not be written; see: mockctl errors\n")
        }
        let errors = try await package.run("mockctl", "errors")
        #expect(errors.output.hasPrefix("\(PackageFixture.mockPath): error: cannot "))
        #expect(errors.output.hasSuffix(" [output-failed]\n"))

        try FileManager.default.removeItem(at: package.url(PackageFixture.mockPath))
        try package.write(PackageFixture.mockPath, "// mine\n")
        let foreign = try await package.run("mockctl", "sync")
        #expect(foreign.status == 1)
        #expect(
            foreign.errors
                == "\(PackageFixture.mockPath): error: was not written by mockd and is left as it is; move it away or "
                + "choose another output [output-conflict]\n1 error; see: mockctl errors\n")
        try FileManager.default.removeItem(at: package.url(PackageFixture.mockPath))
        #expect(try await package.run("mockctl", "sync").status == 0)
        #expect(package.read(PackageFixture.mockPath)?.contains("func rest()") == true)
        #expect(await daemon.stop() == 0)
    }

    @Test(arguments: ["\n// a comment\n", "\nstruct Pot { func boil() { print(1) } }\n"])
    func `an edit that no mock depends on writes nothing`(addition: String) async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        let before = package.modified(PackageFixture.mockPath)
        try package.replace("Sources/Kitchen/Cook.swift", PackageFixture.cook + addition)
        _ = try await package.run("mockctl", "sync")
        let status = try await package.run("mockctl", "status", "--json")
        #expect(status.output.contains("\"reparsed\":1"))
        #expect(status.output.contains("\"written\":0"))
        #expect(package.modified(PackageFixture.mockPath) == before)
        _ = await daemon.stop()
    }

    @Test func `a new folder, an atomic save and a deleted file end in the right mocks`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()

        try package.write("Sources/Kitchen/Deep/Er/Till.swift", "/// @mockable\nprotocol Till { func pay() }\n")
        _ = try await package.run("mockctl", "sync")
        #expect(package.read("Tests/KitchenTests/Mocks/Till.mocks.swift")?.contains("func pay()") == true)

        try package.write("Sources/Kitchen/.Cook.tmp", "/// @mockable\nprotocol Cook { func rest() }\n")
        let renamed = rename(
            package.url("Sources/Kitchen/.Cook.tmp").path(), package.url("Sources/Kitchen/Cook.swift").path())
        #expect(renamed == 0)
        _ = try await package.run("mockctl", "sync")
        #expect(package.read(PackageFixture.mockPath)?.contains("func rest()") == true)

        try FileManager.default.removeItem(at: package.url("Sources/Kitchen/Cook.swift"))
        _ = try await package.run("mockctl", "sync")
        #expect(package.read(PackageFixture.mockPath) == nil)
        _ = await daemon.stop()
    }

    @Test func `a git checkout of many files ends in the mocks of a fresh run`() async throws {
        let package = try PackageFixture.kitchen()
        func commit(_ member: String, branch: String) async throws {
            _ = try await package.runTool("git", "checkout", "-q", "-b", branch)
            for number in 0..<150 {
                try package.write(
                    "Sources/Kitchen/Part\(number % 10)/P\(number).swift",
                    "/// @mockable\nprotocol P\(number) { func \(member)\(number)() }\n")
            }
            _ = try await package.runTool("git", "add", "Sources")
            _ = try await package.runTool(
                "git", "-c", "user.name=t", "-c", "user.email=t@example.invalid", "commit", "-q", "-m", branch)
        }
        _ = try await package.runTool("git", "init", "-q")
        try await commit("one", branch: "first")
        try await commit("two", branch: "second")
        let daemon = try await package.watch()
        _ = try await package.runTool("git", "checkout", "-q", "first")
        let sync = try await package.run("mockctl", "sync", "--timeout", "60s")
        #expect(sync.status == 0)
        #expect(package.read("Tests/KitchenTests/Mocks/P149.mocks.swift")?.contains("func one149()") == true)
        _ = await daemon.stop()

        let check = try await package.run("mockd", "generate", ".", "--check")
        #expect(check.status == 0, "\(check.output)\(check.errors)")
    }

    @Test func `a syntax error keeps the last good mock until it is mended`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        let good = package.read(PackageFixture.mockPath)
        try package.write(
            "Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook {\n    func ramen(bowls: -> Bool\n}\n")
        #expect(await daemon.event("input-failed", containing: "Cook.swift") != nil)
        #expect(package.read(PackageFixture.mockPath) == good)
        let errors = try await package.run("mockctl", "errors")
        #expect(
            errors.output.contains(
                "Sources/Kitchen/Cook.swift:3:23: error: expected '(', type, and ')' in function type [syntax]"))

        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook)
        _ = try await package.run("mockctl", "sync")
        let status = try await package.run("mockctl", "status", "--json")
        #expect(status.output.contains("\"errors\":{\"count\":0,\"others\":0}"))
        _ = await daemon.stop()
    }

    @Test(.enabled(if: Tools.has("curl"), "needs curl"))
    func `the control socket answers curl and lies in a private folder`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        let listed = try await package.run("mockctl", "list", "--json")
        let socket = try #require(listed.output.firstMatch(of: /"socket":"([^"]+)"/)?.1)
        let answer = try await package.runTool(
            "curl", "-s", "--unix-socket", String(socket), "http://mockd/v1/version")
        #expect(answer.output.contains("\"api\":{\"max\":1,\"min\":1}"))
        let attributes = try FileManager.default.attributesOfItem(
            atPath: URL(filePath: String(socket)).deletingLastPathComponent().path())
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        _ = await daemon.stop()
    }

    @Test func `the lines on the terminal, word for word`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try package.startReadingErrors("mockd", "watch", ".")
        let ready = try #require(await daemon.line { $0.hasPrefix("ready in ") })
        #expect(ready.wholeMatch(of: /ready in \d+ ms: 1 file, 1 mock current/) != nil, "\(ready)")
        #expect(daemon.lines.firstIndex(of: ready) == 1)
        let first = daemon.lines[0]
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls", with: "cups"))
        let batch = try #require(await daemon.line(number: 2) { $0.contains(" -> ") })
        let written = /\d\d:\d\d:\d\d Sources\/Kitchen\/Cook.swift -> MockCook written \(\d+ ms\)/
        for line in [first, batch] { #expect(line.wholeMatch(of: written) != nil, "\(line)") }
        try package.write(
            "Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook {\n    func ramen(bowls: ) -> Bool\n}\n")
        #expect(
            await daemon.line { $0.hasPrefix("Sources/Kitchen/Cook.swift:3:") && $0.hasSuffix(" [syntax]") } != nil)
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook)
        #expect(await daemon.line { $0.hasSuffix(" no errors left") } != nil)
        // Edits that change no mock print no line; a removed mock is named by its file.
        try package.write("Sources/Kitchen/Cook.swift", "// A comment.\n" + PackageFixture.cook)
        try package.write("Sources/Kitchen/Oven.swift", "struct Oven {}\n")
        _ = try await package.run("mockctl", "sync")
        try FileManager.default.removeItem(at: package.url("Sources/Kitchen/Cook.swift"))
        #expect(
            await daemon.line { $0.contains("Sources/Kitchen/Cook.swift -> Cook.mocks.swift removed (") } != nil)
        _ = await daemon.stop()
        #expect(daemon.lines.count { $0.contains(" -> ") } == 5, "\(daemon.lines)")
        #expect(daemon.lines.contains { $0.contains("Cook.swift -> nothing written, 1 error (") }, "\(daemon.lines)")
    }

    @Test func `the log prints the time of a line once`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write("Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook {\n")
        let daemon = try await package.watch()
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook)
        _ = try await package.run("mockctl", "sync")
        let log = try await package.run("mockctl", "log").output.split(separator: "\n")
        #expect(log.contains { $0.contains("no errors left") })
        #expect(log.allSatisfy { $0.matches(of: /\d\d:\d\d:\d\d/).count == 1 }, "\(log)")
        _ = await daemon.stop()
    }

    @Test func `a start names the mocks that it wrote, and nothing when all are current`() async throws {
        let package = try PackageFixture.kitchen()
        func start() async throws -> [String] {
            let daemon = try package.startReadingErrors("mockd", "watch", ".")
            #expect(await daemon.line { $0.hasPrefix("ready in ") } != nil)
            _ = await daemon.stop()
            return daemon.lines.compactMap { $0.wholeMatch(of: /\d\d:\d\d:\d\d (.+) \(\d+ ms\)/).map { String($0.1) } }
        }
        #expect(try await start() == ["Sources/Kitchen/Cook.swift -> MockCook written"])
        #expect(try await start() == [])
        // A parent that changed is the reason for the mocks of its children.
        try package.write("Sources/Kitchen/Person.swift", "protocol Person { var name: String { get } }\n")
        try package.write("Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook: Person {}\n")
        #expect(try await start() == ["Sources/Kitchen/Cook.swift -> MockCook written"])
        try package.write("Sources/Kitchen/Person.swift", "protocol Person { var age: Int { get } }\n")
        #expect(try await start() == ["Sources/Kitchen/Person.swift -> MockCook written"])
        try FileManager.default.removeItem(at: package.url(PackageFixture.mockPath))
        #expect(try await start() == ["\(PackageFixture.mockPath) -> MockCook written"])
        for number in 1...4 {
            try package.write("Sources/Kitchen/P\(number).swift", "/// @mockable\nprotocol P\(number) {}\n")
        }
        #expect(try await start() == ["4 changed -> 4 mocks written"])
        try FileManager.default.removeItem(at: package.url("Sources/Kitchen/Cook.swift"))
        #expect(try await start() == ["Cook.mocks.swift removed"])
        for number in 1...4 { try package.write("Sources/Kitchen/P\(number).swift", "protocol P\(number) {}\n") }
        #expect(try await start() == ["4 changed -> 4 files removed"])
        // The file of matchers has the same cause as the mock that it is for.
        let folder = "Sources/Kitchen/AFolderWithALongNameForWhichALineHasNoRoom"
        try package.write("\(folder)/Soup.swift", "enum Soup { case miso }\n")
        try package.write("Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook { func serve(_ soup: Soup) }\n")
        #expect(try await start() == ["Sources/Kitchen/Cook.swift -> MockCook written"])
    }

    @Test func `many files are counted and not named`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try package.startReadingErrors("mockd", "watch", ".")
        #expect(await daemon.line { $0.hasPrefix("ready in ") } != nil)
        // A folder that is renamed into place arrives as a whole, so its files are one batch.
        for number in 1...4 {
            try package.write("../New/P\(number).swift", "/// @mockable\nprotocol P\(number) {}\n")
        }
        try FileManager.default.moveItem(at: package.url("../New"), to: package.url("Sources/Kitchen/New"))
        let batch = try #require(await daemon.line(number: 2) { $0.contains(" -> ") })
        #expect(batch.contains(" 4 changed -> 4 mocks written ("), "\(batch)")
        _ = await daemon.stop()
    }

    @Test func `mockctl stop ends the daemon in order`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        let stop = try await package.run("mockctl", "stop")
        #expect(stop.status == 0)
        #expect(stop.output == "stopped mockd (pid \(daemon.pid)) of \(package.root.path())\n")
        #expect(await daemon.finish() == 0)
    }
}
