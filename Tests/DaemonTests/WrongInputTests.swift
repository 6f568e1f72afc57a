import Foundation
import Testing

@Suite struct WrongInputTests {
    @Test func `a folder without a package and without a configuration is refused with both ways out`() async throws {
        let package = try PackageFixture()
        let result = try await package.run("mockd", "watch", ".")
        #expect(result.status == 78)
        #expect(
            result.errors == """
                \(package.root.path()): error: there is neither a .mockd.yml nor a Package.swift here; run mockd in the \
                folder of a Swift package, or run 'mockd init' to write a .mockd.yml and list your modules in it \
                [no-project]

                """)
    }

    @Test func `a mistyped command is answered with the nearest one`() async throws {
        let package = try PackageFixture.kitchen()
        for (command, message) in [
            ("wacth", "there is no command 'wacth'; did you mean 'watch'?\n"),
            ("gen", "there is no command 'gen'; did you mean 'generate'?\n"),
            ("cook", "there is no command 'cook'; see: mockd --help\n"),
            ("help agnts", "there is no command 'agnts'; did you mean 'agents'?\n"),
            ("help wacth", "there is no command 'wacth'; did you mean 'watch'?\n"),
            ("service instal", "there is no command 'instal'; did you mean 'install'?\n"),
            ("help service cook", "there is no command 'cook'; see: mockd service --help\n"),
        ] {
            let result = try await package.run("mockd", command.split(separator: " ").map(String.init))
            #expect(result.status == 64)
            #expect(result.output == "" && result.errors == message, "\(result)")
        }
        for program in ["mockd", "mockctl"] { #expect(try await package.run(program, "--version").output == "0.1.0\n") }
    }

    @Test(.enabled(if: geteuid() != 0 || Tools.has("setpriv"), "needs setpriv, as root looks at everything"))
    func `sources that can be listed but not read are reported by every run, and their mocks stay`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write("Sources/Kitchen/Hot/Till.swift", "/// @mockable\nprotocol Till {}\n")
        try package.write("Away/Drawer.swift", "/// @mockable\nprotocol Drawer {}\n")
        let result = try await package.shell(
            """
            ln -s ../../Away/Drawer.swift Sources/Kitchen/Drawer.swift
            plainly=
            if [ "$(id -u)" = 0 ]; then plainly="setpriv --bounding-set=-dac_override,-dac_read_search"; fi
            run() { $plainly "$BIN/mockd" generate . --quiet 2>&1; echo $?; ls Tests/KitchenTests/Mocks; }
            trap 'chmod 755 Sources/Kitchen/Hot Away' EXIT
            "$BIN/mockd" generate . --quiet; chmod 444 Sources/Kitchen/Hot; chmod 0 Away
            echo warm; run; rm -r "$XDG_CACHE_HOME"
            echo cold; run; run
            $plainly "$BIN/mockd" watch . 2> errors & daemon=$!
            until grep -q '^ready in' errors; do sleep 0.05; done
            echo watched; "$BIN/mockctl" sync; ls Tests/KitchenTests/Mocks; grep unreadable] errors
            kill $daemon; wait $daemon
            """)
        let said = ["Drawer", "Hot/Till"].map { name in
            "Sources/Kitchen/\(name).swift: error: cannot read the file: Permission denied; its mocks stay as they are [unreadable]\n"
        }.joined()
        let mocks = "Cook.mocks.swift\nDrawer.mocks.swift\nTill.mocks.swift\n"
        #expect(
            result.output
                == "warm\n\(said)1\n\(mocks)cold\n\(said)1\n\(mocks)\(said)1\n\(mocks)watched\n\(mocks)\(said)",
            "\(result.errors)")
    }

    @Test(.enabled(if: geteuid() != 0 || Tools.has("setpriv"), "needs setpriv, as root looks at everything"))
    func `a source folder below an unsearchable folder is not reported as missing`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write(".mockd.yml", "modules: [{name: Kitchen, sources: [Sources/Kitchen], output: Mocks}]\n")
        let result = try await package.shell(
            """
            plainly=
            if [ "$(id -u)" = 0 ]; then plainly="setpriv --bounding-set=-dac_override,-dac_read_search"; fi
            chmod 0 Sources; $plainly "$BIN/mockd" generate .; status=$?; chmod 755 Sources; exit $status
            """)
        #expect(result.status == 78)
        #expect(
            result.errors == """
                .mockd.yml:1:37: error: cannot determine whether 'Sources/Kitchen' exists: Permission denied; make the \
                folders above it searchable [config-missing-path]

                """)
    }

    @Test(arguments: ["0", "1025", "9223372036854775807"])
    func `-j takes a number from 1 to 1024`(_ number: String) async throws {
        let result = try await PackageFixture.kitchen().run("mockd", "generate", "-j", number)
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("Error: -j takes a number from 1 to 1024.\n"), "\(result.errors)")
    }

    @Test func `an unknown key of the configuration is named with its place and the nearest known one`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write(
            ".mockd.yml",
            """
            modules:
              - name: Kitchen
                source: [Sources/Kitchen]
                output: Tests/KitchenTests/Mocks
            """)
        let result = try await package.run("mockd", "generate", ".")
        #expect(result.status == 78)
        #expect(result.errors.contains(".mockd.yml:3:5: error: "))
        #expect(result.errors.contains("sources"))
    }

    @Test func `a second daemon on the same root is refused with 75 and the pid of the first`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        let second = try await package.run("mockd", "watch", ".")
        #expect(second.status == 75)
        let text = "error: mockd is already watching \(package.root.path()) (pid \(daemon.pid) since "
        #expect(second.errors.hasPrefix(text))
        #expect(second.errors.hasSuffix("); see it with: mockctl status\n"))
        _ = await daemon.stop()
    }

    @Test func `mockctl without a daemon exits with 3 and says how to start one`() async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.run("mockctl", "status")
        #expect(result.status == 3)
        let folder = package.root.path()
        #expect(result.errors == "no mockd is watching \(folder); start one with: mockd watch \(folder)\n")
    }

    @Test func `a source folder that cannot be read is reported and its mocks stay`() async throws {
        let package = try PackageFixture.kitchen()
        _ = try await package.run("mockd", "generate", ".")
        let good = package.read(PackageFixture.mockPath)
        let folder = package.url("Sources/Kitchen/Secret").path()
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0])
        defer { chmod(folder, 0o755) }
        let mockd = PackageFixture.products.appending(path: "mockd").path()
        // Root may read every folder, so this runs as another user.
        chmod(package.root.deletingLastPathComponent().path(), 0o755)
        let result =
            geteuid() == 0
            ? try await package.runTool("setpriv", "--reuid=65534", "--clear-groups", mockd, "generate", ".", "--check")
            : try await package.run("mockd", "generate", ".", "--check")
        #expect(
            result.errors.contains(
                "Sources/Kitchen/Secret: error: cannot list the folder: Permission denied; its mocks stay as they are [unreadable]\n"
            ))
        #expect(result.status == 1)
        #expect(package.read(PackageFixture.mockPath) == good)
    }

    @Test func `a syntax error in a first run is reported, exits with 1 and keeps the existing mock`() async throws {
        let package = try PackageFixture.kitchen()
        _ = try await package.run("mockd", "generate", ".")
        let good = package.read(PackageFixture.mockPath)
        try package.write("Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook {\n    func ramen(\n")
        let result = try await package.run("mockd", "generate", ".")
        #expect(result.status == 1)
        #expect(
            result.errors.contains(
                "Sources/Kitchen/Cook.swift:3:16: error: expected ')' to end parameter clause [syntax]\n"))
        #expect(package.read(PackageFixture.mockPath) == good)
    }

    @Test func `a user's file in the place of an output is left alone, and the exit status is 73`()
        async throws
    {
        let package = try PackageFixture.kitchen()
        try package.write(PackageFixture.mockPath, "// mine\n")
        let result = try await package.run("mockd", "generate", ".")
        #expect(result.status == 73)
        #expect(
            result.errors.contains(
                "\(PackageFixture.mockPath): error: was not written by mockd and is left as it is; move it away or choose another output [output-conflict]\n"
            ))
        #expect(package.read(PackageFixture.mockPath) == "// mine\n")
    }

    @Test func `a mock in which a merge left a conflict is made again`() async throws {
        let package = try PackageFixture.kitchen()
        _ = try await package.runTool("git", "init", "-q", "-b", "main")
        func commit(_ member: String) async throws {
            try package.write("Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook {\n    func \(member)()\n}\n")
            #expect(try await package.run("mockd", "generate", ".", "--cache", "none").status == 0)
            _ = try await package.runTool("git", "add", "-A")
            _ = try await package.runTool(
                "git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", member)
        }
        try await commit("rest")
        _ = try await package.runTool("git", "checkout", "-q", "-b", "other")
        try await commit("eat")
        _ = try await package.runTool("git", "checkout", "-q", "main")
        try await commit("drink")
        _ = try? await package.runTool("git", "-c", "user.name=a", "-c", "user.email=a@b", "merge", "other")
        #expect(package.read(PackageFixture.mockPath)?.contains("<<<<<<<") == true)

        try package.write("Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook { func eat(); func drink() }\n")
        let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
        #expect(generated.status == 0, "\(generated.errors)")
        let mock = package.read(PackageFixture.mockPath) ?? ""
        #expect(mock.contains("func eat()") && mock.contains("func drink()") && !mock.contains("<<<<<<<"))
    }

    @Test func `a mock that was edited by hand is reported and overwritten only with --force`() async throws {
        let package = try PackageFixture.kitchen()
        _ = try await package.run("mockd", "generate", ".")
        let good = try #require(package.read(PackageFixture.mockPath))
        try package.write(PackageFixture.mockPath, good + "// mine\n")
        let refused = try await package.run("mockd", "generate", ".")
        #expect(refused.status == 1)
        #expect(
            refused.errors.contains(
                "\(PackageFixture.mockPath): error: was edited by hand and is left as it is; undo the edit, or overwrite it with: mockd generate --force [output-edited]\n"
            ))
        #expect(package.read(PackageFixture.mockPath) == good + "// mine\n")
        let forced = try await package.run("mockd", "generate", ".", "--force")
        #expect(forced.status == 0)
        #expect(package.read(PackageFixture.mockPath) == good)
    }

    @Test func `generate --check lists what is stale, writes nothing and exits with 2`() async throws {
        let package = try PackageFixture.kitchen()
        let missing = try await package.run("mockd", "generate", ".", "--check")
        #expect(missing.status == 2)
        #expect(missing.output == "missing \(PackageFixture.mockPath)\n")
        #expect(missing.errors.hasPrefix("1 missing, 0 unchanged ("), "\(missing.errors)")
        #expect(missing.errors.hasSuffix(" ms); write them with: mockd generate\n"), "\(missing.errors)")
        #expect(package.read(PackageFixture.mockPath) == nil)
        _ = try await package.run("mockd", "generate", ".")
        #expect(try await package.run("mockd", "generate", ".", "--check").status == 0)
    }

    @Test func `the last good mock of a broken source is kept and not stale, because no run would write it`()
        async throws
    {
        let package = try PackageFixture.kitchen()
        _ = try await package.run("mockd", "generate")
        let good = package.read(PackageFixture.mockPath)
        try package.write("Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook {\n    func ramen(bowls: )\n}\n")
        func run(_ options: String...) async throws -> (status: Int32, output: String, errors: [String]) {
            let result = try await package.run("mockd", ["generate", "--cache", "none"] + options)
            let lines = result.errors.split(separator: "\n").map { String($0.split(separator: " (")[0]) }
            return (result.status, result.output, lines)
        }
        let error = "Sources/Kitchen/Cook.swift:3:23: error: expected type in parameter [syntax]"
        let kept = "kept \(PackageFixture.mockPath)\n"
        #expect(try await run("--check") == (1, kept, [error, "0 stale, 0 unchanged, 1 kept"]))
        #expect(try await run() == (1, "", [error, "0 written, 0 unchanged, 0 removed, 1 kept"]))
        #expect(try await run("--diff") == (1, "", [error, "0 stale, 0 unchanged, 1 kept"]))
        #expect(package.read(PackageFixture.mockPath) == good)
    }

    @Test func `generate --check counts what is stale, and --diff exits with 2, too`() async throws {
        let package = try PackageFixture.kitchen()
        for name in ["Oven", "Table", "Fridge", "Bin"] {
            try package.write("Sources/Kitchen/\(name).swift", "/// @mockable\nprotocol \(name) {}\n")
        }
        _ = try await package.run("mockd", "generate")
        func summary(_ option: String) async throws -> (status: Int32, text: String) {
            let result = try await package.run("mockd", "generate", option)
            return (result.status, String(result.errors.split(separator: "\n").last?.prefix { $0 != "(" } ?? ""))
        }
        for option in ["--check", "--diff", "--dry-run"] {
            #expect(try await summary(option) == (0, "0 stale, 5 unchanged "))
        }
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("-> Bool", with: "-> Int"))
        let one = "1 stale, 4 unchanged "
        #expect(try await summary("--check") == (2, one))
        #expect(try await summary("--diff") == (2, one))
        #expect(try await summary("--dry-run") == (0, one))
        let folder = "Tests/KitchenTests/Mocks"
        try FileManager.default.removeItem(at: package.url("\(folder)/Oven.mocks.swift"))
        try FileManager.default.removeItem(at: package.url("Sources/Kitchen/Table.swift"))
        let fridge = "\(folder)/Fridge.mocks.swift"
        try package.write(fridge, (package.read(fridge) ?? "") + "// mine\n")
        #expect(try await summary("--check") == (2, "1 stale, 1 missing, 1 orphaned, 1 edited, 1 unchanged "))
        let diff = try await package.run("mockd", "generate", "--diff")
        #expect(diff.output.contains("\n-// mine\n"))
        #expect(diff.output.components(separatedBy: "\n+++ ").count == 5)
        try package.write("\(folder)/Bin.mocks.swift", "// somebody's\n")
        #expect(
            try await summary("--check") == (73, "1 stale, 1 missing, 1 orphaned, 1 edited, 1 conflict, 0 unchanged "))
        #expect(try await package.run("mockd", "generate", "--diff").output.contains("somebody") == false)
    }
}
